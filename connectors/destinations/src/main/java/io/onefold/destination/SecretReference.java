package io.onefold.destination;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a secret is to be found; never the secret itself.
 *
 * @param kind what holds it
 * @param name the environment variable, or the absolute path of the file
 */
public record SecretReference(Kind kind, String name) {
  private static final Pattern FORM =
      Pattern.compile("\\$\\{(?:env:([A-Za-z_][A-Za-z0-9_]*)|file:(/[^{}\\p{Cntrl}]+))}");

  static final String FORMS = "${env:NAME} or ${file:/absolute/path}";

  /** What holds a secret. */
  public enum Kind {
    /** An environment variable of the process that uses it. */
    ENV,
    /** A file on the machine that uses it; one line end at its end does not count. */
    FILE
  }

  /** The reference that a text consists of; empty if it is anything else. */
  static Optional<SecretReference> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        form.group(1) != null
            ? new SecretReference(Kind.ENV, form.group(1))
            : new SecretReference(Kind.FILE, form.group(2)));
  }

  /** As written in the contract file. */
  @Override
  public String toString() {
    return switch (kind) {
      case ENV -> "${env:" + name + "}";
      case FILE -> "${file:" + name + "}";
    };
  }
}
