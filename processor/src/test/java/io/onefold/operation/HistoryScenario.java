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
  REPORT(PolicySample.cautious(), true, false, false),
  TWO_CONFIRMATIONS(PolicySample.cautious().confirmations(2), true, false, false),
  LEASE_END(PolicySample.cautious().leaseEndSuffices(), true, true, false),
  NO_PROOF(PolicySample.cautious().absenceIsNoProof(), false, false, false),
  NO_READBACK(PolicySample.cautious().withoutReadback(), true, false, false),
  PROVIDER_ACK(PolicySample.cautious().acknowledged(), true, false, false),
  REPLAY(PolicySample.cautious().replaySafeFor(Duration.ofHours(24)), false, false, true),
  REPLAY_IN_TIME(PolicySample.cautious().replaySafeFor(Duration.ofHours(24)), true, false, true),
  REPLAY_WITHOUT_READBACK(
      PolicySample.cautious().withoutReadback().replaySafeFor(Duration.ofHours(24)),
      false,
      false,
      true),
  /** Nothing that the policy assumes is true: only what holds unconditionally is checked. */
  BROKEN_ASSUMPTIONS(PolicySample.cautious().leaseEndSuffices(), false, false, false);

  private final DestinationPolicy policy;
  private final boolean bounded;
  private final boolean pauseBounded;
  private final boolean deduplicates;

  HistoryScenario(
      PolicySample policy, boolean bounded, boolean pauseBounded, boolean deduplicates) {
    this.policy = policy.build();
    this.bounded = bounded;
    this.pauseBounded = pauseBounded;
    this.deduplicates = deduplicates;
  }

  DestinationPolicy policy() {
    return policy;
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
   * absence.
   */
  boolean negativeVerdictIsTrue() {
    return bounded || this == NO_PROOF;
  }

  /** A person's "it was not done" rests on the settle time, which must then be true. */
  boolean absenceSeenIsTrue() {
    return bounded;
  }
}
