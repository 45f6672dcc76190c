package io.onefold.schema;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Writes records of ours in another schema of the same message, and refuses one that would not come
 * back as it was: a command without the body that it is to send would be another command.
 * Thread-safe.
 */
final class RewritingWriter<T extends SpecificRecord> implements DatumWriter<T> {
  private final Schema other;
  private final DatumWriter<T> ourWriter;
  private final DatumWriter<GenericRecord> otherWriter;
  private final DatumReader<GenericRecord> plain;
  private final DatumReader<GenericRecord> there;
  private final DatumReader<GenericRecord> back;

  RewritingWriter(Schema ours, Schema other) {
    this.other = other;
    this.ourWriter = WireFormat.writer(ours);
    this.otherWriter = new GenericDatumWriter<>(other);
    this.plain = new GenericDatumReader<>(ours, ours);
    this.there = new GenericDatumReader<>(ours, other);
    this.back = new GenericDatumReader<>(other, ours);
  }

  /** Nothing to do: both schemas were given at creation. */
  @Override
  public void setSchema(Schema schema) {}

  /**
   * @throws SerializationException if the other schema cannot hold the record
   */
  @Override
  public void write(T record, Encoder out) throws IOException {
    byte[] ours = bytes(ourWriter, record);
    byte[] theirs;
    GenericRecord returned;
    try {
      theirs = bytes(otherWriter, read(there, ours));
      returned = read(back, theirs);
    } catch (AvroRuntimeException e) {
      throw new SerializationException(
          "the newest schema of the subject cannot hold this "
              + other.getName()
              + ": "
              + e.getMessage(),
          e);
    }
    if (!read(plain, ours).equals(returned)) {
      throw new SerializationException(
          "the newest schema of the subject cannot hold this "
              + other.getName()
              + ": a field that is set would be lost; register the newest released version");
    }
    out.writeFixed(theirs);
  }

  private static <R> byte[] bytes(DatumWriter<R> writer, R record) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Encoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    writer.write(record, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  // Nothing to reuse: this way is a rare one.
  private static GenericRecord read(DatumReader<GenericRecord> reader, byte[] bytes)
      throws IOException {
    return reader.read(null, DecoderFactory.get().binaryDecoder(bytes, null));
  }
}
