package io.onefold.processor.rebuild;

import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import io.onefold.topology.AdminCluster;
import io.onefold.topology.LogReader;
import io.onefold.topology.StartRefusedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Derives receipts and escalations again from the journal alone, and compares them byte for byte
 * with those that were published. Reads, outside of every group, and writes nothing to Kafka.
 * Operations that go on meanwhile are compared as far as the journal told of them at the beginning.
 */
public final class Replay {
  private final RebuildSettings settings;
  private final Progress progress;
  private final Topics topics;
  private final SchemaIds ids;

  private Replay(RebuildSettings settings, Progress progress) {
    this.settings = settings;
    this.progress = progress;
    this.topics = settings.topics();
    this.ids = SchemaIds.from(settings.cluster().clients());
  }

  /**
   * Compares.
   *
   * @throws StartRefusedException if the journal is broken, or Kafka does not answer
   */
  public static ReplayReport run(RebuildSettings settings, Progress progress) {
    return new Replay(settings, progress).run();
  }

  private record Derived(long events, long receipts) {}

  private ReplayReport run() {
    long begun = System.nanoTime();
    Map<String, Integer> partitions = partitions();
    try (FoldStore store = new FoldStore(settings.work());
        LogReader log = new LogReader(settings.cluster())) {
      int journals = partitions.getOrDefault(topics.journal(), 0);
      // What is published by now was journalled by now; what comes meanwhile need not be derived.
      Map<TopicPartition, Long> known = ends(log, topics.receipts(), partitions);
      known.putAll(ends(log, topics.escalations(), partitions));
      CanonicalBytes bytes = new CanonicalBytes(ids);
      List<Derived> derived = derive(store, journals, bytes);
      Comparison comparison = new Comparison(store, journals, bytes, known);
      read(log, ends(log, topics.receipts(), partitions), comparison::receipt);
      read(log, ends(log, topics.escalations(), partitions), comparison::escalation);
      comparison.conclude();
      return new ReplayReport(
          derived.stream().mapToLong(Derived::events).sum(),
          derived.stream().mapToLong(Derived::receipts).sum(),
          comparison.escalations(),
          comparison.differences(),
          comparison.first(),
          Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  private Map<String, Integer> partitions() {
    List<String> names = List.of(topics.journal(), topics.receipts(), topics.escalations());
    try (AdminCluster cluster = settings.admin()) {
      Map<String, TopicDescription> found = cluster.topics(names);
      Map<String, Integer> partitions = new HashMap<>();
      for (String name : names) {
        TopicDescription topic = found.get(name);
        if (topic == null) {
          throw new StartRefusedException(
              "topic %s does not exist; are --bootstrap-servers and --topic-prefix right?"
                  .formatted(name));
        }
        partitions.put(name, topic.partitions().size());
      }
      return partitions;
    }
  }

  private static Map<TopicPartition, Long> ends(
      LogReader log, String topic, Map<String, Integer> partitions) {
    Map<TopicPartition, Long> ends = new HashMap<>();
    for (int p = 0; p < partitions.getOrDefault(topic, 0); p++) {
      TopicPartition partition = new TopicPartition(topic, p);
      ends.put(partition, log.end(partition));
    }
    return ends;
  }

  private List<Derived> derive(FoldStore store, int partitions, CanonicalBytes bytes) {
    AtomicLong done = new AtomicLong();
    return Partitions.inParallel(
        partitions,
        p -> {
          Derivations derivations = new Derivations(store, p, bytes);
          JournalFold fold = new JournalFold(store, p, partitions, ids, derivations);
          TopicPartition journal = new TopicPartition(topics.journal(), p);
          try (LogReader log = new LogReader(settings.cluster())) {
            log.read(
                journal,
                log.first(journal),
                log.end(journal),
                record -> {
                  fold.next(record);
                  progress.at("folding the journal", done.incrementAndGet(), 0);
                  return true;
                });
          }
          return new Derived(fold.count(), derivations.receipts());
        });
  }

  private static void read(
      LogReader log,
      Map<TopicPartition, Long> ends,
      Consumer<ConsumerRecord<byte[], byte[]>> each) {
    ends.forEach(
        (partition, end) ->
            log.read(
                partition,
                log.first(partition),
                end,
                record -> {
                  each.accept(record);
                  return true;
                }));
  }
}
