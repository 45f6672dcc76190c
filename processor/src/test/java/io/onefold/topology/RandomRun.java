package io.onefold.topology;

import io.onefold.operation.OperationState.Known;
import io.onefold.schema.Approval;
import io.onefold.schema.Command;
import io.onefold.schema.Grant;
import io.onefold.schema.Intent;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Readback;
import io.onefold.schema.Receipt;
import io.onefold.schema.Send;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Callers, workers, a destination and reviewers that do everything at random, in time and late, and
 * again; a seed repeats it all.
 */
final class RandomRun implements AutoCloseable {
  private static final int AT_ONCE = 10;
  private static final int STEPS_PER_OPERATION = 15;
  private static final List<String> RESULTS =
      List.of("ACCEPTED", "ACCEPTED_LATER", "REFUSED", "DEFERRED", "NOT_SENT", "UNKNOWN");
  private static final List<String> DETAILS =
      List.of("NONE", "TIMEOUT", "REDIRECTED", "KEY_IN_FLIGHT", "AUTHORIZATION", "GIVEN_UP");
  private static final List<String> SEEN =
      List.of(
          "MATCH",
          "NORMALISED",
          "ABSENT",
          "ABSENT",
          "ABSENT",
          "UNAVAILABLE",
          "MISMATCH",
          "MANY",
          "NOTHING_TO_ASK",
          "JOB_FAILED",
          "JOB_PENDING");
  private static final List<String> ACTIONS =
      List.of(
          "CONFIRM_DONE",
          "CONFIRM_NOT_DONE",
          "AUTHORISE_RETRY",
          "RECHECK",
          "APPROVE",
          "CANCEL",
          "ACKNOWLEDGE");
  private static final List<String> DESTINATIONS =
      List.of("blog", "blog", "press", "slow", "nowhere");

  private final Random random;
  private final LedgerDriver ledger = LedgerDriver.start();
  private final List<Sent> intents = new ArrayList<>();
  private final List<Sent> all = new ArrayList<>();
  private final List<OperationEvent> journal = new ArrayList<>();
  private final List<Receipt> receipts = new ArrayList<>();
  private final List<Command> commands = new ArrayList<>();
  private long life = Sent.LIFE;

  RandomRun(long seed) {
    this.random = new Random(seed);
  }

  void steps(int many) {
    for (int i = 0; i < many; i++) {
      step();
      journal.addAll(ledger.journal());
      receipts.addAll(ledger.receipts());
      commands.addAll(ledger.commands());
      commands.addAll(ledger.commands("presses"));
    }
  }

  private void step() {
    switch (random.nextInt(20)) {
      case 0, 1, 2 -> pipe(intent(id()));
      case 3 -> ledger.advance(Duration.ofMillis(random.nextInt(3_000)));
      case 4 -> ledger.advance(Duration.ofSeconds(random.nextInt(120)));
      case 5 -> pipe(review(id()));
      case 6 -> repeat();
      case 7 -> pipe(stray(id()));
      case 8 -> rare();
      default -> obey();
    }
  }

  private void rare() {
    switch (random.nextInt(12)) {
      case 0 -> ledger.advance(Duration.ofDays(1 + random.nextInt(80)));
      case 1 -> pipe(Sent.started(Sent.WORKER, ++life, random.nextBoolean() ? "gone" : null));
      case 2 -> ledger.setWallClock(Duration.ofSeconds(random.nextInt(40) - 20));
      case 3 -> ledger.advance(Duration.ofMinutes(20));
      default -> ledger.tick();
    }
  }

  private void pipe(Sent record) {
    if (record.topic().equals(LedgerDriver.TOPICS.intents())) {
      intents.add(record);
    }
    all.add(record);
    ledger.pipe(record);
  }

  private void repeat() {
    if (!all.isEmpty()) {
      pipe(all.get(random.nextInt(all.size())));
    }
  }

  /** A worker takes one of the newest commands. */
  private void obey() {
    if (commands.isEmpty()) {
      return;
    }
    int newest = Math.max(0, commands.size() - 1 - random.nextInt(8));
    Command command = commands.get(newest);
    String id = command.getOperationId();
    switch (command.getOrder()) {
      case Send send -> pipe(Sent.claim(id, send.getToken(), "c-" + random.nextInt(4), life));
      case Grant grant -> pipe(report(id, grant.getToken(), grant.getClaimId()));
      case Readback asked ->
          pipe(Sent.readback(id, asked.getToken(), asked.getNumber(), any(SEEN), providerId()));
      default -> throw new IllegalStateException("unknown order " + command.getOrder());
    }
  }

  private Sent stray(String id) {
    return switch (random.nextInt(3)) {
      case 0 -> Sent.claim(id, 1 + random.nextInt(3), "c-" + random.nextInt(4), life);
      case 1 -> report(id, 1 + random.nextInt(3), "c-" + random.nextInt(4));
      default -> Sent.readback(id, random.nextInt(3), random.nextInt(6), any(SEEN), providerId());
    };
  }

  private Sent report(String id, int token, String claimId) {
    String result = any(RESULTS);
    return Sent.report(
        id,
        token,
        claimId,
        result,
        r -> {
          r.setDetail(any(DETAILS));
          r.setMessage("said " + result);
          r.getEvidence().setProviderId(random.nextBoolean() ? providerId() : null);
          r.setRetryAfterMs(random.nextBoolean() ? (long) random.nextInt(60_000) : null);
          r.setReadback(random.nextInt(3) == 0 ? Sent.observation(any(SEEN), providerId()) : null);
        });
  }

  private Sent intent(String id) {
    String payload = random.nextInt(8) == 0 ? "{\"other\":1}" : "{}";
    return Sent.intent(id, any(DESTINATIONS), payload, this::varied);
  }

  private void varied(Intent intent) {
    long now = ledger.now().toEpochMilli();
    intent.setIssuedAtMs(now);
    switch (random.nextInt(8)) {
      case 0 -> intent.setApproval(null);
      case 1 -> intent.getApproval().setDecision("DENIED");
      case 2 -> intent.setNotBeforeMs(now + random.nextInt(60_000));
      case 3 -> intent.setExpiresAtMs(now + random.nextInt(120_000));
      case 4 ->
          intent.setApproval(new Approval("p", "APPROVED", "x", now, "sha256:" + "0".repeat(64)));
      default -> {}
    }
  }

  private Sent review(String id) {
    long sequence =
        ledger.stored(id) != null && ledger.stored(id).state() instanceof Known known
            ? known.operation().movedAt() - random.nextInt(2)
            : 1;
    return Sent.review(id, any(ACTIONS), sequence);
  }

  private String id() {
    return "op-" + (all.size() / STEPS_PER_OPERATION + random.nextInt(AT_ONCE));
  }

  private String providerId() {
    return "p-" + random.nextInt(2);
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  LedgerDriver ledger() {
    return ledger;
  }

  /** Intents in the order of their offsets. */
  List<Sent> intents() {
    return intents;
  }

  List<OperationEvent> journal() {
    return journal;
  }

  List<Receipt> receipts() {
    return receipts;
  }

  @Override
  public void close() {
    ledger.close();
  }
}
