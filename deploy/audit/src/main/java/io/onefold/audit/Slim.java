package io.onefold.audit;

import io.onefold.schema.Command;
import io.onefold.schema.Grant;
import io.onefold.schema.Intent;
import io.onefold.schema.Readback;
import io.onefold.schema.RenderedBody;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Leaves large content out of records, and keeps its hash, and what can be told only of the whole.
 * Thread-safe.
 */
final class Slim {
  /** Records below this size stay as they are. */
  private static final int LARGE_BYTES = 2048;

  private static final int LONGEST_WHY = 500;
  private static final byte[] LEFT_OUT = {};

  private final Reading reading;

  Slim(Reading reading) {
    this.reading = reading;
  }

  /** The record as it is laid into its bucket. */
  Laid laid(Kind kind, TopicRecord record) {
    byte[] value = record.value();
    if (value == null || value.length < LARGE_BYTES) {
      return new Laid(kind, record, "");
    }
    if (kind == Kind.DEAD_LETTER) {
      return new Laid(kind, with(record, LEFT_OUT), "", "", Whole.of(value));
    }
    if (kind.isInput() && value.length > DeadLetters.MOST_VALUE_BYTES) {
      return unfit(
          kind,
          record,
          "the record is %d bytes large; allowed are at most %d bytes"
              .formatted(value.length, DeadLetters.MOST_VALUE_BYTES));
    }
    return switch (kind) {
      case INTENT -> intent(record, value);
      case COMMAND -> command(record, value);
      default -> new Laid(kind, record, "");
    };
  }

  /** Whether it means something must be told now: a part of an intent keeps to other rules. */
  private Laid intent(TopicRecord record, byte[] value) {
    try {
      Intent intent = (Intent) reading.read(Kind.INTENT, record.topic(), value);
      InputForm.checkContent(intent);
      String hash = Hashes.of(intent.getPayload());
      intent.setPayload(empty());
      byte[] slim = reading.write(record.topic(), intent);
      return new Laid(Kind.INTENT, with(record, slim), hash, "", Whole.of(value));
    } catch (SerializationException | InputForm.UnfitException e) {
      return unfit(Kind.INTENT, record, String.valueOf(e.getMessage()));
    }
  }

  private static Laid unfit(Kind kind, TopicRecord record, String why) {
    String kept = Differences.beginning(why.isEmpty() ? "no reason" : why, LONGEST_WHY);
    return new Laid(kind, with(record, LEFT_OUT), "", kept, Whole.of(record.value()));
  }

  private Laid command(TopicRecord record, byte[] value) {
    try {
      return command(record, (Command) reading.read(Kind.COMMAND, record.topic(), value));
    } catch (SerializationException e) {
      return new Laid(Kind.COMMAND, record, "");
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
    return ByteBuffer.wrap(LEFT_OUT);
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
