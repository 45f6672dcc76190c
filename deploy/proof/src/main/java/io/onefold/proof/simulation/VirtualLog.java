package io.onefold.proof.simulation;

import io.onefold.guarantee.Seen;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Checkpoint;
import io.onefold.schema.Command;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.Escalation;
import io.onefold.schema.Intent;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.Receipt;
import io.onefold.schema.Review;
import io.onefold.schema.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;

/** All topics of one history. What reaches one is shown to those who watch. */
final class VirtualLog {
  private static final Map<String, Deserializer<? extends SpecificRecord>> READERS = readers();

  private final History history;
  private final int partitions;
  private final Map<String, VirtualTopic> topics = new HashMap<>();
  private final Map<String, Arrival> followers = new HashMap<>();

  /** Told of each record that has reached a partition. */
  interface Arrival {
    void at(int partition);
  }

  VirtualLog(History history, int partitions) {
    this.history = history;
    this.partitions = partitions;
  }

  private static Map<String, Deserializer<? extends SpecificRecord>> readers() {
    Topics names = History.TOPICS;
    return Map.of(
        names.intents(), reader(Intent.class),
        names.providerEvents(), reader(ProviderEvent.class),
        names.reviews(), reader(Review.class),
        names.destinations(), reader(DestinationRecord.class),
        names.commands(Topics.DEFAULT_POOL), reader(Command.class),
        names.journal(), reader(OperationEvent.class),
        names.checkpoints(), reader(Checkpoint.class),
        names.receipts(), reader(Receipt.class),
        names.escalations(), reader(Escalation.class));
  }

  private static <T extends SpecificRecord> Deserializer<T> reader(Class<T> type) {
    return AvroSerde.of(type, History.IDS).deserializer();
  }

  int partitions() {
    return partitions;
  }

  int home(String key) {
    return Topics.partitionOf(key.getBytes(StandardCharsets.UTF_8), partitions);
  }

  VirtualTopic topic(String name) {
    return topics.computeIfAbsent(name, any -> new VirtualTopic(name, partitions));
  }

  VirtualTopic commands() {
    return topic(History.TOPICS.commands(Topics.DEFAULT_POOL));
  }

  void follow(String topic, Arrival follower) {
    followers.put(topic, follower);
  }

  /** A record reaches its topic. */
  void append(String topic, String key, byte[] value) {
    append(topic, home(key), key.getBytes(StandardCharsets.UTF_8), value, true);
  }

  void append(String topic, int partition, byte[] key, byte[] value, boolean committed) {
    put(topic, partition, key, value, committed);
    if (committed) {
      show(topic, value);
    }
    tell(topic, partition);
  }

  private void put(String topic, int partition, byte[] key, byte[] value, boolean committed) {
    topic(topic)
        .append(
            partition, new VirtualTopic.Entry(key, value, history.agenda().epochMs(), committed));
  }

  private void tell(String topic, int partition) {
    Arrival follower = followers.get(topic);
    if (follower != null) {
      follower.at(partition);
    }
  }

  /** What a record says. */
  static SpecificRecord read(String topic, byte[] value) {
    Deserializer<? extends SpecificRecord> reader = READERS.get(topic);
    if (reader == null) {
      throw new IllegalStateException("nobody here reads " + topic);
    }
    return reader.deserialize(topic, value);
  }

  private void show(String topic, byte[] value) {
    if (!READERS.containsKey(topic)) {
      throw new IllegalStateException("a record went to " + topic + ", which nobody expects here");
    }
    Instant at = history.instant();
    history.see(
        switch (read(topic, value)) {
          case Intent intent -> new Seen.Submitted(at, intent);
          case ProviderEvent event -> new Seen.Reported(at, event);
          case Review review -> new Seen.Reviewed(at, review);
          case DestinationRecord control -> new Seen.Controlled(at, control, value);
          case Command command -> new Seen.Commanded(at, command);
          case OperationEvent event -> new Seen.Journalled(at, event, value);
          case Receipt receipt -> new Seen.Received(at, receipt);
          case Escalation escalation -> new Seen.Escalated(at, escalation);
          case SpecificRecord other ->
              throw new IllegalStateException("no record of ours: " + other.getClass());
        });
  }

  /**
   * Everything that a topic holds by now is written to it a second time. Those who watch see again
   * what the ledger must account for; a copy of a command is nothing that it has sent.
   */
  void replay(String topic) {
    VirtualTopic all = topic(topic);
    for (int partition = 0; partition < partitions; partition++) {
      for (int offset = 0, end = all.end(partition); offset < end; offset++) {
        VirtualTopic.Entry entry = all.read(partition, offset);
        if (entry.committed()) {
          put(topic, partition, entry.key(), entry.value(), true);
          if (inputs().contains(topic)) {
            show(topic, entry.value());
          }
          tell(topic, partition);
        }
      }
    }
  }

  static List<String> inputs() {
    return History.TOPICS.inputs();
  }
}
