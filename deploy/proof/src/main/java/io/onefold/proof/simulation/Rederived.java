package io.onefold.proof.simulation;

import io.onefold.codec.EscalationCodec;
import io.onefold.codec.ReceiptCodec;
import io.onefold.codec.StoredOperation;
import io.onefold.codec.SuspensionEscalation;
import io.onefold.operation.OperationEvent;
import io.onefold.operation.OperationEvolver;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.Questions;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Escalation;
import io.onefold.schema.Receipt;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** State, receipts and escalations derived from the journal alone, in the order of its events. */
final class Rederived {
  private final AvroSerde<Receipt> receiptSerde =
      AvroSerde.forTopic(History.TOPICS.receipts(), Receipt.class, History.IDS);
  private final AvroSerde<Escalation> escalationSerde =
      AvroSerde.forTopic(History.TOPICS.escalations(), Escalation.class, History.IDS);
  private final Map<String, StoredOperation> states = new HashMap<>();
  private final Map<String, List<String>> receipts = new TreeMap<>();
  private final Map<String, List<String>> escalations = new TreeMap<>();

  /**
   * Takes the next event of an operation.
   *
   * @param chain its chain value: 64 hex digits
   */
  void next(OperationEvent event, String chain) {
    String id = event.operationId();
    StoredOperation before =
        Optional.ofNullable(states.get(id))
            .orElseGet(() -> StoredOperation.absent(id, event.input().at().toEpochMilli()));
    StoredOperation after =
        before.followedBy(
            OperationEvolver.evolve(before.state(), event),
            chain,
            event.input().at(),
            StoredOperation.UNSCHEDULED);
    states.put(id, after);
    if (after.state() instanceof Final end && !(before.state() instanceof Final)) {
      Receipt receipt = ReceiptCodec.receipt(end, after.receipt().orElseThrow());
      add(receipts, id, receiptSerde.serializer().serialize(History.TOPICS.receipts(), receipt));
    }
    if (Questions.changed(before.state(), after.state())) {
      EscalationCodec.news(before.state(), event.input(), after.state())
          .ifPresent(
              news ->
                  add(
                      escalations,
                      id,
                      escalationSerde.serializer().serialize(History.TOPICS.escalations(), news)));
    }
  }

  private static void add(Map<String, List<String>> to, String id, byte[] value) {
    to.computeIfAbsent(id, any -> new ArrayList<>()).add(HexFormat.of().formatHex(value));
  }

  /** The state of each operation. */
  Map<String, StoredOperation> states() {
    return states;
  }

  /**
   * Tells of each operation whose receipts or escalations are not, byte for byte, those derived.
   */
  void compare(VirtualLog log, BiConsumer<String, String> different) {
    compare("receipts", receipts, published(log.topic(History.TOPICS.receipts())), different);
    compare(
        "escalations", escalations, published(log.topic(History.TOPICS.escalations())), different);
  }

  private static Map<String, List<String>> published(VirtualTopic topic) {
    Map<String, List<String>> published = new TreeMap<>();
    for (int partition = 0; partition < topic.partitions(); partition++) {
      for (int offset = 0; offset < topic.end(partition); offset++) {
        VirtualTopic.Entry entry = topic.read(partition, offset);
        String key = new String(entry.key(), StandardCharsets.UTF_8);
        // A destination's escalations follow from its own journal.
        if (entry.committed() && !key.startsWith(SuspensionEscalation.key(""))) {
          add(published, key, entry.value());
        }
      }
    }
    return published;
  }

  private static void compare(
      String what,
      Map<String, List<String>> derived,
      Map<String, List<String>> published,
      BiConsumer<String, String> different) {
    Map<String, List<String>> all = new TreeMap<>(published);
    derived.forEach(all::putIfAbsent);
    for (String id : all.keySet()) {
      List<String> expected = derived.getOrDefault(id, List.of());
      List<String> found = published.getOrDefault(id, List.of());
      if (!expected.equals(found)) {
        different.accept(
            id, "published %s are %s, the journal gives %s".formatted(what, found, expected));
      }
    }
  }
}
