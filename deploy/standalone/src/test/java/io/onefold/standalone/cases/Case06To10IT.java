package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.SeenRequest;
import io.onefold.connector.simulated.SeenWrite;
import io.onefold.connector.simulated.WriteStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** K06 to K10: what the network, and whatever lies between, does with a write. */
@ExtendWith(CaseStage.Shared.class)
@Execution(ExecutionMode.CONCURRENT)
class Case06To10IT {
  private final CaseStage stage;

  Case06To10IT(CaseStage stage) {
    this.stage = stage;
  }

  @Test
  void k06ShouldReadBackWhenConnectionIsCutWithoutAnAnswerByte() {
    // given
    CaseRun run = stage.operation("k06", "K06").script(Script.of(WriteStep.commit(Reply.cut())));

    // when
    JsonNode receipt = run.submit().verified();

    // then
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals(List.of("UNKNOWN CONNECTION_LOST"), run.endings());
    run.staysUntil(run.writtenAt(1).plusSeconds(12), 1, 1);
  }

  @Test
  void k07ShouldTryAgainWithGrowingDelaysWhenPortRefusesConnections() {
    // given
    CaseRun run = stage.operation("k07", "K07");
    run.destination().stopListening();
    Instant silentSince = Instant.now();

    // when
    run.submit();
    run.when(
        operation ->
            operation.path("attempts").size() > 3
                && Instant.now().isAfter(silentSince.plusSeconds(3)));
    run.destination().listenAgain();
    JsonNode receipt = run.verified();

    // then
    run.counted(1, 1);
    List<String> endings = run.endings();
    assertEquals("ACCEPTED NONE", endings.getLast());
    for (int i = 0; i + 1 < endings.size(); i++) {
      assertEquals("NOT_SENT CONNECTION_REFUSED", endings.get(i));
    }
    assertGrowingPauses(receipt.path("attempts"));
    assertEquals("POST", run.requests().getFirst().method(), "nothing was asked before the write");
  }

  @Test
  void k07ShouldTryAgainWithGrowingDelaysWhenNameDoesNotResolve() {
    // given
    CaseRun run = stage.operation("k07-name", "K07-name");
    stage.judge().leavesRunning(run.id());

    // when
    JsonNode operation = run.submit().when(seen -> seen.path("attempts").size() > 3);

    // then
    run.endings().stream()
        .limit(3)
        .forEach(ending -> assertEquals("NOT_SENT NAME_NOT_RESOLVED", ending));
    assertGrowingPauses(operation.path("attempts"));
    assertEquals(0, operation.path("readbacks").size());
    assertEquals(List.of(), run.requests(), "nothing had to be asked");
  }

  /** The delays double and are drawn from their upper half. */
  private static void assertGrowingPauses(JsonNode attempts) {
    boolean drawn = false;
    for (int i = 0; i + 1 < attempts.size(); i++) {
      Duration pause =
          Duration.between(
              CaseRun.time(attempts, "/" + i + "/endedAt"),
              CaseRun.time(attempts, "/" + (i + 1) + "/startedAt"));
      Duration least = Duration.ofMillis(250L << Math.min(i, 4));
      assertTrue(pause.compareTo(least) >= 0, "try " + (i + 2) + " came after " + pause);
      drawn |= pause.toMillis() % 250 != 0;
    }
    assertTrue(drawn, "without jitter: " + attempts.toPrettyString());
  }

  @Test
  void k08ShouldWriteOnceWhenReusedConnectionDiesOrAnswerIsLate() {
    // given
    CaseRun warm = warmConnection(1);
    CaseRun cut = cutOperation(1);

    // when
    warm.submit().verified();
    cut.submit().verified();
    // Between the two the connection may have been given up; then the case is set up once more.
    for (int again = 2; again < 8 && connection(warm) != connection(cut); again++) {
      warm = warmConnection(again);
      cut = cutOperation(again);
      warm.submit().verified();
      cut.submit().verified();
    }
    CaseRun silent =
        stage
            .operation("k08", "K08-op3")
            .script(
                Script.of(
                    WriteStep.commit(Reply.status(201).after(Duration.ofSeconds(10))),
                    WriteStep.ACCEPT));
    silent.submit().verified();

    // then
    assertEquals(connection(warm), connection(cut), "the cut must hit a reused connection");
    assertEquals(List.of("UNKNOWN CONNECTION_LOST"), cut.endings());
    assertEquals(List.of("UNKNOWN TIMEOUT"), silent.endings());
    silent.staysUntil(silent.writtenAt(1).plusSeconds(15), 1, 1);
    for (SeenWrite write : silent.destination().provider().seenWrites()) {
      stage.operation("k08", write.operation()).counted(1, 1);
    }
  }

