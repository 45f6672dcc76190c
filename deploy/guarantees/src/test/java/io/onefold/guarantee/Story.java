package io.onefold.guarantee;

import io.onefold.schema.AllowedDecision;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Cause;
import io.onefold.schema.ClaimReceived;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Command;
import io.onefold.schema.Conclusion;
import io.onefold.schema.DestinationRef;
import io.onefold.schema.Escalation;
import io.onefold.schema.Evidence;
import io.onefold.schema.Grant;
import io.onefold.schema.HolderDied;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.PolicySnapshot;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.Receipt;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Send;
import io.onefold.schema.SendReported;
import io.onefold.schema.TimerFired;
import io.onefold.schema.WorkerStarted;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A run of one operation, told step by step: what comes in, and what the ledger makes of it. Says
 * nothing about what is right; time passes only when told.
 */
final class Story {
  static final String ID = "op";
  static final String ACCOUNT = "acme";
  static final long LEASE = 10_000;
  static final long SETTLE = 5_000;
  private static final AvroSerde<OperationEvent> SERDE =
      AvroSerde.of(OperationEvent.class, SchemaIds.from(Map.of()));

  final PolicySnapshot rules = rules();
  private Consumer<Intent> wish = intent -> {};
  private final List<Seen> seen = new ArrayList<>();
  private byte[] chain = new byte[32];
  private String state = "ABSENT";
  private long sequence;
  private int token;
  private long nowMs = 1_000_000;

  private static PolicySnapshot rules() {
    PolicySnapshot rules = new PolicySnapshot();
    rules.setConnector("http");
    rules.setAccount(ACCOUNT);
    rules.setEnvironment("live");
    rules.setPool("default");
    rules.setHasReadback(true);
    rules.setLeaseMs(LEASE);
    rules.setSettleMs(SETTLE);
    rules.setMaxAttempts(3);
    rules.setAbsenceProves(true);
    rules.setAbsenceNeedsReport(true);
    rules.setConfirmations(1);
    rules.setAttributesUsed(List.of());
    return rules;
  }

  private Instant now() {
    return Instant.ofEpochMilli(nowMs);
  }

  /** Time passes. */
  Story after(long ms) {
    nowMs += ms;
    return this;
  }

  long sequence() {
    return sequence;
  }

  Story see(Seen one) {
    seen.add(one);
    return this;
  }

  List<Seen> seen() {
    return seen;
  }

  /** What the intent says besides. */
  Story wishing(Consumer<Intent> more) {
    wish = more;
    return this;
  }

  long nowMs() {
    return nowMs;
  }

  /** A record stands in the intents topic. */
  Story submitted() {
    return see(new Seen.Submitted(now(), intent()));
  }

  private Intent intent() {
    Intent intent = new Intent();
    intent.setOperationId(ID);
    intent.setDestination("blog");
    intent.setAccount(ACCOUNT);
    intent.setEnvironment("live");
    intent.setAction("publish");
    intent.setPayload(ByteBuffer.wrap(new byte[] {1}));
    intent.setContentType("application/json");
    intent.setAttributes(Map.of());
    wish.accept(intent);
    return intent;
  }

  /** An intent that is admitted at once. */
  Story admitted() {
    return submitted().intent("OFFER", "ADMITTED", "READY");
  }

  Story intent(String kind, String why, String after) {
    return event(new IntentSubmitted(intent(), "sha256:0", rules, null), kind, why, after);
  }

  /** A claim that is granted. */
  Story granted(String claimId) {
    return claims(claimId).granting(claimId);
  }

  /** A claim that stands in its topic. */
  Story claims(String claimId) {
    return worker(new ClaimRequested(token, claimId));
  }

  /** The ledger's yes, in journal and commands. */
  Story granting(String claimId) {
    return claimEvent(claimId, "GRANT_CLAIM", "CLAIMED").command(grant(token, claimId));
  }

  Story claimEvent(String claimId, String kind, String after) {
    return event(
        new ClaimReceived(new ClaimRequested(token, claimId), "w", 1L, true), kind, "", after);
  }

  static Grant grant(int token, String claimId) {
    Grant grant = new Grant();
    grant.setToken(token);
    grant.setClaimId(claimId);
    return grant;
  }

  /** The holder of the current token reports. */
  Story report(String claimId, String result, String kind, String why, String after) {
    return report(token, claimId, result, report -> {}, kind, why, after);
  }

  Story report(
      int of,
      String claimId,
      String result,
      Consumer<SendReported> more,
      String kind,
      String why,
      String after) {
    ReportReceived received = sent(of, claimId, result);
    more.accept(received.getReport());
    return worker(received.getReport()).event(received, kind, why, after);
  }

  static ReportReceived sent(int of, String claimId, String result) {
    SendReported report = new SendReported();
    report.setToken(of);
    report.setClaimId(claimId);
    report.setResult(result);
    report.setDetail("NONE");
    report.setMessage("");
    report.setEvidence(new Evidence());
    return new ReportReceived(report, "w", 1L);
  }

  Story worker(Object fact) {
    return see(new Seen.Reported(now(), new ProviderEvent(ID, "w", 1L, nowMs, fact)));
  }

  /** A worker's start stands in its topic. */
  Story started(String workerId, long incarnation) {
    ProviderEvent event =
        new ProviderEvent("", workerId, incarnation, nowMs, new WorkerStarted(null));
    return see(new Seen.Reported(now(), event));
  }

