package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.processor.rebuild.Progress;
import io.onefold.processor.rebuild.Rebuild;
import io.onefold.processor.rebuild.RebuildReport;
import io.onefold.standalone.cases.Installation.RunningInstance;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How long it takes to build the state of very many operations, and what then comes of each. */
@ExtendWith(CaseKafka.Shared.class)
@Tag("campaign")
@Tag("instances")
class RebuildFigureIT {
  private static final int PARTITIONS = 6;
  private static final int OPERATIONS = Integer.getInteger("onefold.rebuild.operations", 1_000_000);

  /** Submitted again afterwards, spread over all of them. */
  private static final int AGAIN =
      Math.min(OPERATIONS, Integer.getInteger("onefold.rebuild.again", OPERATIONS));

  private final CaseKafka kafka;

  RebuildFigureIT(CaseKafka kafka) {
    this.kafka = kafka;
  }

  @Test
  void shouldSendNothingAgainWhenStateOfVeryManyOperationsIsBuilt() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "rebuild-figure", PARTITIONS)) {
      try (ManyOperations many = new ManyOperations(onefold, PARTITIONS)) {
        for (int i = 0; i < OPERATIONS; i++) {
          many.verified(id(i));
        }
      }

      // when
      ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
      RebuildReport report =
          Rebuild.run(onefold.rebuild(onefold.applicationId()), false, Progress.NONE);
      long heap =
          ManagementFactory.getMemoryPoolMXBeans().stream()
              .filter(pool -> pool.getType() == MemoryType.HEAP)
              .mapToLong(pool -> pool.getPeakUsage().getUsed())
              .sum();

      // then
      System.out.printf(
          "rebuild: %,d operations, %,d events, %,d open, %.1f s, heap at most %,d MiB%n",
          report.operations(),
          report.events(),
          report.open(),
          report.took().toMillis() / 1000.0,
          heap >> 20);
      assertEquals(OPERATIONS, report.operations());
      assertEquals(0, report.open());
      submittedAgain(onefold);
    }
  }

  private static String id(int number) {
    return "figure-" + number;
  }

  private void submittedAgain(Installation onefold) throws Exception {
    RunningInstance ledger = onefold.ledger("one");
    onefold.worker("w1");
    long begun = System.nanoTime();
    Set<String> wanted = new HashSet<>();
    try (TopicWriter writer = new TopicWriter(onefold.bootstrapServers(), onefold.topics())) {
      for (int i = 0; i < AGAIN; i++) {
        String id = id((int) ((long) i * OPERATIONS / AGAIN));
        wanted.add(id);
        var unused = writer.intent(ManyOperations.intent(id));
      }
    }
    await("each is known")
        .atMost(Duration.ofHours(1))
        .pollInterval(Duration.ofSeconds(5))
        .until(
            () ->
                ledger
                        .ledger()
                        .streams()
                        .orElseThrow()
                        .counters()
                        .snapshot()
                        .getOrDefault("intents.DUPLICATE", 0L)
                    >= AGAIN);
    assertEquals(0, onefold.standIns().get("plain").provider().seenWrites().size());
    assertEquals(AGAIN, wanted.size());
    System.out.printf(
        "submitted again: %,d intents, each answered as a duplicate, no send, %.1f s%n",
        AGAIN, (System.nanoTime() - begun) / 1e9);
  }
}
