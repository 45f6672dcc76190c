package io.onefold.topology;

import io.onefold.codec.StoredHead;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Checkpoint;
import io.onefold.schema.signing.CheckpointSeries;
import io.onefold.schema.signing.JournalPlace;
import io.onefold.schema.signing.SigningKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Counts what one partition writes into its journal, and signs from time to time how far it has
 * come. Used by one thread at a time.
 */
final class Checkpoints {
  private final LedgerParts parts;
  private final int partition;
  private final PartitionStore store;
  private final Consumer<Record<byte[], Outgoing>> outlet;
  private final AvroSerde<Checkpoint> serde;
  private @Nullable StoredHead current;

  /**
   * By the clock of this process: another one's is not trusted. So a process that goes on for
   * another makes its first checkpoint at once.
   */
  private Optional<Instant> newest = Optional.empty();

  Checkpoints(
      LedgerParts parts,
      int partition,
      PartitionStore store,
      Consumer<Record<byte[], Outgoing>> outlet) {
    this.parts = parts;
    this.partition = partition;
    this.store = store;
    this.outlet = outlet;
    this.serde = AvroSerde.forTopic(parts.topics().checkpoints(), Checkpoint.class, parts.ids());
  }

  /** The next event of the journal; in the order in which they are sent. */
  void count(JournalPlace event, String chain) {
    StoredHead before = current();
    keep(
        new StoredHead(
            before.head().after(event, HexFormat.of().parseHex(chain)), before.series()));
  }

  /** Makes a checkpoint if there is something new and the newest one is old enough. */
  void goOn(Instant now) {
    Optional<SigningKey> key = parts.signing().key();
    if (key.isPresent() && isDue(now) && current().head().events() > current().series().covered()) {
      newest = Optional.of(now);
      send(current().series().next(partition, current().head(), now, key.get()), now);
    }
  }

  /** A clock that was set back must not put the next one off for longer than the interval. */
  private boolean isDue(Instant now) {
    Duration interval = parts.signing().checkpointInterval();
    return newest
        .filter(then -> !now.isBefore(then) && now.isBefore(then.plus(interval)))
        .isEmpty();
  }

  private void send(Checkpoint checkpoint, Instant now) {
    String topic = parts.topics().checkpoints();
    byte[] key = Integer.toString(partition).getBytes(StandardCharsets.UTF_8);
    byte[] value = serde.serializer().serialize(topic, checkpoint);
    outlet.accept(new Record<>(key, new Outgoing(topic, value, partition), now.toEpochMilli()));
    keep(new StoredHead(current().head(), CheckpointSeries.endingWith(checkpoint)));
    parts.counters().count("checkpoints");
  }

  private StoredHead current() {
    if (current == null) {
      current = store.head();
    }
    return current;
  }

  private void keep(StoredHead head) {
    current = head;
    store.keep(head);
  }
}
