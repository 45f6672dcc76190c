package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.processor.rebuild.Rebuild;
import io.onefold.processor.rebuild.RebuildReport;
import io.onefold.standalone.cases.Installation.RunningInstance;
import io.onefold.topology.StartRefusedException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A rebuild stalls while it writes, is given up for dead, and wakes when all goes on again. */
@ExtendWith(CaseKafka.Shared.class)
@Tag("instances")
@Tag("campaign")
class StalledRebuildIT {
  private static final int PARTITIONS = 2;

  private final CaseKafka kafka;

  StalledRebuildIT(CaseKafka kafka) {
    this.kafka = kafka;
  }

  @Test
  void shouldSendNothingAgainWhenAStalledRebuildGoesOnBehindARunningLedger() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "stalled-rebuild", PARTITIONS)) {
      StateLoss loss = new StateLoss(onefold, 10);
      StateLoss.awaitNoMembers(onefold, onefold.applicationId());
      CompletableFuture<Void> writes = new CompletableFuture<>();
      CompletableFuture<Void> wakes = new CompletableFuture<>();
      CompletableFuture<RebuildReport> stalled =
          CompletableFuture.supplyAsync(
              () ->
                  Rebuild.run(
                      onefold.rebuild(onefold.applicationId()),
                      false,
                      (phase, done, total) -> {
                        if (phase.equals("writing the state")) {
                          writes.complete(null);
                          wakes.join();
                        }
                      }));
      writes.get(1, TimeUnit.MINUTES);
      loss.rebuild(onefold, onefold.applicationId());
      RunningInstance ledger = onefold.ledger("one");
      onefold.worker("slow", "w2", Map.of(), 4);
      // It waited when the state was built.
      onefold.operation(ledger, "slow", "loss-waits").end();

      // when
      wakes.complete(null);
      StartRefusedException refused =
          assertInstanceOf(
              StartRefusedException.class,
              assertThrows(CompletionException.class, stalled::join).getCause());

      // then
      assertTrue(refused.getMessage().contains("another rebuild"), refused.getMessage());
      // More happens in each partition, so that the newest of all is in order.
      for (int i = 0; i < 8; i++) {
        CaseRun more = onefold.operation(ledger, "slow", "more-" + i);
        more.submit(Intents.of("slow", more.id(), "text of " + more.id()));
        assertEquals("VERIFIED", more.end().path("state").asText());
      }
      onefold.stop();
      StateLoss.awaitNoMembers(onefold, onefold.applicationId());
      StateLoss.delete(onefold.stateOf("one"));
      loss.continues(onefold, onefold.applicationId());
    }
  }
}
