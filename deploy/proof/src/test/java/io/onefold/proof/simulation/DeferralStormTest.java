package io.onefold.proof.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.simulated.SeenWrite;
import io.onefold.guarantee.Judge;
import io.onefold.operation.Ending;
import io.onefold.operation.OperationState.Forgotten;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A destination answers everything with 429 for a while; ledger and worker are the real ones. */
class DeferralStormTest {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(40);

  // Two operations are deferred far more often than their contract allows attempts.
  @ParameterizedTest
  @CsvSource({"200, PT5M", "2, PT15M"})
  void shouldMakeNoAttemptBeforeTheTimeAndVerifyAllWhenEveryWriteIsDeferredForAWhile(
      int operations, Duration storm) {
    Simulation.onFibreThread(
        () -> {
          // given
          Choices harmless = Choices.again(new int[0]);
          History history =
              new History(World.REPORT, harmless, Judge.ofThePromise(), Story.untold());
          history.storm(new History.Storm(storm.toMillis(), RETRY_AFTER));
          Instant stormEnds = history.instant().plus(storm);
          Play play = new Play(history, operations);

          // when
          play.play();

          // then
          assertEquals(List.of(), play.checks().violations());
          assertEquals(List.of(), history.judge().violations());
          assertAccountWaited(play.crossing().provider().seenWrites(), stormEnds, operations);
          play.operations().forEach(operation -> assertVerified(play, operation));
          return true;
        });
  }

  /** One attempt at a time went out in the storm, each when the last answer allowed it. */
  private static void assertAccountWaited(
      List<SeenWrite> writes, Instant stormEnds, int operations) {
    List<SeenWrite> deferred =
        writes.stream().filter(write -> write.at().isBefore(stormEnds)).toList();
    assertTrue(deferred.size() > 3, "the storm met only " + deferred.size() + " writes");
    for (int i = 0; i + 1 < writes.size() && i < deferred.size(); i++) {
      Instant allowed = writes.get(i).at().plus(RETRY_AFTER);
      assertFalse(writes.get(i + 1).at().isBefore(allowed), "too early: " + writes.get(i + 1));
    }
    assertEquals(operations + deferred.size(), writes.size());
  }

  private static void assertVerified(Play play, String operation) {
    Forgotten end =
        assertInstanceOf(
            Forgotten.class, Objects.requireNonNull(play.stored(operation)).state(), operation);
    assertEquals(Ending.Outcome.VERIFIED, end.outcome(), operation);
    assertEquals(1, play.crossing().effects(operation), operation);
  }
}
