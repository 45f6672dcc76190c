package io.onefold.operation;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Rules of a destination for tests: cautious defaults, each of them changed by one call. */
final class PolicySample {
  private boolean approvalRequired = true;
  private boolean hasReadback = true;
  private boolean providerAckCloses;
  private int maxAttempts = 3;
  private Optional<Duration> safeReplayWindow = Optional.empty();
  private boolean absenceProves = true;
  private boolean absenceNeedsReport = true;
  private int confirmations = 1;
  private Duration settle = Duration.ofSeconds(60);
  private Duration readbackDeadline = Duration.ofMinutes(15);
  private Duration jobAllowance = Duration.ZERO;

  static PolicySample cautious() {
    return new PolicySample();
  }

  PolicySample withoutApproval() {
    approvalRequired = false;
    return this;
  }

  PolicySample withoutReadback() {
    hasReadback = false;
    return this;
  }

  PolicySample acknowledged() {
    providerAckCloses = true;
    return withoutReadback();
  }

  PolicySample attempts(int most) {
    maxAttempts = most;
    return this;
  }

  PolicySample replaySafeFor(Duration window) {
    safeReplayWindow = Optional.of(window);
    return this;
  }

  PolicySample absenceIsNoProof() {
    absenceProves = false;
    return this;
  }

  PolicySample leaseEndSuffices() {
    absenceNeedsReport = false;
    return this;
  }

  PolicySample confirmations(int needed) {
    confirmations = needed;
    return this;
  }

  PolicySample settle(Duration time) {
    settle = time;
    return this;
  }

  PolicySample readbackDeadline(Duration time) {
    readbackDeadline = time;
    return this;
  }

  PolicySample jobAllowance(Duration time) {
    jobAllowance = time;
    return this;
  }

  DestinationPolicy build() {
    return new DestinationPolicy(
        "http",
        "acme-editorial",
        "production",
        "default",
        approvalRequired,
        hasReadback,
        providerAckCloses,
        Duration.ofSeconds(60),
        settle,
        Duration.ofSeconds(20),
        new DestinationPolicy.Growth(Duration.ofSeconds(1), 2, Duration.ofMinutes(5)),
        maxAttempts,
        new DestinationPolicy.Growth(Duration.ofMillis(500), 2, Duration.ofSeconds(30)),
        readbackDeadline,
        Duration.ofSeconds(30),
        Duration.ofMinutes(10),
        Duration.ofDays(400),
        safeReplayWindow,
        absenceProves,
        absenceNeedsReport,
        confirmations,
        jobAllowance,
        Set.of("slug"));
  }
}