  Story timer(String name, String kind, String why, String after) {
    return event(new TimerFired(name, token), kind, why, after);
  }

  Story died(String kind, String why, String after) {
    return event(new HolderDied("w", 2L, null), kind, why, after);
  }

  /** An answer to a readback of the current token. */
  Story readback(int number, String result, String detail, String kind, String why, String after) {
    return readback(number, observation(result, detail, "I1"), kind, why, after);
  }

  Story readback(int number, ReadbackObservation observed, String kind, String why, String after) {
    ReadbackReported answer = new ReadbackReported(token, number, observed);
    return worker(answer).event(answer, kind, why, after);
  }

  static ReadbackObservation observation(String result, String detail, String providerId) {
    boolean found = result.equals("FOUND");
    ReadbackObservation observed = new ReadbackObservation();
    observed.setResult(result);
    observed.setDetail(detail);
    observed.setMethod("id");
    observed.setComplete(true);
    observed.setMatches(found ? 1 : 0);
    observed.setProviderId(found ? providerId : null);
    observed.setNormalisers(List.of());
    observed.setMessage("");
    return observed;
  }

  Story review(String action, long basis, String kind, String why, String after) {
    return review(action, basis, false, kind, why, after);
  }

  Story review(String action, long basis, boolean force, String kind, String why, String after) {
    Review review = new Review();
    review.setForce(force);
    review.setOperationId(ID);
    review.setAction(action);
    review.setReason("seen");
    review.setReviewer("r");
    review.setSequence(basis);
    return see(new Seen.Reviewed(now(), review)).event(review, kind, why, after);
  }

  /** An event in the journal; a new offer is commanded as well. */
  Story event(Object input, String kind, String why, String after) {
    return event(input, kind, why, after, kind.equals("OFFER") ? token + 1 : token);
  }

  Story event(Object input, String kind, String why, String after, int newToken) {
    Long at = kind.equals("OFFER") ? nowMs : null;
    token = newToken;
    OperationEvent event = new OperationEvent();
    event.setOperationId(ID);
    event.setSequence(++sequence);
    event.setAtMs(nowMs);
    event.setCause(new Cause("test", 0, sequence));
    event.setInput(input);
    event.setConclusion(new Conclusion(kind, why, null, "", List.of(), at));
    event.setStateBefore(state);
    event.setStateAfter(after);
    event.setToken(token);
    state = after;
    chained(event);
    return kind.equals("OFFER") ? command(new Send(token)) : this;
  }

  private void chained(OperationEvent event) {
    event.setChain(ByteBuffer.allocate(32));
    byte[] value = SERDE.serializer().serialize("journal", event);
    chain = sha256(chain, value);
    event.setChain(ByteBuffer.wrap(chain));
    System.arraycopy(chain, 0, value, value.length - 32, 32);
    see(new Seen.Journalled(now(), event, value));
  }

  private static byte[] sha256(byte[] before, byte[] value) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(before);
      digest.update(value, 5, value.length - 5 - 33);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  Story command(Object order) {
    Command command = new Command();
    command.setOperationId(ID);
    command.setOrder(order);
    return see(new Seen.Commanded(now(), command));
  }

  Story written() {
    return see(new Seen.Written(now(), ID, Optional.empty()));
  }

  /** The right thing is stored. */
  Story stored(String providerId) {
    return stored(providerId, ACCOUNT, true);
  }

  Story stored(String providerId, String account, boolean intended) {
    return see(new Seen.Stored(now(), ID, providerId, account, intended));
  }

  Story broken(Assumption assumption) {
    return see(new Seen.Broken(now(), ID, assumption));
  }

  /** The receipt that quotes the newest event. */
  Story receipt(String outcome) {
    return receipt(outcome, receipt -> {});
  }

  Story receipt(String outcome, Consumer<Receipt> more) {
    Receipt receipt = new Receipt();
    receipt.setOperationId(ID);
    receipt.setOutcome(outcome);
    receipt.setDestination(new DestinationRef("blog", "http", ACCOUNT, "live"));
    receipt.setProviderId("I1");
    receipt.setEvidence("READBACK");
    receipt.setReadback(observation("FOUND", "MATCH", "I1"));
    receipt.setJournalSequence(sequence);
    receipt.setChain(HexFormat.of().formatHex(chain));
    more.accept(receipt);
    return see(new Seen.Received(now(), receipt));
  }

  /** The question that the event with this sequence opened. */
  Story escalation(String status, long openedBy, boolean decisions) {
    return escalation(status, openedBy, decisions, "NO_READBACK");
  }

  Story escalation(String status, long openedBy, boolean decisions, String reason) {
    Escalation escalation = new Escalation();
    escalation.setOperationId(ID);
    escalation.setEscalationId(ID + "#" + openedBy);
    escalation.setStatus(status);
    escalation.setReason(reason);
    escalation.setState(state);
    escalation.setDecisions(
        decisions ? List.of(new AllowedDecision("RECHECK", "asks again")) : List.of());
    return see(new Seen.Escalated(now(), escalation));
  }

  /** Lets the whole promise be judged. */
  Judge judged() {
    Judge judge = Judge.ofThePromise();
    seen.forEach(judge::see);
    judge.conclude();
    return judge;
  }

  /** The rules that it breaks, in the order in which they are found. */
  List<String> broken() {
    return judged().violations().stream().map(Violation::rule).toList();
  }
}
