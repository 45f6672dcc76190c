package io.onefold.proof.simulation;

import io.onefold.destination.Body;
import io.onefold.destination.Destination;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.guarantee.Assumption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A contract with a destination, and whether that destination, and everything else the contract
 * rests on, keeps to it.
 */
// Contracts are never changed once they are read.
@SuppressWarnings("ImmutableEnumChecker")
public enum World {
  REPORT("", Time.SETTLES),
  TWO_CONFIRMATIONS("absence: {proof: true, after: report, confirmations: 2}", Time.SETTLES),
  LEASE_END(
      "absence: {proof: true, after: lease-end}",
      Time.SETTLES,
      Optional.empty(),
      Fault.COMMAND_DELAYED,
      Fault.CALL_PAUSED_BEFORE_CHECK,
      Fault.CALL_PAUSED_AFTER_CHECK),
  NO_PROOF("absence: {proof: false}", Time.ANY),
  NO_READBACK("-readback", Time.SETTLES),
  PROVIDER_ACK("-readback\nverification: provider-ack", Time.SETTLES),
  JOB("+job", Time.SETTLES),
  REPLAY("+key\nabsence: {proof: false}", Time.ANY),
  REPLAY_IN_TIME("+key", Time.SETTLES),
  REPLAY_WITHOUT_READBACK("+key\n-readback", Time.ANY),
  REPLAY_UNTIL_FORGOTTEN("+short-key\n-readback", Time.ANY),
  TEMPLATE("+body", Time.SETTLES),
  REPLAY_OF_TEMPLATE("+body\n+key\nabsence: {proof: false}", Time.ANY),
  LOCKED_OUT(
      "",
      Time.SETTLES,
      Optional.empty(),
      Fault.CREDENTIALS_WITHDRAWN,
      Fault.READER_LAGGED,
      Fault.RESUMED_UNFIT,
      Fault.RESUMED_STALE),
  BROKEN_SETTLE("", Assumption.SETTLE_IS_LONG_ENOUGH, Fault.REQUEST_LATE, Fault.CONNECTION_CUT),
  BROKEN_PAUSES(
      "absence: {proof: true, after: lease-end}",
      Assumption.PAUSES_ARE_BOUNDED,
      Fault.CALL_PAUSED_AFTER_CHECK),
  BROKEN_KEYS(
      "+key\nabsence: {proof: false}",
      Assumption.KEYS_ARE_REMEMBERED,
      Fault.SHOWN_LATE,
      Fault.ANSWER_LOST),
  BROKEN_CLASSIFICATION("", Assumption.CLASSIFICATION_IS_TRUE, Fault.FALSE_REFUSAL),
  BROKEN_READBACK("", Assumption.READBACK_IS_TRUE, Fault.ANSWER_LOST, Fault.HIDDEN),
  BROKEN_REVIEWERS("", Assumption.REVIEWERS_ARE_TRUTHFUL, Fault.READ_FAILED, Fault.ANSWER_LOST);

  /** The account that every destination here writes into. */
  static final String ACCOUNT = "acme";

  static final String DESTINATION = "shop";
  static final String ENVIRONMENT = "live";

  private static final String KEY =
      """
          idempotency: {header: Idempotency-Key, value: "{operationId}", window: 24h, safe-replay: true, in-flight: [409], mismatch: [422]}
      """;
  private static final String BODY =
      ", body: {json: {text: \"{payload.text}\", ref: \"{reference}\"}}";
  private static final String JOB_PART =
      """
          job: {url: "http://shop/jobs/{job}?op={operationId}", done: {/state: done}, failed: {/state: failed}, provider-id: /item, allowance: 10m}
      """;
  private static final String READBACK =
      """
          readback:
            - {by: id, url: "http://shop/items/{providerId}?op={operationId}"}
            - {by: reference, url: "http://shop/items?ref={operationId}", items: /items, next: /next}
          item:
            provider-id: /id
            public-url: /url
            account: {at: /account, equals: acme}
            content: [{sent: /text, found: /text, normalise: [unescape-html]}]
            removed: {status: [410], body: {/status: trash}}
      """;

  /** How long after the end of an attempt its effect may still appear. */
  private enum Time {
    /** Within the settle time of the contract. */
    SETTLES,
    /** At any time: the contract does not rest on it. */
    ANY
  }

  private final Optional<Assumption> broken;
  private final boolean settles;
  private final Set<Fault> favoured;
  private final Destinations destinations;

  World(String parts, Time time) {
    this(parts, time, Optional.empty());
  }

  World(String parts, Assumption broken, Fault... favoured) {
    this(parts, Time.SETTLES, Optional.of(broken), favoured);
  }

  World(String parts, Time time, Optional<Assumption> broken, Fault... favoured) {
    this.favoured = Set.of(favoured);
    this.broken = broken;
    this.settles = time == Time.SETTLES;
    this.destinations = DestinationsFile.parse("world", contract(parts));
  }

  private static String contract(String parts) {
    StringBuilder yaml =
        new StringBuilder(
            """
            destinations:
              shop:
                connector: http
                account: acme
                environment: live
                lease: 60s
                settle: 60s
                attempts: {max: 3, initial: 1s, factor: 4, max-delay: 1m}
                readbacks: {initial: 1s, factor: 8, max-delay: 4m, deadline: 12m}
                offers: {every: 1m, limit: 20m}
                dedupe-window: 3d
                headers: {X-Operation: "{operationId}"}
                send: {url: "http://shop/items?op={operationId}", timeout: 10s, provider-id: /id, public-url: /url%s%s}
            """
                .formatted(
                    parts.contains("+job") ? ", job: /job" : "",
                    parts.contains("+body") ? BODY : ""));
    boolean readback = true;
    for (String part : parts.lines().toList()) {
      switch (part) {
        case "-readback" -> readback = false;
        case "+key" -> yaml.append(KEY.indent(0));
        case "+short-key" -> yaml.append(KEY.replace("24h", "3m").indent(0));
        case "+body" -> {
          // It is part of the send above.
        }
        case "+job" -> yaml.append(JOB_PART.indent(0));
        default -> yaml.append("    ").append(part).append('\n');
      }
    }
    if (readback) {
      yaml.append(READBACK);
    }
    return yaml.toString();
  }

  /** What this world breaks; empty: nothing. */
  public Optional<Assumption> broken() {
    return broken;
  }

  boolean breaks(Assumption assumption) {
    return broken.filter(assumption::equals).isPresent();
  }

  /** True if this world means little without that fault. */
  boolean favours(Fault fault) {
    return favoured.contains(fault);
  }

  Destinations destinations() {
    return destinations;
  }

  Destination contract() {
    return destinations.all().iterator().next();
  }

  /** False: an effect may appear at any time, and the contract does not rest on when. */
  boolean settles() {
    return settles;
  }

  boolean byLeaseEnd() {
    return contract().absence().after() == Destination.Absence.After.LEASE_END;
  }

  boolean hasReadback() {
    return contract().hasReadback();
  }

  boolean hasKey() {
    return contract().http().idempotency().isPresent();
  }

  boolean hasBody() {
    return !(contract().http().send().body() instanceof Body.Payload);
  }

  boolean hasJob() {
    return contract().http().job().isPresent();
  }

  Duration settle() {
    return contract().settle();
  }
}
