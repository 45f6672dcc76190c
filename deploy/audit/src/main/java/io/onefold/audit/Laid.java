package io.onefold.audit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record in a bucket.
 *
 * @param hash of the content that was left out of an intent or a command because it is large; empty
 *     where nothing was left out
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
record Laid(Kind kind, TopicRecord record, String hash) {
  /** By the key of the record. */
  static final Buckets.Form<Laid> FORM =
      new Buckets.Form<>() {
        @Override
        public byte @Nullable [] key(Laid row) {
          return row.record().key();
        }

        @Override
        public int size(Laid row) {
          return row.size();
        }

        @Override
        public void write(Laid row, DataOutputStream out) throws IOException {
          row.write(out);
        }

        @Override
        public Laid read(DataInputStream in) throws IOException {
          return Laid.read(in);
        }
      };

  private int size() {
    return 64 + length(record.key()) + length(record.value());
  }

  private static int length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  private void write(DataOutputStream out) throws IOException {
    out.writeUTF(kind.name());
    out.writeUTF(record.topic());
    out.writeInt(record.partition());
    out.writeLong(record.offset());
    out.writeLong(record.timestampMs());
    write(out, record.key());
    write(out, record.value());
    out.writeUTF(hash);
    out.writeByte(record.headers().size());
    for (Map.Entry<String, String> header : record.headers().entrySet()) {
      out.writeUTF(header.getKey());
      out.writeUTF(header.getValue());
    }
  }

  private static void write(DataOutputStream out, byte @Nullable [] bytes) throws IOException {
    out.writeInt(bytes == null ? -1 : bytes.length);
    if (bytes != null) {
      out.write(bytes);
    }
  }

  private static Laid read(DataInputStream in) throws IOException {
    Kind kind = Kind.valueOf(in.readUTF());
    String topic = in.readUTF();
    int partition = in.readInt();
    long offset = in.readLong();
    long timestamp = in.readLong();
    byte[] key = readBytes(in);
    byte[] value = readBytes(in);
    String hash = in.readUTF();
    int count = in.readByte();
    Map<String, String> headers = count == 0 ? Map.of() : new HashMap<>();
    for (int i = 0; i < count; i++) {
      headers.put(in.readUTF(), in.readUTF());
    }
    return new Laid(
        kind, new TopicRecord(topic, partition, offset, timestamp, key, value, headers), hash);
  }

  private static byte @Nullable [] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    return length < 0 ? null : in.readNBytes(length);
  }
}
