package io.onefold.operation;

import java.time.Duration;

/**
 * What one family of random histories assumes of the world, and the policy that rests on it.
 *
 * <p>{@code bounded} says that an effect is visible within the settle time after its attempt ended,
 * {@code pauseBounded} that no worker freezes between its clock check and the first byte, {@code
 * deduplicates} that the destination knows its keys for ever.
 */
enum HistoryScenario {
  REPORT(true, false, false),
  TWO_CONFIRMATIONS(true, false, false),
  LEASE_END(true, true, false),
  NO_PROOF(false, false, false),
  NO_READBACK(true, false, false),
  PROVIDER_ACK(true, false, false),
  REPLAY(false, false, true),
  REPLAY_IN_TIME(true, false, true),
  REPLAY_WITHOUT_READBACK(false, false, true),
  /** Nothing that the policy assumes is true: only what holds unconditionally is checked. */
  BROKEN_ASSUMPTIONS(false, false, false);

  private final boolean bounded;
  private final boolean pauseBounded;
  private final boolean deduplicates;

  HistoryScenario(boolean bounded, boolean pauseBounded, boolean deduplicates) {
    this.bounded = bounded;
    this.pauseBounded = pauseBounded;
    this.deduplicates = deduplicates;
  }

  DestinationPolicy policy() {
    PolicySample sample = PolicySample.cautious();
    Duration window = Duration.ofHours(24);
    return switch (this) {
      case REPORT -> sample.build();
      case TWO_CONFIRMATIONS -> sample.confirmations(2).build();
      case LEASE_END, BROKEN_ASSUMPTIONS -> sample.leaseEndSuffices().build();
      case NO_PROOF -> sample.absenceIsNoProof().build();
      case NO_READBACK -> sample.withoutReadback().build();
      case PROVIDER_ACK -> sample.acknowledged().build();
      case REPLAY, REPLAY_IN_TIME -> sample.replaySafeFor(window).build();
      case REPLAY_WITHOUT_READBACK -> sample.withoutReadback().replaySafeFor(window).build();
    };
  }

  boolean bounded() {
    return bounded;
  }

  boolean pauseBounded() {
    return pauseBounded;
  }

  boolean deduplicates() {
    return deduplicates;
  }

  /** At most one effect is promised. */
  boolean atMostOnce() {
    return this != BROKEN_ASSUMPTIONS;
  }

  /**
   * A verdict "nothing was done" is true: the protocol needs the settle time for it, or no proof by
   * absence at all.
   */
  boolean negativeVerdictIsTrue() {
    return bounded || this == NO_PROOF;
  }

  /** A person's "it was not done" rests on the settle time, which must then be true. */
  boolean absenceSeenIsTrue() {
    return bounded;
  }
}
