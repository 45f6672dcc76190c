package io.onefold.proof.simulation;

import io.onefold.schema.Approval;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Intent;
import io.onefold.schema.PayloadHash;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serializer;

/** Those who want something done, and say so more often than once. */
final class Callers {
  private static final Serializer<Intent> WRITER =
      AvroSerde.forTopic(History.TOPICS.intents(), Intent.class, History.IDS).serializer();

  private final History history;
  private final VirtualLog log;
  private final List<String> operations;

  Callers(History history, VirtualLog log, List<String> operations) {
    this.history = history;
    this.log = log;
    this.operations = operations;
  }

  private static byte[] payload(String operation, int version) {
    return "{\"text\":\"Fish & chips %s %d\"}"
        .formatted(operation, version)
        .getBytes(StandardCharsets.UTF_8);
  }

  void start() {
    Choices choices = history.choices();
    for (String operation : operations) {
      choices.below(2);
      long first = choices.anyUpTo(5000);
      history.agenda().in(first, () -> submit(first(operation)));
      for (int i = choices.below(4); i > 0; i--) {
        history.agenda().in(first + choices.anyUpTo(3 * 60 * 60_000), () -> submitAgain(operation));
      }
    }
  }

  private Intent first(String operation) {
    Intent intent = plain(operation, 0);
    if (history.strikes(Fault.INTENT_UNAPPROVED, 40)) {
      intent.setApproval(null);
    } else if (history.strikes(Fault.INTENT_DENIED, 15)) {
      intent.getApproval().setDecision("DENIED");
    } else if (history.strikes(Fault.INTENT_ALTERED, 15)) {
      intent.setPayload(ByteBuffer.wrap(payload(operation, 2)));
    } else if (history.world().hasBody() && history.strikes(Fault.INTENT_UNFIT, 60)) {
      byte[] unfit = "{\"title\":\"no text\"}".getBytes(StandardCharsets.UTF_8);
      intent.setPayload(ByteBuffer.wrap(unfit));
      intent.getApproval().setPayloadHash(PayloadHash.ofBytes(unfit).value());
    } else if (history.strikes(Fault.INTENT_MISADDRESSED, 15)) {
      intent.setDestination("nowhere");
    } else if (history.strikes(Fault.INTENT_MISDIRECTED, 15)) {
      intent.setAccount("another");
    }
    long earliest = 0;
    if (history.strikes(Fault.INTENT_NOT_BEFORE, 60)) {
      earliest = history.choices().anyUpTo(30 * 60_000);
      intent.setNotBeforeMs(in(earliest));
    }
    if (history.strikes(Fault.INTENT_EXPIRING, 60)) {
      intent.setExpiresAtMs(in(earliest + 1 + history.choices().anyUpTo(10 * 60_000)));
    }
    if (history.strikes(Fault.INTENT_STALE, 15)) {
      intent.setIssuedAtMs(in(-Duration.ofDays(4).toMillis()));
    }
    return intent;
  }

  private void submitAgain(String operation) {
    if (history.strikes(Fault.INTENT_CONFLICTING, 250)) {
      submit(plain(operation, 1));
    } else {
      history.note(Fault.INTENT_REPEATED, () -> "");
      submit(plain(operation, 0));
    }
  }

  /** Long after everything, the same is asked for once more. */
  void comeBack(String operation) {
    history.note(Fault.INTENT_AFTER_FORGETTING, () -> "");
    submit(plain(operation, 0));
  }

  private long in(long ms) {
    return history.agenda().epochMs() + ms;
  }

  private Intent plain(String operation, int version) {
    byte[] payload = payload(operation, version);
    Approval approval =
        new Approval("policy", "APPROVED", "jo", in(0), PayloadHash.ofBytes(payload).value());
    return Intent.newBuilder()
        .setOperationId(operation)
        .setDestination(World.DESTINATION)
        .setAccount(World.ACCOUNT)
        .setEnvironment(World.ENVIRONMENT)
        .setAction("publish")
        .setPayload(ByteBuffer.wrap(payload))
        .setApproval(approval)
        .setAttributes(Map.of())
        .setIssuedAtMs(in(0))
        .build();
  }

  private void submit(Intent intent) {
    byte[] bytes = WRITER.serialize(History.TOPICS.intents(), intent);
    String topic = History.TOPICS.intents();
    log.append(topic, intent.getOperationId(), bytes);
    if (history.strikes(Fault.RECORD_DUPLICATED, 40)) {
      history
          .agenda()
          .in(
              history.choices().anyUpTo(2 * 60 * 60_000),
              () -> log.append(topic, intent.getOperationId(), bytes));
    }
  }
}
