package io.onefold.processor.rebuild;

import io.onefold.codec.ControlCodec;
import io.onefold.codec.StoredDestination;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.Origin;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.DestinationRequest;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import io.onefold.suspension.ControlEvent;
import io.onefold.suspension.ControlEvolver;
import io.onefold.suspension.DestinationControl;
import io.onefold.suspension.Request;
import io.onefold.suspension.Request.Asker;
import io.onefold.suspension.Request.Wish;
import io.onefold.topology.JournalWriter;
import io.onefold.topology.StartRefusedException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Folds the topic of the destinations: what each partition has asked, and what it has learned. The
 * topic is small, all of it is held in memory.
 */
final class DestinationFold {
  /**
   * An event where a partition was told of it.
   *
   * @param offset in that partition
   */
  private record Told(long offset, DestinationControl control, String chain) {}

  /** Numbers of the newest request of a partition, and of the newest that holds. */
  private record Asked(long newest, long holding) {}

  private final int partitions;
  private final LedgerRecords<DestinationRecord> records;
  private final Map<Integer, List<Told>> told = new HashMap<>();
  private final Map<Integer, Map<String, Asked>> asked = new HashMap<>();
  private final Map<Integer, Causes> causes = new HashMap<>();
  private final Map<String, Told> homes = new TreeMap<>();

  DestinationFold(int partitions, SchemaIds ids) {
    this.partitions = partitions;
    this.records = new LedgerRecords<>(DestinationRecord.class, ids);
  }

  /** Takes the next record of any partition; in each partition in their order. */
  void next(ConsumerRecord<byte[], byte[]> record) {
    records.read(record).ifPresent(avro -> take(record, avro));
  }

  private void take(ConsumerRecord<byte[], byte[]> record, DestinationRecord avro) {
    String name = avro.getDestination();
    switch (avro.getFact()) {
      case DestinationEvent event -> event(record, name, event);
      case DestinationRequest request -> request(record.partition(), name, request);
      default -> {}
    }
  }

  private void event(ConsumerRecord<byte[], byte[]> record, String name, DestinationEvent avro) {
    DestinationControl control = ControlCodec.control(name, avro.getSequence(), avro.getState());
    byte[] chain = new byte[avro.getChain().remaining()];
    avro.getChain().duplicate().get(chain);
    Told news = new Told(record.offset(), control, HexFormat.of().formatHex(chain));
    told.computeIfAbsent(record.partition(), p -> new ArrayList<>()).add(news);
    if (home(name) != record.partition()) {
      return;
    }
    Told before =
        homes.getOrDefault(
            name, new Told(-1, DestinationControl.untouched(name), StoredOperation.CHAIN_START));
    if (control.sequence() <= before.control().sequence()) {
      return;
    }
    ControlEvent event = ControlCodec.event(name, avro);
    check(record, before, event, news);
    homes.put(name, news);
    if (event.request().origin().source().equals(record.topic())) {
      causes
          .computeIfAbsent(record.partition(), p -> new Causes())
          .note(record.topic(), event.request().origin().offset(), name);
    }
  }

  private static void check(
      ConsumerRecord<byte[], byte[]> record, Told before, ControlEvent event, Told news) {
    String chain = HexFormat.of().formatHex(JournalWriter.chain(record.value(), before.chain()));
    boolean follows =
        event.sequence() == before.control().sequence() + 1
            && chain.equals(news.chain())
            && ControlEvolver.evolve(before.control(), event).equals(news.control());
    if (!follows) {
      throw new StartRefusedException(
          "the journal of destination '%s' is broken at offset %d of %s-%d: event %d does not follow event %d; bring the topic back as it was from a backup or a mirror"
              .formatted(
                  news.control().destination(),
                  record.offset(),
                  record.topic(),
                  record.partition(),
                  event.sequence(),
                  before.control().sequence()));
    }
  }

  private void request(int at, String name, DestinationRequest avro) {
    if (home(name) != at || avro.getPartition() < 0) {
      return;
    }
    Request request = ControlCodec.request(avro, new Origin("", at, -1), Instant.EPOCH);
    if (request.asker() instanceof Asker.Partition by) {
      boolean holds =
          request.wish() instanceof Wish.Refused || request.wish() instanceof Wish.TestEnded;
      Map<String, Asked> mine = asked.computeIfAbsent(by.partition(), p -> new HashMap<>());
      Asked before = mine.getOrDefault(name, new Asked(0, 0));
      mine.put(
          name,
          new Asked(
              Math.max(before.newest(), by.number()),
              holds ? Math.max(before.holding(), by.number()) : before.holding()));
    }
  }

  private int home(String destination) {
    return Topics.partitionOf(destination.getBytes(StandardCharsets.UTF_8), partitions);
  }

  /** The latest causes of events that the controls at home in a partition have written. */
  Causes causes(int partition) {
    return causes.getOrDefault(partition, new Causes());
  }

  /**
   * What a partition remembers of each destination. Of destinations that are open the held
   * operations are offered once more: whether all were offered stands nowhere, and an offer too
   * many is harmless.
   *
   * @param position what lies from here on will be read, and learned then
   */
  List<StoredDestination> of(int partition, long position, Instant now) {
    Map<String, StoredDestination> all = new TreeMap<>();
    asked
        .getOrDefault(partition, Map.of())
        .forEach(
            (name, numbers) ->
                all.put(
                    name,
                    new StoredDestination(
                        DestinationControl.untouched(name),
                        StoredOperation.CHAIN_START,
                        numbers.newest(),
                        numbers.holding(),
                        Optional.empty())));
    for (Told news : told.getOrDefault(partition, List.of())) {
      String name = news.control().destination();
      StoredDestination before = all.getOrDefault(name, StoredDestination.untouched(name));
      boolean isKnown = home(name) == partition || news.offset() < position;
      if (isKnown && news.control().sequence() > before.control().sequence()) {
        all.put(name, before.learned(news.control(), news.chain(), partition));
      }
    }
    Optional<Long> reopened = Optional.of(now.toEpochMilli());
    return all.values().stream()
        .map(
            d -> d.reopened(d.isOpen() && d.control().sequence() > 0 ? reopened : Optional.empty()))
        .toList();
  }
}
