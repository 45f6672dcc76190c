package io.onefold.audit;

import io.onefold.schema.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The topics of a cluster. Reads committed records, joins no group, commits no offset and has no
 * producer: there is no call in it by which anything could be written.
 */
public final class KafkaSource implements TopicSource {
  private static final Duration POLL = Duration.ofMillis(200);

  /** How long a transaction that is open now may take to end. */
  private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(90);

  private static final int LONGEST_HEADER = 1000;

  private final Map<String, Object> client = new HashMap<>();
  private final Topics names;
  private final Optional<String> ledger;
  private final Supplier<Optional<Duration>> payloadRetention;

  /**
   * A cluster.
   *
   * @param client how Kafka clients connect
   * @param ledger the name of the ledger, whose place in the inputs is looked up
   */
  public KafkaSource(Map<String, ?> client, Topics names, Optional<String> ledger) {
    this(client, names, ledger, Optional::empty);
  }

  /**
   * A cluster whose intents may be removed.
   *
   * @param payloadRetention as {@link #payloadRetention()}; asked only if some are gone
   */
  public KafkaSource(
      Map<String, ?> client,
      Topics names,
      Optional<String> ledger,
      Supplier<Optional<Duration>> payloadRetention) {
    this.payloadRetention = payloadRetention;
    this.client.putIfAbsent("default.api.timeout.ms", "20000");
    this.client.putAll(client);
    this.client.remove("group.id");
    this.client.put("isolation.level", "read_committed");
    this.client.put("enable.auto.commit", "false");
    this.client.put("allow.auto.create.topics", "false");
    this.client.put("auto.offset.reset", "none");
    this.client.put("max.poll.records", "2000");
    this.client.put("fetch.max.bytes", Integer.toString(4 << 20));
    this.client.put("max.partition.fetch.bytes", Integer.toString(1 << 20));
    this.names = names;
    this.ledger = ledger;
  }

