package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.standalone.cases.Installation.RunningInstance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * K22: two ledger instances, whose clocks disagree by three minutes. The times of the destination
 * are half of the case's.
 */
@ExtendWith(CaseKafka.Shared.class)
@Tag("instances")
@Order(2)
@Execution(ExecutionMode.CONCURRENT)
class Case22IT {
  private static final int OPERATIONS = 20;

  private static final Script SCRIPT =
      Script.of(
          WriteStep.commit(
              Duration.ofMillis(750), Reply.status(201).after(Duration.ofMillis(1500))),
          WriteStep.ACCEPT);

  private final CaseKafka kafka;

  Case22IT(CaseKafka kafka) {
    this.kafka = kafka;
  }

  @ParameterizedTest
  @CsvSource({"k22-ahead, 180", "k22-behind, -180"})
  void k22ShouldActOnceWhenClockOfOneInstanceIsWrong(String name, long offBySeconds)
      throws Exception {
    // given
    Duration off = Duration.ofSeconds(offBySeconds);
    try (Installation onefold = new Installation(kafka, name, 4)) {
      onefold.standIns().get("plain").provider().scriptOthers(SCRIPT);
      RunningInstance right = onefold.ledger("right");
      RunningInstance wrong =
          onefold.ledger("wrong", () -> InstantSource.system().instant().plus(off));
      onefold.worker("w1");
      onefold.awaitShared();

      // when
      List<CaseRun> runs = new ArrayList<>();
      for (int i = 1; i <= OPERATIONS; i++) {
        RunningInstance intake = i % 2 == 0 ? right : wrong;
        runs.add(onefold.operation(intake, "plain", "K22-" + i).submit());
      }

      // then
      int decidedByWrong = 0;
      for (CaseRun run : runs) {
        JsonNode receipt = run.verified();
        run.counted(1, 1);
        assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
        assertEquals(List.of("ACCEPTED NONE"), run.endings());
        decidedByWrong += isOff(off, run) ? 1 : 0;
      }
      assertTrue(
          decidedByWrong > 0 && decidedByWrong < OPERATIONS, "by the wrong: " + decidedByWrong);

      // and when: a claim that the slower clock has dated is judged by the faster one
      boolean ahead = off.isPositive();
      CaseRun claimed = claimedBy(ahead ? right : wrong, ahead ? Duration.ZERO : off, onefold);
      (ahead ? right : wrong).close();
      CaseRun taken = onefold.operation(ahead ? wrong : right, "plain", claimed.id());
      await()
          .atMost(Duration.ofMinutes(1))
          .ignoreExceptions()
          .until(() -> Installation.isVerified(taken));

      // then
      taken.counted(1, 1);
      assertEquals(1, taken.endings().size(), taken.now().toPrettyString());
      taken.staysWhenDeliveredAgain();
      for (CaseRun run : runs) {
        run.counted(1, 1);
      }
      onefold.judge();
    }
  }

  /** Submits operations until one is granted and not ended at the instance with this clock. */
  private static CaseRun claimedBy(RunningInstance instance, Duration off, Installation onefold) {
    for (int i = 1; i <= OPERATIONS; i++) {
      CaseRun run = onefold.operation(instance, "plain", "K22-taken-" + i).submit();
      run.when(operation -> !operation.path("state").asText().equals("READY"));
      if (isOff(off, run) && run.now().path("state").asText().equals("CLAIMED")) {
        return run;
      }
    }
    throw new AssertionError("no partition is served by that instance");
  }

  /** True if the grant of the first attempt is dated by a clock that is off by this. */
  private static boolean isOff(Duration off, CaseRun run) {
    Instant granted =
        run.journal().stream()
            .filter(event -> event.at("/step/type").asText().equals("GrantClaim"))
            .map(event -> CaseRun.time(event, "/at"))
            .findFirst()
            .orElseThrow();
    Duration seen = Duration.between(Instant.now(), granted);
    return seen.minus(off).abs().compareTo(Duration.ofSeconds(90)) < 0;
  }
}
