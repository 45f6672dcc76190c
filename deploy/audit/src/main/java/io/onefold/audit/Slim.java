package io.onefold.audit;

import io.onefold.schema.Command;
import io.onefold.schema.Grant;
import io.onefold.schema.Intent;
import io.onefold.schema.Readback;
import io.onefold.schema.RenderedBody;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.errors.SerializationException;

/** Leaves large content out of intents and commands, and keeps its hash. Thread-safe. */
final class Slim {
  /** Records below this size stay as they are. */
  private static final int LARGE_BYTES = 2048;

  private final Reading reading;

  Slim(Reading reading) {
    this.reading = reading;
  }

  /** The record as it is laid into its bucket. */
  Laid laid(Kind kind, TopicRecord record) {
    byte[] value = record.value();
    boolean hasContent = kind == Kind.INTENT || kind == Kind.COMMAND;
    if (!hasContent || value == null || value.length < LARGE_BYTES) {
      return new Laid(kind, record, "");
    }
    try {
      return switch (reading.read(kind, record.topic(), value)) {
        case Intent intent -> {
          String hash = Hashes.of(intent.getPayload());
          intent.setPayload(empty());
          yield new Laid(kind, with(record, reading.write(record.topic(), intent)), hash);
        }
        case Command command -> command(record, command);
        default -> new Laid(kind, record, "");
      };
    } catch (SerializationException e) {
      return new Laid(kind, record, "");
    }
  }

  private Laid command(TopicRecord record, Command command) {
    String hash = "";
    switch (command.getOrder()) {
      case Grant grant -> {
        hash = Hashes.of(grant.getPayload());
        grant.setPayload(empty());
        RenderedBody body = grant.getBody();
        if (body != null) {
          // Its own hash must be that of its content; what it was instead is kept in its place.
          String real = Hashes.of(body.getContent());
          body.setContent(
              real.equals(body.getHash())
                  ? empty()
                  : ByteBuffer.wrap(real.getBytes(StandardCharsets.UTF_8)));
        }
      }
      case Readback readback -> {
        hash = Hashes.of(readback.getPayload());
        readback.setPayload(empty());
      }
      default -> {}
    }
    return new Laid(Kind.COMMAND, with(record, reading.write(record.topic(), command)), hash);
  }

  private static ByteBuffer empty() {
    return ByteBuffer.wrap(new byte[0]);
  }

  private static TopicRecord with(TopicRecord record, byte[] value) {
    return new TopicRecord(
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestampMs(),
        record.key(),
        value,
        record.headers());
  }
}
