package io.onefold.codec;

import io.onefold.operation.DestinationPolicy;
import io.onefold.operation.DestinationPolicy.Growth;
import io.onefold.schema.PolicySnapshot;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Rules copied into operations. */
final class PolicyCodec {
  private PolicyCodec() {}

  static DestinationPolicy read(PolicySnapshot avro) {
    return new DestinationPolicy(
        avro.getConnector(),
        avro.getAccount(),
        avro.getEnvironment(),
        avro.getPool(),
        avro.getApprovalRequired(),
        avro.getHasReadback(),
        avro.getProviderAckCloses(),
        Duration.ofMillis(avro.getLeaseMs()),
        Duration.ofMillis(avro.getSettleMs()),
        Duration.ofMillis(avro.getSendTimeoutMs()),
        growth(avro.getAttemptInitialMs(), avro.getAttemptFactor(), avro.getAttemptMaxMs()),
        avro.getMaxAttempts(),
        growth(avro.getReadbackInitialMs(), avro.getReadbackFactor(), avro.getReadbackMaxMs()),
        Duration.ofMillis(avro.getReadbackDeadlineMs()),
        Duration.ofMillis(avro.getOfferEveryMs()),
        Duration.ofMillis(avro.getOfferLimitMs()),
        Duration.ofMillis(avro.getDedupeWindowMs()),
        Optional.ofNullable(avro.getSafeReplayWindowMs()).map(Duration::ofMillis),
        avro.getAbsenceProves(),
        avro.getAbsenceNeedsReport(),
        avro.getConfirmations(),
        Duration.ofMillis(avro.getJobAllowanceMs()),
        Set.copyOf(avro.getAttributesUsed()));
  }

  private static Growth growth(long initialMs, double factor, long maxMs) {
    return new Growth(Duration.ofMillis(initialMs), factor, Duration.ofMillis(maxMs));
  }

  static PolicySnapshot write(DestinationPolicy policy) {
    PolicySnapshot avro = new PolicySnapshot();
    avro.setConnector(policy.connector());
    avro.setAccount(policy.account());
    avro.setEnvironment(policy.environment());
    avro.setPool(policy.pool());
    avro.setApprovalRequired(policy.approvalRequired());
    avro.setHasReadback(policy.hasReadback());
    avro.setProviderAckCloses(policy.providerAckCloses());
    avro.setLeaseMs(policy.lease().toMillis());
    avro.setSettleMs(policy.settle().toMillis());
    avro.setSendTimeoutMs(policy.sendTimeout().toMillis());
    avro.setMaxAttempts(policy.maxAttempts());
    avro.setAttemptInitialMs(policy.attempts().initial().toMillis());
    avro.setAttemptFactor(policy.attempts().factor());
    avro.setAttemptMaxMs(policy.attempts().max().toMillis());
    avro.setReadbackInitialMs(policy.readbacks().initial().toMillis());
    avro.setReadbackFactor(policy.readbacks().factor());
    avro.setReadbackMaxMs(policy.readbacks().max().toMillis());
    avro.setReadbackDeadlineMs(policy.readbackDeadline().toMillis());
    avro.setOfferEveryMs(policy.offerEvery().toMillis());
    avro.setOfferLimitMs(policy.offerLimit().toMillis());
    avro.setDedupeWindowMs(policy.dedupeWindow().toMillis());
    avro.setSafeReplayWindowMs(Fields.durationMs(policy.safeReplayWindow()));
    avro.setAbsenceProves(policy.absenceProves());
    avro.setAbsenceNeedsReport(policy.absenceNeedsReport());
    avro.setConfirmations(policy.confirmations());
    avro.setJobAllowanceMs(policy.jobAllowance().toMillis());
    avro.setAttributesUsed(policy.attributesUsed().stream().sorted().toList());
    return avro;
  }
}
