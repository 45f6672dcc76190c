package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.processor.rebuild.Rebuild;
import io.onefold.processor.rebuild.RebuildReport;
import io.onefold.standalone.cases.Installation.RunningInstance;
import io.onefold.topology.StartRefusedException;
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
  @Test
  void shouldSendNothingAgainWhenAStalledRebuildGoesOnBehindARunningLedger(CaseKafka kafka)
      throws Exception {
    // given
    try (Recovery recovery = new Recovery(kafka, "stalled-rebuild", 10)) {
      Installation onefold = recovery.onefold();
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
      recovery.rebuild();
      RunningInstance ledger = onefold.ledger("one");
      recovery.endsWhatWaited(ledger);

      // when
      wakes.complete(null);
      StartRefusedException refused =
          assertInstanceOf(
              StartRefusedException.class,
              assertThrows(CompletionException.class, stalled::join).getCause());

      // then
      assertTrue(refused.getMessage().contains("another rebuild"), refused.getMessage());
      // More happens in each partition, so that the newest of all is in order.
      recovery.doesMore(ledger, "more", 8);
      recovery.stop();
      recovery.loseFolder();
      recovery.continues();
    }
  }
}
