package io.onefold.topology;

import io.onefold.codec.JournalCodec;
import io.onefold.operation.Decision;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.StateName;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.OperationEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;

/**
 * Writes journal events and chains them: who changes one event breaks every later chain value of
 * its operation.
 */
public final class JournalWriter {
  private static final ByteBuffer NO_CHAIN = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final SpecificDatumWriter<OperationEvent> writer =
      new SpecificDatumWriter<>(OperationEvent.class);

  /** The chained record of a decision. Not thread-safe: each task has its own writer. */
  OperationEvent write(OperationState before, Decision decision, String previousChain) {
    OperationEvent avro = JournalCodec.write(decision.event());
    avro.setStateBefore(StateName.of(before).name());
    avro.setStateAfter(StateName.of(decision.after()).name());
    avro.setToken(token(decision.after()));
    avro.setChain(ByteBuffer.wrap(chain(avro, previousChain)));
    return avro;
  }

  /**
   * The chain value of an event: SHA-256 over the previous value and the record's Avro bytes with
   * an empty chain and with the attributes of an intent in the order of their names, as they were
   * written. An event that was read has lost that order, and gets it back here.
   *
   * @param previousChain 64 hex digits
   */
  public byte[] chain(OperationEvent event, String previousChain) {
    if (event.getInput() instanceof IntentSubmitted submitted) {
      Intent intent = submitted.getIntent();
      intent.setAttributes(new TreeMap<>(intent.getAttributes()));
    }
    ByteBuffer kept = event.getChain();
    event.setChain(NO_CHAIN.duplicate());
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(HexFormat.of().parseHex(previousChain));
      return digest.digest(bytes(event));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    } finally {
      event.setChain(kept);
    }
  }

  private byte[] bytes(OperationEvent event) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
    try {
      writer.write(event, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory cannot fail", e);
    }
    return out.toByteArray();
  }

  private static int token(OperationState state) {
    return switch (state) {
      case Absent absent -> 0;
      case Forgotten forgotten -> 0;
      case Known known -> known.operation().attempts().token();
    };
  }
}
