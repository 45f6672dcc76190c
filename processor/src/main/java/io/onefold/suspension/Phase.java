package io.onefold.suspension;

import java.time.Instant;
import java.util.Optional;

/** Whether a destination takes attempts. */
public sealed interface Phase {
  /** It takes them. */
  record Open() implements Phase {}

  /** It takes none; what is to go there waits. */
  record Suspended(Suspension suspension) implements Phase {}

  /**
   * It takes those of one operation, and none of any other.
   *
   * @param operationId the controlled test
   * @param by who began it
   */
  record Testing(Suspension suspension, String operationId, String by, Instant since)
      implements Phase {}

  /** Why it is not open; empty if it is. */
  default Optional<Suspension> whyNotOpen() {
    return switch (this) {
      case Open open -> Optional.empty();
      case Suspended suspended -> Optional.of(suspended.suspension());
      case Testing testing -> Optional.of(testing.suspension());
    };
  }

  /** Its name in records and answers. */
  default Name nameOf() {
    return switch (this) {
      case Open open -> Name.OPEN;
      case Suspended suspended -> Name.SUSPENDED;
      case Testing testing -> Name.TESTING;
    };
  }

  /** Names of phases. */
  enum Name {
    OPEN,
    SUSPENDED,
    TESTING
  }
}
