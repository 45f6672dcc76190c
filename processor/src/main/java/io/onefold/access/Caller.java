package io.onefold.access;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Who makes a request.
 *
 * @param name as it goes into reviews; empty if nobody had to prove who they are
 * @param destinations the only ones that it may submit to, read, review or administer; empty: all
 */
public record Caller(Optional<String> name, Set<Role> roles, Optional<Set<String>> destinations) {
  /** The longest name, in characters. */
  public static final int LONGEST_NAME = 200;

  /** Somebody on an interface that asks nobody for a proof; may do everything. */
  public static final Caller ANYBODY =
      new Caller(Optional.empty(), EnumSet.allOf(Role.class), Optional.empty());

  public Caller {
    roles = Set.copyOf(roles);
    destinations = destinations.map(Set::copyOf);
  }

  /** True if it may have to do with operations of this destination. */
  public boolean covers(String destination) {
    return destinations.isEmpty() || destinations.get().contains(destination);
  }

  /** True for a name that can go into a record: one line of 1 to 200 characters. */
  static boolean isName(String name) {
    return !name.isBlank()
        && name.length() <= LONGEST_NAME
        && name.chars().noneMatch(Character::isISOControl);
  }
}
