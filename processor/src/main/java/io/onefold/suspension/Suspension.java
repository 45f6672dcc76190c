package io.onefold.suspension;

import java.time.Instant;
import java.util.Optional;

/**
 * Why a destination takes no attempts. It lasts until a controlled test has passed.
 *
 * @param text what was seen, or the person's reason
 * @param by who suspended it by hand
 * @param operationId the operation that was refused
 * @param since by the ledger's clock
 * @param openedBy sequence of the event that suspended it; with the destination's name it names the
 *     escalation
 * @param lastTest how the newest controlled test ended
 */
public record Suspension(
    Why why,
    String text,
    Optional<String> by,
    Optional<String> operationId,
    Instant since,
    long openedBy,
    Optional<String> lastTest) {

  /** What suspends. */
  public enum Why {
    /** The destination refused the credentials. */
    AUTHORIZATION,
    /** The credentials belong to another account, or an effect landed in one. */
    IDENTITY_MISMATCH,
    /** A person decided it. */
    BY_HAND
  }

  /** The same, after one more test. */
  Suspension tested(String ending) {
    return new Suspension(why, text, by, operationId, since, openedBy, Optional.of(ending));
  }

  /** A sentence without its end: what is suspended since when, and because of what. */
  public String sentence(String destination) {
    return "destination '%s' is suspended since %s because of %s"
        .formatted(destination, since, because());
  }

  private String because() {
    return operationId.map(id -> "%s of operation %s".formatted(why, id)).orElse(why.name())
        + by.map(" by %s"::formatted).orElse("")
        + ": "
        + text;
  }
}
