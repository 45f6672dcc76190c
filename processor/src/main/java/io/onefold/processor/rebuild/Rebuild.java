package io.onefold.processor.rebuild;

import io.onefold.processor.rebuild.PartitionFold.Folded;
import io.onefold.schema.SchemaIds;
import io.onefold.topology.AdminCluster;
import io.onefold.topology.LogReader;
import io.onefold.topology.StartRefusedException;
import io.onefold.topology.StateFolder;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;

/**
 * Builds the ledger's state from the log: operations and their timers from the journal, payloads of
 * open operations from the intents, lives of workers from what they have told, suspensions from
 * their own journal. All is derived and checked before anything is written.
 */
public final class Rebuild {
  private final RebuildSettings settings;
  private final Progress progress;
  private final SchemaIds ids;

  private Rebuild(RebuildSettings settings, Progress progress) {
    this.settings = settings;
    this.progress = progress;
    this.ids = SchemaIds.from(settings.cluster().clients());
  }

  /**
   * Builds the state.
   *
   * @param dryRun only derives and checks; nothing is changed
   * @throws StartRefusedException if the ledger runs, the log is not whole, or Kafka does not
   *     answer. What was derived so far is thrown away; once writing has begun, no ledger starts
   *     until a rebuild has ended
   */
  public static RebuildReport run(RebuildSettings settings, boolean dryRun, Progress progress) {
    return new Rebuild(settings, progress).run(dryRun);
  }

  private RebuildReport run(boolean dryRun) {
    long begun = System.nanoTime();
    try (AdminCluster cluster = settings.admin();
        FoldStore store = new FoldStore(settings.work())) {
      StateTopics topics = new StateTopics(settings, cluster);
      int partitions = topics.check();
      List<Folded> folded = fold(store, partitions);
      refuseMissingPayloads(folded);
      long signatures = signatures(store, partitions, topics.receiptPartitions());
      try (LogReader log = reader()) {
        new OlderState(settings, log, store, progress).check(partitions, topics.existing());
      }
      RebuildReport report = report(store, folded, signatures, topics.missing(), begun);
      if (dryRun) {
        return report;
      }
      topics.refuseWhileRunning();
      topics.createMissing(partitions);
      write(cluster, store, folded, report.operations());
      return report.whenWritten(since(begun));
    }
  }

  private LogReader reader() {
    return new LogReader(settings.cluster());
  }

  private List<Folded> fold(FoldStore store, int partitions) {
    Instant now = Instant.now();
    DestinationFold controls = new DestinationFold(partitions, ids);
    AtomicLong total = new AtomicLong();
    try (LogReader log = reader()) {
      for (int p = 0; p < partitions; p++) {
        TopicPartition from = new TopicPartition(settings.topics().destinations(), p);
        log.read(
            from,
            log.first(from),
            log.end(from),
            record -> {
              controls.next(record);
              return true;
            });
        TopicPartition journal = new TopicPartition(settings.topics().journal(), p);
        total.addAndGet(log.end(journal) - log.first(journal));
      }
    }
    AtomicLong done = new AtomicLong();
    return Partitions.inParallel(
        partitions,
        p -> {
          try (LogReader log = reader()) {
            return new PartitionFold(
                    store,
                    settings.topics(),
                    p,
                    partitions,
                    ids,
                    log,
                    n -> progress.at("folding the journal", done.addAndGet(n), total.get()))
                .fold(controls, now);
          }
        });
  }

  private long signatures(FoldStore store, int partitions, int receipts) {
    Signatures signatures = new Signatures(store, settings.topics().receipts(), partitions, ids);
    AtomicLong done = new AtomicLong();
    Partitions.inParallel(
        receipts,
        p -> {
          try (LogReader log = reader()) {
            signatures.take(p, log, n -> progress.at("reading the receipts", done.addAndGet(n), 0));
          }
          return p;
        });
    return signatures.taken();
  }

  private void refuseMissingPayloads(List<Folded> folded) {
    List<String> missing = folded.stream().flatMap(f -> f.withoutPayload().stream()).toList();
    if (!missing.isEmpty()) {
      throw new StartRefusedException(
          "the payload of open operations is nowhere in %s (STATE_GAP), the first of them: %s; nothing was changed; bring the records of that topic back from a backup or a mirror"
              .formatted(settings.topics().intents(), String.join(", ", missing)));
    }
  }

  private static RebuildReport report(
      FoldStore store, List<Folded> folded, long signatures, List<String> missing, long begun) {
    long[] counts = new long[2];
    for (Folded one : folded) {
      store.all(
          FoldStore.Space.OPERATIONS,
          one.partition(),
          (key, value) -> {
            counts[0]++;
            return true;
          });
      counts[1] += one.open();
    }
    List<String> rereading =
        folded.stream()
            .flatMap(
                f ->
                    f.positions().entrySet().stream()
                        .filter(position -> !position.getValue().exact())
                        .map(position -> position.getKey() + "-" + f.partition()))
            .toList();
    TreeSet<String> workers = new TreeSet<>();
    folded.forEach(f -> workers.addAll(f.lives().keySet()));
    return new RebuildReport(
        false,
        folded.size(),
        folded.stream().mapToLong(Folded::events).sum(),
        counts[0],
        counts[1],
        signatures,
        workers.size(),
        missing,
        rereading,
        since(begun));
  }

  private void write(AdminCluster cluster, FoldStore store, List<Folded> folded, long operations) {
    try (StateWriter writer = new StateWriter(settings)) {
      writer.begin(folded.size(), Instant.now());
      AtomicLong done = new AtomicLong();
      Map<TopicPartition, Long> positions = new HashMap<>();
      for (Folded one : folded) {
        writer.write(
            store, one, n -> progress.at("writing the state", done.addAndGet(n), operations));
        one.positions()
            .forEach(
                (topic, position) ->
                    positions.put(new TopicPartition(topic, one.partition()), position.offset()));
      }
      cluster.setPositions(settings.applicationId(), positions);
      // Before any ledger may start on it: a store on disk could be older than what was written.
      settings.stateDir().ifPresent(dir -> new StateFolder(dir, settings.applicationId()).delete());
      folded.forEach(writer::end);
    }
  }

  private static Duration since(long begun) {
    return Duration.ofNanos(System.nanoTime() - begun);
  }
}
