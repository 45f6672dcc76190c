package io.onefold.audit;

import io.onefold.schema.ProviderEvent;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Takes the records of the topics in: lays each into its bucket, and notes what must be known of
 * all before one can be judged. Used by one thread; several may share what they fill.
 */
final class Intake implements Consumer<TopicRecord> {
  private final Kind kind;
  private final Collected into;
  private final Optional<byte[]> onlyKey;
  private final CausePeek peek = new CausePeek();
  private final Slim slim;

  /** What all of them fill. */
  record Collected(
      Reading reading,
      Buckets<Laid> buckets,
      Lives lives,
      Controls controls,
      Processed processed,
      Inversions inversions,
      Seals seals) {}

  Intake(Kind kind, Collected into, Optional<String> only) {
    this.kind = kind;
    this.into = into;
    this.slim = new Slim(into.reading());
    this.onlyKey = only.map(id -> id.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void accept(TopicRecord record) {
    byte[] value = record.value();
    switch (kind) {
      case CONTROL -> {
        into.controls().add(kind, record);
        return;
      }
      case CHECKPOINT -> {
        into.seals().checkpoint();
        return;
      }
      case PROVIDER_EVENT -> {
        // An empty operation ID is one zero byte behind the header: the start of a worker.
        if (value != null && value.length > 5 && value[5] == 0 && isLife(record)) {
          return;
        }
      }
      case JOURNAL -> decided(record, value);
      case DEAD_LETTER -> {
        deadLetter(record);
        if (record.headers().getOrDefault(DeadLetters.TOPIC, "").endsWith("destinations")) {
          into.controls().add(kind, record);
          return;
        }
      }
      case INTENT, REVIEW, COMMAND, RECEIPT, ESCALATION -> {}
    }
    if (onlyKey.isPresent() && !java.util.Arrays.equals(onlyKey.get(), record.key())) {
      return;
    }
    if (kind == Kind.ESCALATION && Controls.isAboutDestination(record.key())) {
      into.controls().add(kind, record);
      return;
    }
    into.buckets().add(slim.laid(kind, record));
  }

  private boolean isLife(TopicRecord record) {
    try {
      if (into.reading().read(kind, record.topic(), record.value()) instanceof ProviderEvent event
          && event.getFact() instanceof io.onefold.schema.WorkerStarted
          && event.getWorkerId().equals(new String(key(record), StandardCharsets.UTF_8))
          && !event.getWorkerId().isBlank()) {
        into.lives().add(record, event);
        return true;
      }
      return false;
    } catch (SerializationException e) {
      return false;
    }
  }

  private static byte[] key(TopicRecord record) {
    byte[] key = record.key();
    return key == null ? new byte[0] : key;
  }

  private void decided(TopicRecord record, byte @Nullable [] value) {
    if (value != null) {
      peek.of(value)
          .ifPresent(
              event -> {
                into.processed().decidedAt(event.atMs());
                Kind.ofCause(event.source())
                    .ifPresent(
                        source -> {
                          into.processed().decided(source, event.partition(), event.offset());
                          into.inversions().see(record, source, event.partition(), event.offset());
                        });
              });
    }
  }

  private void deadLetter(TopicRecord record) {
    DeadLetters.origin(record)
        .ifPresent(
            from ->
                Kind.ofCause(from.topic())
                    .ifPresent(
                        source ->
                            into.processed().decided(source, from.partition(), from.offset())));
  }
}
