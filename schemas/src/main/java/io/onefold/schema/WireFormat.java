package io.onefold.schema;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Confluent's wire format: a zero byte, the schema ID as four bytes with the highest first, then
 * the record in Avro's binary encoding.
 */
final class WireFormat {
  static final byte MAGIC = 0;
  static final int HEADER_BYTES = 5;

  /** A thread keeps its buffer up to this size; a rare large record does not stay in memory. */
  private static final int KEPT_BUFFER_BYTES = 64 * 1024;

  private static final int SHOWN_BYTES = 16;
  private static final MessageData DATA = new MessageData();
  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  private WireFormat() {}

  static <T extends SpecificRecord> DatumWriter<T> writer(Schema schema) {
    return new SpecificDatumWriter<>(schema, DATA);
  }

  static <T extends SpecificRecord> DatumReader<T> reader(Schema written, Schema read) {
    return new SpecificDatumReader<>(written, read, DATA);
  }

  /** The whole value of a record. */
  static <T> byte[] encode(int id, DatumWriter<T> writer, T record) {
    Scratch scratch = SCRATCH.get();
    ByteArrayOutputStream out = scratch.out;
    out.reset();
    out.write(MAGIC);
    out.write(id >>> 24);
    out.write(id >>> 16);
    out.write(id >>> 8);
    out.write(id);
    boolean complete = false;
    try {
      scratch.encoder = EncoderFactory.get().binaryEncoder(out, scratch.encoder);
      writer.write(record, scratch.encoder);
      scratch.encoder.flush();
      complete = true;
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    } finally {
      // The encoder still holds the beginning of a record that failed, and would put it before the
      // next one.
      if (!complete || out.size() > KEPT_BUFFER_BYTES) {
        SCRATCH.remove();
      }
    }
    return out.toByteArray();
  }

  /** The schema ID of a value that begins with the magic byte and has a whole header. */
  static int idOf(byte[] value) {
    return (value[1] & 0xFF) << 24
        | (value[2] & 0xFF) << 16
        | (value[3] & 0xFF) << 8
        | (value[4] & 0xFF);
  }

  /**
   * The record behind the header.
   *
   * @throws IOException if bytes are missing
   * @throws IllegalArgumentException if bytes are left over
   */
  static <T> T decode(byte[] value, DatumReader<T> reader) throws IOException {
    Scratch scratch = SCRATCH.get();
    int length = value.length - HEADER_BYTES;
    scratch.decoder =
        DecoderFactory.get().binaryDecoder(value, HEADER_BYTES, length, scratch.decoder);
    @Nullable T none = null;
    T record = reader.read(none, scratch.decoder);
    if (!scratch.decoder.isEnd()) {
      throw new IllegalArgumentException(
          scratch.decoder.inputStream().available() + " bytes are left after the record");
    }
    return record;
  }

  /** Length and first bytes, for a message. */
  static String show(byte[] value) {
    int shown = Math.min(value.length, SHOWN_BYTES);
    String first = HexFormat.ofDelimiter(" ").formatHex(value, 0, shown);
    String all = value.length > shown ? " …" : "";
    return value.length + " bytes" + (shown == 0 ? "" : ": " + first + all);
  }

  /** What one thread reuses. */
  private static final class Scratch {
    final ByteArrayOutputStream out = new ByteArrayOutputStream(2048);
    @Nullable BinaryEncoder encoder;
    @Nullable BinaryDecoder decoder;
  }
}
