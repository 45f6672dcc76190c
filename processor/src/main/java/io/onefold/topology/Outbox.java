package io.onefold.topology;

import io.onefold.codec.CommandCodec;
import io.onefold.codec.EscalationCodec;
import io.onefold.codec.ReceiptCodec;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.Decision;
import io.onefold.operation.Operation;
import io.onefold.operation.OperationEffect;
import io.onefold.operation.OperationInput;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.Origin;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Command;
import io.onefold.schema.Escalation;
import io.onefold.schema.Receipt;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Forwards what a decision asks for to the sinks. */
final class Outbox {
  private final Consumer<Record<byte[], Outgoing>> outlet;
  private final Topics topics;
  private final Policies policies;
  private final LedgerCounters counters;
  private final DestinationGates gates;
  private final DeadLetters deadLetters;
  private final AvroSerde<Receipt> receipts;
  private final AvroSerde<Escalation> escalations;
  private final AvroSerde<Command> commands;

  Outbox(
      Consumer<Record<byte[], Outgoing>> outlet,
      Topics topics,
      Policies policies,
      SchemaIds ids,
      LedgerCounters counters,
      DestinationGates gates) {
    this.outlet = outlet;
    this.gates = gates;
    this.topics = topics;
    this.policies = policies;
    this.counters = counters;
    this.deadLetters = new DeadLetters(topics.deadLetters());
    this.receipts = AvroSerde.forTopic(topics.receipts(), Receipt.class, ids);
    this.escalations = AvroSerde.forTopic(topics.escalations(), Escalation.class, ids);
    // All pools carry the same message: one subject for them.
    this.commands = AvroSerde.forTopic(topics.commands(Topics.DEFAULT_POOL), Command.class, ids);
  }

  void journal(String operationId, byte[] event, Instant at) {
    forward(topics.journal(), operationId, event, at.toEpochMilli());
  }

  void perform(OperationState before, Decision decision, StoredOperation after) {
    for (OperationEffect effect : decision.effects()) {
      perform(effect, before, decision.event().input(), after);
    }
  }

  private void perform(
      OperationEffect effect, OperationState before, OperationInput input, StoredOperation after) {
    Instant at = input.at();
    switch (effect) {
      case OperationEffect.SendOffer offer ->
          command(CommandCodec.offer(operation(after), hash(after), at), operation(after));
      case OperationEffect.SendGrant grant ->
          command(CommandCodec.grant(operation(after), grant, hash(after), at), operation(after));
      case OperationEffect.SendReadback readback ->
          command(
              CommandCodec.readback(operation(after), readback, hash(after), at), operation(after));
      case OperationEffect.PublishReceipt receipt -> {
        Final end = (Final) after.state();
        Receipt avro = ReceiptCodec.receipt(end, after.receipt().orElseThrow());
        send(topics.receipts(), end.operationId(), receipts, avro, at.toEpochMilli());
      }
      case OperationEffect.PublishEscalation question -> escalation(before, input, after.state());
      case OperationEffect.SuspendDestination refused ->
          gates.perform(refused, (Known) after.state(), at);
      case OperationEffect.EndTest ended -> gates.perform(ended, (Known) after.state(), at);
      case OperationEffect.WantTest wanted -> gates.perform(wanted, (Known) after.state(), at);
    }
  }

  private void escalation(OperationState before, OperationInput input, OperationState after) {
    EscalationCodec.news(before, input, after)
        .ifPresent(
            e ->
                send(
                    topics.escalations(),
                    after.operationId(),
                    escalations,
                    e,
                    input.at().toEpochMilli()));
  }

  /**
   * A pool that no contract names any more has no topic: its operations wait and are offered again.
   */
  private void command(Command command, Operation op) {
    String pool = op.rules().pool();
    if (policies.hasPool(pool)) {
      send(topics.commands(pool), op.id(), commands, command, command.getIssuedAtMs());
    } else {
      counters.count("commands.without.pool");
    }
  }

  void deadLetter(Record<byte[], byte[]> poison, Origin from, PoisonRecordException why) {
    outlet.accept(deadLetters.letter(poison, from, why));
    counters.count("dead.letters");
  }

  private <T extends SpecificRecord> void send(
      String topic, String key, AvroSerde<T> serde, T record, long atMs) {
    forward(topic, key, serde.serializer().serialize(topic, record), atMs);
  }

  private void forward(String topic, String key, byte @Nullable [] value, long atMs) {
    outlet.accept(
        new Record<>(key.getBytes(StandardCharsets.UTF_8), new Outgoing(topic, value), atMs));
  }

  private String hash(StoredOperation after) {
    return policies.contractHash(operation(after).intent().destination());
  }

  private static Operation operation(StoredOperation stored) {
    return ((Known) stored.state()).operation();
  }
}
