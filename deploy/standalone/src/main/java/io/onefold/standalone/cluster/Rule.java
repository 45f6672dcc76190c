package io.onefold.standalone.cluster;

import java.util.Set;
import java.util.TreeSet;

/** What a setting may be. */
sealed interface Rule {
  /** True if this value is what Onefold would choose. */
  boolean allows(String value);

  /** What is allowed, as the end of a sentence. */
  String allowed();

  /** Why. */
  String why();

  /** It must not be set at all. */
  record Never(String why) implements Rule {
    @Override
    public boolean allows(String value) {
      return false;
    }

    @Override
    public String allowed() {
      return "leave it out";
    }
  }

  /** It may be set to these values; most people need not. */
  record Only(Set<String> values, String why) implements Rule {
    Only(String value, String why) {
      this(Set.of(value), why);
    }

    Only(String one, String other, String why) {
      this(Set.of(one, other), why);
    }

    public Only {
      values = Set.copyOf(values);
    }

    @Override
    public boolean allows(String value) {
      return values.stream().anyMatch(value::equalsIgnoreCase);
    }

    @Override
    public String allowed() {
      return "allowed is only " + String.join(" or ", new TreeSet<>(values));
    }
  }

  /** A number between two others, which are allowed. */
  record Between(long least, long most, String why) implements Rule {
    @Override
    public boolean allows(String value) {
      try {
        long number = Long.parseLong(value);
        return number >= least && number <= most;
      } catch (NumberFormatException e) {
        return false;
      }
    }

    @Override
    public String allowed() {
      return "allowed are " + least + " to " + most;
    }
  }

  /** A number that must not be smaller. */
  record AtLeast(long least, String why) implements Rule {
    @Override
    public boolean allows(String value) {
      try {
        return Long.parseLong(value) >= least;
      } catch (NumberFormatException e) {
        return false;
      }
    }

    @Override
    public String allowed() {
      return "allowed are " + least + " and more";
    }
  }
}
