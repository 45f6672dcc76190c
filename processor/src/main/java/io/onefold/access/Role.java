package io.onefold.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a caller may do. No role contains another one. */
public enum Role {
  /** Submit intents. */
  SUBMIT,
  /** Read operations, receipts, escalations, destinations and schemas. */
  READ,
  /** Decide about operations. */
  REVIEW,
  /** Suspend and resume destinations. */
  ADMINISTER;

  /** All of them, as a file writes them. */
  public static final String ALLOWED =
      Arrays.stream(values()).map(Role::word).collect(Collectors.joining(", "));

  /** The role as a file or a message writes it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The role of that word; empty if there is none. */
  public static Optional<Role> of(String word) {
    return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
  }
}
