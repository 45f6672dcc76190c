package io.onefold.destination;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One destination contract.
 *
 * @param name the key under {@code destinations}
 * @param preset the preset that it was made from; empty: none. No part of the hash: a preset and
 *     what differs is the same contract as all of it written out
 * @param connector which connector of the workers serves it, for example {@code http}
 * @param account the account that every intent must name
 * @param environment the environment that every intent must name
 * @param pool the worker fleet that holds the credentials
 * @param operationIds regular expression that a whole operation ID must match; empty: every
 *     well-formed one will do. For a destination that takes two IDs for one, for example because it
 *     ignores case: of all spellings it takes for the same, this lets one through
 * @param approvalRequired false only where the contract says {@code approval: not-required}
 * @param verification what closes an operation
 * @param lease how long a grant lasts
 * @param settle time after an attempt in which a write may still land or be invisible
 * @param attempts the retry budget
 * @param readbacks the rhythm of readbacks
 * @param offers how an unclaimed operation is offered
 * @param limits how much one worker may ask of it
 * @param dedupeWindow age above which an intent is refused as stale
 * @param absence whether and when absence counts as proof
 * @param http the calls, for the HTTP connector. Another connector may have its own ways: what its
 *     contract does not declare is then a send, and a readback by reference, to {@code
 *     <connector>:<name>}, an address that no HTTP client will call
 * @param mail the servers, for the connector {@code smtp}; empty: another connector
 * @param attributesUsed names of intent attributes that any template of this contract uses
 * @param samples intents that show the contract at work, for the drill; possibly none. No part of
 *     the hash
 * @param hash SHA-256 over the canonical contract without resolved secrets: {@code sha256:} and 64
 *     hex digits
 */
public record Destination(
    String name,
    Optional<String> preset,
    String connector,
    String account,
    String environment,
    String pool,
    Optional<String> operationIds,
    boolean approvalRequired,
    Verification verification,
    Duration lease,
    Duration settle,
    Attempts attempts,
    Readbacks readbacks,
    Offers offers,
    Limits limits,
    Duration dedupeWindow,
    Absence absence,
    HttpContract http,
    Optional<MailContract> mail,
    Set<String> attributesUsed,
    List<Preset.Sample> samples,
    String hash) {

  public Destination {
    attributesUsed = Set.copyOf(attributesUsed);
    samples = List.copyOf(samples);
  }

  /** What closes an operation. */
  public enum Verification {
    /** A matching readback. */
    READBACK,
    /** The destination's own acknowledgement, where nothing can be read back. */
    PROVIDER_ACK
  }

  /**
   * The retry budget.
   *
   * @param max attempts that may reach the destination, at least 1
   * @param initial delay before the second attempt
   * @param factor growth of the delay, at least 1
   * @param maxDelay upper bound of the delay
   */
  public record Attempts(int max, Duration initial, double factor, Duration maxDelay) {}

  /**
   * The rhythm of readbacks.
   *
   * @param initial delay before the second readback
   * @param factor growth of the delay, at least 1
   * @param maxDelay upper bound of the delay
   * @param deadline after this long without an answer that tells, a person decides
   */
  public record Readbacks(Duration initial, double factor, Duration maxDelay, Duration deadline) {}

  /**
   * How an operation that no worker claims is offered.
   *
   * @param every time between two offers of the same attempt
   * @param limit after this long unclaimed or unsendable, a person decides
   */
  public record Offers(Duration every, Duration limit) {}

  /**
   * Whether and when absence counts as proof that nothing was stored.
   *
   * @param proof false: never
   * @param after what must be known of the attempt first
   * @param confirmations how many counting readbacks must agree, at least 1
   */
  public record Absence(boolean proof, After after, int confirmations) {
    /** What must be known of the attempt. */
    public enum After {
      /** Its worker reported the end of it, or its process is proved dead. */
      REPORT,
      /** Its lease is over. */
      LEASE_END
    }
  }

  /** The same contract with its hash. */
  Destination withHash(String contractHash) {
    return with(http, contractHash);
  }

  /**
   * The same contract with other calls, under the same name and hash: for looks at a destination
   * that no record rests on.
   */
  public Destination withCalls(HttpContract calls) {
    return with(calls, hash);
  }

  private Destination with(HttpContract calls, String contractHash) {
    return new Destination(
        name,
        preset,
        connector,
        account,
        environment,
        pool,
        operationIds,
        approvalRequired,
        verification,
        lease,
        settle,
        attempts,
        readbacks,
        offers,
        limits,
        dedupeWindow,
        absence,
        calls,
        mail,
        attributesUsed,
        samples,
        contractHash);
  }

  /**
   * What keeps a well-formed operation ID from being one of this destination's, as a sentence;
   * empty if nothing.
   */
  public Optional<String> problemOfId(String operationId) {
    return operationIds
        .filter(form -> !operationId.matches(form))
        .map(
            form ->
                "operationId is '%s'; destination '%s' takes only IDs of the form %s"
                    .formatted(operationId, name, form));
  }

  /**
   * The part of the lease in which no call may still be running: a tenth of the lease, at most one
   * second. It covers the time between the last look at the clock and the first byte.
   */
  public Duration margin() {
    return MarginRule.margin(lease);
  }

  /**
   * How long a send may really take: the declared timeout, cut to what the lease leaves after its
   * margin and the fifth of it that a claim and its grant may need. A call that could outlive its
   * lease would run beside a readback that looks for it.
   */
  public Duration effectiveSendTimeout() {
    return MarginRule.effective(http.send().timeout(), lease);
  }

  /** True if the destination can be asked what it stored. */
  public boolean hasReadback() {
    return !http.readback().isEmpty();
  }

  /** The declared window in which a replay under the same key is safe; empty: never. */
  public Optional<Duration> safeReplayWindow() {
    return http.idempotency()
        .filter(HttpContract.Idempotency::protects)
        .map(HttpContract.Idempotency::window);
  }
}
