package io.onefold.topology;

import io.onefold.codec.JournalCodec;
import io.onefold.operation.Decision;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.StateName;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.OperationEvent;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Writes journal events and chains them: who changes one event breaks every later chain value of
 * its operation. The chain value covers the record's bytes as they lie in the topic, so it can be
 * checked without decoding them, under any later version of the schema.
 */
public final class JournalWriter {
  /**
   * Magic byte and schema ID in front of the record: they may differ between a topic and its
   * mirror.
   */
  private static final int HEADER_BYTES = 5;

  private static final int CHAIN_BYTES = 32;

  /** The chain is the record's last field: one byte of length, then the value. */
  private static final int CHAIN_FIELD_BYTES = 1 + CHAIN_BYTES;

  private final AvroSerde<OperationEvent> serde;
  private final String topic;

  JournalWriter(AvroSerde<OperationEvent> serde, String topic) {
    this.serde = serde;
    this.topic = topic;
  }

  /**
   * An event as it goes to the topic.
   *
   * @param value the record's bytes
   * @param chain its chain value: 64 lower-case hex digits
   */
  @SuppressWarnings("ArrayRecordComponent") // Made here, sent at once, never compared.
  record Written(byte[] value, String chain) {}

  /** The chained record of a decision. */
  Written write(OperationState before, Decision decision, String previousChain) {
    OperationEvent avro = JournalCodec.write(decision.event());
    avro.setStateBefore(StateName.of(before).name());
    avro.setStateAfter(StateName.of(decision.after()).name());
    avro.setToken(token(decision.after()));
    avro.setChain(ByteBuffer.allocate(CHAIN_BYTES));
    byte[] value = serde.serializer().serialize(topic, avro);
    byte[] chain = chain(value, previousChain);
    System.arraycopy(chain, 0, value, value.length - CHAIN_BYTES, CHAIN_BYTES);
    return new Written(value, HexFormat.of().formatHex(chain));
  }

  /**
   * The chain value of an event: SHA-256 over the previous value and the record's Avro bytes before
   * the chain field.
   *
   * @param value the record as it lies in the topic
   * @param previousChain 64 hex digits; all zero before the first event
   */
  public static byte[] chain(byte[] value, String previousChain) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(HexFormat.of().parseHex(previousChain));
      digest.update(value, HEADER_BYTES, value.length - HEADER_BYTES - CHAIN_FIELD_BYTES);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static int token(OperationState state) {
    return switch (state) {
      case Absent absent -> 0;
      case Forgotten forgotten -> 0;
      case Known known -> known.operation().attempts().token();
    };
  }
}
