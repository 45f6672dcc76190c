package io.onefold.proof.simulation;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.ProviderEvent;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * How the records of one worker process reach their topic: in order, each once or twice, and what
 * is under way when the process dies perhaps.
 */
final class WorkerLog {
  private static final Serializer<ProviderEvent> WRITER =
      AvroSerde.forTopic(History.TOPICS.providerEvents(), ProviderEvent.class, History.IDS)
          .serializer();

  private final History history;
  private final VirtualLog log;
  private long free;
  private boolean dead;
  private int pending;

  WorkerLog(History history, VirtualLog log) {
    this.history = history;
    this.log = log;
  }

  static byte[] bytes(ProviderEvent event) {
    return WRITER.serialize(History.TOPICS.providerEvents(), event);
  }

  int pending() {
    return pending;
  }

  /** The process is gone. */
  void die() {
    dead = true;
  }

  /** Appends a record after all earlier ones; {@code arrived} learns whether it got there. */
  void append(ProviderEvent event, boolean mayFail, Consumer<Boolean> arrived) {
    byte[] bytes = bytes(event);
    String key = event.getOperationId();
    long after = 1 + history.choices().anyUpTo(50);
    if (history.strikes(Fault.RECORD_DELAYED, 20)) {
      after += history.choices().anyUpTo(10 * 60_000);
    }
    free = Math.max(free, history.now() + after);
    pending++;
    boolean fails = mayFail && history.strikes(Fault.CLAIM_NOT_LOGGED, 8);
    history.agenda().at(free, () -> land(key, bytes, fails, arrived));
  }

  private void land(String key, byte[] bytes, boolean fails, Consumer<Boolean> arrived) {
    pending--;
    if (dead && !history.strikes(Fault.RECORD_OF_THE_DEAD, 300)) {
      return;
    }
    if (!fails) {
      write(key, bytes);
    }
    if (!dead) {
      arrived.accept(!fails);
    }
  }

  private void write(String key, byte[] bytes) {
    String topic = History.TOPICS.providerEvents();
    log.append(topic, key, bytes);
    if (history.strikes(Fault.RECORD_DUPLICATED, 15)) {
      history
          .agenda()
          .in(history.choices().anyUpTo(60 * 60_000), () -> log.append(topic, key, bytes));
    }
  }
}
