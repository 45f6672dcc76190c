package io.onefold.topology;

import io.onefold.destination.Destination;
import io.onefold.destination.Destinations;
import io.onefold.destination.HttpContract;
import io.onefold.operation.DestinationPolicy;
import io.onefold.operation.DestinationPolicy.Growth;
import io.onefold.operation.Rendering;
import io.onefold.schema.Intent;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The contracts that this ledger holds, as rules for the core. Immutable. */
public final class Policies {
  private final Map<String, Destination> contracts;
  private final Map<String, DestinationPolicy> rules;

  /** The rules of these contracts. */
  public Policies(Destinations destinations) {
    this.contracts =
        destinations.all().stream()
            .collect(Collectors.toMap(Destination::name, Function.identity()));
    this.rules =
        destinations.all().stream().collect(Collectors.toMap(Destination::name, Policies::rules));
  }

  /** The rules of a destination; empty if none of that name is known. */
  public Optional<DestinationPolicy> of(String destination) {
    return Optional.ofNullable(rules.get(destination));
  }

  /**
   * What keeps this operation ID from being one of the destination's, as a sentence; empty if
   * nothing, or if no destination of that name is known.
   */
  Optional<String> problemOfId(String destination, String operationId) {
    return Optional.ofNullable(contracts.get(destination))
        .flatMap(contract -> contract.problemOfId(operationId));
  }

  /** What the contract of an intent makes of its content. */
  Rendering rendering(Intent intent) {
    Destination contract = contracts.get(intent.getDestination());
    return contract == null ? new Rendering.Payload() : IntentBody.rendering(contract, intent);
  }

  /**
   * The hash of the contract that this ledger holds now; empty text if it holds none of that name.
   */
  String contractHash(String destination) {
    Destination contract = contracts.get(destination);
    return contract == null ? "" : contract.hash();
  }

  /** True if some contract uses this pool, so that its commands topic exists. */
  boolean hasPool(String pool) {
    return contracts.values().stream().anyMatch(c -> c.pool().equals(pool));
  }

  private static DestinationPolicy rules(Destination d) {
    return new DestinationPolicy(
        d.connector(),
        d.account(),
        d.environment(),
        d.pool(),
        d.approvalRequired(),
        d.hasReadback(),
        d.verification() == Destination.Verification.PROVIDER_ACK,
        d.lease(),
        d.settle(),
        // Stored in milliseconds: what is compared with the stored rules must have lost the rest
        // too.
        d.effectiveSendTimeout().truncatedTo(ChronoUnit.MILLIS),
        new Growth(d.attempts().initial(), d.attempts().factor(), d.attempts().maxDelay()),
        d.attempts().max(),
        new Growth(d.readbacks().initial(), d.readbacks().factor(), d.readbacks().maxDelay()),
        d.readbacks().deadline(),
        d.offers().every(),
        d.offers().limit(),
        d.dedupeWindow(),
        d.safeReplayWindow(),
        d.absence().proof(),
        d.absence().after() == Destination.Absence.After.REPORT,
        d.absence().confirmations(),
        d.http().job().map(HttpContract.Job::allowance).orElse(Duration.ZERO),
        d.attributesUsed());
  }
}