  private CaseRun warmConnection(int number) {
    return stage.operation("k08", "K08-op1-" + number).script(Script.ACCEPTING);
  }

  private CaseRun cutOperation(int number) {
    return stage
        .operation("k08", "K08-op2-" + number)
        .script(Script.of(WriteStep.commit(Reply.cut()), WriteStep.ACCEPT));
  }

  private static int connection(CaseRun run) {
    return run.requests().stream()
        .filter(request -> request.operation().filter(run.id()::equals).isPresent())
        .mapToInt(SeenRequest::connection)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void k09ShouldEscalateAndNotFollowWhenWriteIsRedirected() {
    // given
    Reply moved = Reply.status(301).header("Location", "/items/");
    CaseRun run = stage.operation("k09", "K09").script(Script.of(WriteStep.refuse(moved)));

    // when
    JsonNode operation = run.submit().unresolved("REDIRECTED", "WRITE_REQUEST");

    // then
    assertEquals(List.of("UNKNOWN REDIRECTED"), run.endings());
    assertTrue(run.readbackResults().contains("NOT_FOUND"), operation.toPrettyString());
    run.staysUntil(run.writtenAt(1).plusSeconds(12), 0, 1);
    assertEquals("UNRESOLVED", run.now().path("state").asText());
    for (SeenRequest request : run.requests()) {
      assertNotEquals("/items/", request.uri(), "the redirect was followed");
    }
    assertEquals("REDIRECTED", run.openEscalation().path("reason").asText());
  }

  @Test
  void k10ShouldHoldAccountBackWhenWaitTimeIsOnlyInTheHeader() {
    // given
    List<CaseRun> runs =
        IntStream.rangeClosed(1, 5)
            .mapToObj(i -> stage.operation("k10", "K10-" + i).script(limitedFirst()))
            .toList();

    // when
    runs.parallelStream().forEach(CaseRun::submit);

    // then
    for (CaseRun run : runs) {
      run.verified();
      run.counted(1, 2);
      // What was granted before another answer closed the account is put off without a write.
      List<String> endings = run.endings();
      assertEquals(
          Set.of("DEFERRED RATE_LIMITED"), Set.copyOf(endings.subList(0, endings.size() - 1)));
      assertEquals("ACCEPTED NONE", endings.getLast());
      run.wroteNotBefore(2, Duration.ofSeconds(3));
      assertEquals("POST", firstRequest(run).method(), "a 429 needs no readback");
    }
    assertEquals(0, runs.getFirst().destination().provider().strikes());
    assertNoWriteWhileLimited(runs.getFirst().destination().provider().seenWrites());
  }

  @Test
  void k10ShouldSendNothingElseOfTheAccountWhenOneOperationIsLimited() {
    // given
    CaseRun limited = stage.operation("k10-shared", "K10-limited").script(limitedFirst());
    limited.submit().when(operation -> limited.endings().contains("DEFERRED RATE_LIMITED"));

    // when
    List<CaseRun> others =
        IntStream.rangeClosed(1, 4)
            .mapToObj(i -> stage.operation("k10-shared", "K10-other-" + i).submit())
            .toList();

    // then
    limited.verified();
    limited.counted(1, 2);
    for (CaseRun other : others) {
      other.verified();
      other.counted(1, 1);
    }
    assertNoWriteWhileLimited(limited.destination().provider().seenWrites());
  }

  private static Script limitedFirst() {
    Reply wait = Reply.status(429).header("Retry-After", "3").body("{}");
    return Script.of(WriteStep.refuse(wait), WriteStep.ACCEPT);
  }

  private static SeenRequest firstRequest(CaseRun run) {
    return run.requests().stream()
        .filter(
            seen ->
                seen.uri().contains(run.id())
                    || seen.operation().filter(run.id()::equals).isPresent())
        .findFirst()
        .orElseThrow();
  }

  /**
   * A write that stored nothing was answered 429 at once: the account is closed for 3 s. A write
   * that set out before that answer arrived cannot be called back.
   */
  private static void assertNoWriteWhileLimited(List<SeenWrite> writes) {
    for (SeenWrite limited : writes.stream().filter(w -> w.itemId().isEmpty()).toList()) {
      Instant heard = limited.at().plusMillis(700);
      Instant open = limited.at().plusSeconds(3);
      for (SeenWrite write : writes) {
        assertTrue(
            !write.at().isAfter(heard) || !write.at().isBefore(open),
            write + " came too early after " + limited);
      }
    }
  }
}