  private KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(client);
    settings.putAll(more);
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  @Override
  public Map<String, Integer> topics() {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of())) {
      Map<String, Integer> found = new TreeMap<>();
      consumer
          .listTopics()
          .forEach(
              (topic, partitions) -> {
                if (Kind.of(names, topic).isPresent()) {
                  found.put(topic, partitions.size());
                }
              });
      return found;
    }
  }

  @Override
  public Optional<Duration> payloadRetention() {
    return payloadRetention.get();
  }

  @Override
  public Map<TopicPartition, Extent> cut() {
    Map<Kind, List<TopicPartition>> byKind = new HashMap<>();
    topics()
        .forEach(
            (topic, count) ->
                Kind.of(names, topic)
                    .ifPresent(
                        kind ->
                            byKind
                                .computeIfAbsent(kind, any -> new ArrayList<>())
                                .addAll(TopicSource.partitionsOf(topic, count))));
    List<TopicPartition> inputs = new ArrayList<>();
    List<TopicPartition> outputs = new ArrayList<>();
    byKind.forEach(
        (kind, partitions) -> {
          if (kind != Kind.JOURNAL) {
            (kind.isInput() ? inputs : outputs).addAll(partitions);
          }
        });
    List<TopicPartition> journal = byKind.getOrDefault(Kind.JOURNAL, List.of());
    // The order matters: what the ledger had decided about when the audit began is in the journal
    // that is read; and what that journal leads to, and rests on, in the topics that are read.
    Map<TopicPartition, Long> processed = processed(inputs);
    Map<TopicPartition, Long> inputsThen = committed(inputs);
    Map<TopicPartition, Long> journalThen = settled(journal);
    Map<TopicPartition, Long> outputsNow = settled(outputs);
    Map<TopicPartition, Long> journalNow = settled(journal);
    Map<TopicPartition, Long> inputsNow = settled(inputs);
    Map<TopicPartition, Extent> cut = new HashMap<>();
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of())) {
      List<TopicPartition> all = new ArrayList<>(inputs);
      all.addAll(outputs);
      all.addAll(journal);
      consumer
          .beginningOffsets(all)
          .forEach(
              (partition, begin) -> {
                Long output = outputsNow.get(partition);
                long then =
                    journalThen.getOrDefault(partition, inputsThen.getOrDefault(partition, 0L));
                long now =
                    journalNow.getOrDefault(partition, inputsNow.getOrDefault(partition, 0L));
                Long told = processed.get(partition);
                cut.put(
                    partition,
                    new Extent(
                        begin,
                        output == null ? then : output,
                        output == null ? now : output,
                        told == null ? OptionalLong.empty() : OptionalLong.of(told)));
              });
    }
    return cut;
  }

  /** Where the ledger is in its inputs; empty where it cannot be told. */
  private Map<TopicPartition, Long> processed(List<TopicPartition> inputs) {
    Map<TopicPartition, Long> told = new HashMap<>();
    if (ledger.isEmpty()) {
      return told;
    }
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of("group.id", ledger.get()))) {
      Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(new HashSet<>(inputs));
      committed.forEach(
          (partition, at) -> {
            if (at != null) {
              told.put(partition, at.offset());
            }
          });
    } catch (KafkaException e) {
      // It may not be asked: then only the journal tells how far the ledger is.
      return new HashMap<>();
    }
    return told;
  }

  private Map<TopicPartition, Long> committed(List<TopicPartition> partitions) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of())) {
      return consumer.endOffsets(partitions);
    }
  }

  /** The ends, once every transaction that has written something by now has ended. */
  private Map<TopicPartition, Long> settled(List<TopicPartition> partitions) {
    try (KafkaConsumer<byte[], byte[]> committed = consumer(Map.of());
        KafkaConsumer<byte[], byte[]> all =
            consumer(Map.of("isolation.level", "read_uncommitted"))) {
      Map<TopicPartition, Long> written = all.endOffsets(partitions);
      long deadline = System.nanoTime() + LONGEST_TRANSACTION.toNanos();
      while (true) {
        Map<TopicPartition, Long> ends = committed.endOffsets(partitions);
        boolean done =
            written.entrySet().stream()
                .allMatch(w -> ends.getOrDefault(w.getKey(), 0L) >= w.getValue());
        if (done || System.nanoTime() > deadline || !pause()) {
          return ends;
        }
      }
    }
  }

  private static boolean pause() {
    try {
      Thread.sleep(50);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void read(
      Collection<TopicPartition> partitions,
      Map<TopicPartition, Extent> cut,
      Consumer<TopicRecord> sink) {
    Set<TopicPartition> open = new HashSet<>(partitions);
    open.removeIf(p -> extent(cut, p).begin() >= extent(cut, p).end());
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of())) {
      consumer.assign(open);
      open.forEach(partition -> consumer.seek(partition, extent(cut, partition).begin()));
      while (!open.isEmpty()) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          TopicPartition from = new TopicPartition(record.topic(), record.partition());
          if (record.offset() < extent(cut, from).end()) {
            sink.accept(laid(record));
          }
        }
        List<TopicPartition> over =
            open.stream().filter(p -> consumer.position(p) >= extent(cut, p).end()).toList();
        over.forEach(open::remove);
        consumer.pause(over);
      }
    }
  }

  private static Extent extent(Map<TopicPartition, Extent> cut, TopicPartition partition) {
    Extent extent = cut.get(partition);
    return extent == null ? new Extent(0, 0, 0, OptionalLong.empty()) : extent;
  }

  private TopicRecord laid(ConsumerRecord<byte[], byte[]> record) {
    Map<String, String> headers = Map.of();
    if (record.topic().equals(names.deadLetters())) {
      headers = new HashMap<>();
      for (Header header : record.headers()) {
        if (DeadLetters.HEADERS.contains(header.key()) && header.value() != null) {
          String text = new String(header.value(), StandardCharsets.UTF_8);
          headers.put(header.key(), text.substring(0, Math.min(LONGEST_HEADER, text.length())));
        }
      }
    }
    return new TopicRecord(
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestamp(),
        record.key(),
        record.value(),
        headers);
  }
}
