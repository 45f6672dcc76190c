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
 * @param why an input means nothing, as far as that was told by the whole; empty where it was not
 * @param was the value before something was left out; null where it is told by what is there
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
record Laid(Kind kind, TopicRecord record, String hash, String why, @Nullable Whole was) {
  /** By the key under which letters about the record lie as well. */
  static final Buckets.Form<Laid> FORM =
      new Buckets.Form<>() {
        @Override
        public byte @Nullable [] key(Laid row) {
          return row.key();
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

  /** A record that stays as it is, or of which nothing but a hash need be known. */
  Laid(Kind kind, TopicRecord record, String hash) {
    this(kind, record, hash, "", null);
  }

  /** What records of one operation, and the letters about them, have in common. */
  byte @Nullable [] key() {
    return DeadLetters.key(record);
  }

  /** What the value was in its topic. */
  Whole whole() {
    return was == null ? Whole.of(record.value()) : was;
  }

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
    out.writeUTF(why);
    out.writeBoolean(was != null);
    if (was != null) {
      out.writeInt(was.bytes());
      out.writeUTF(was.digest());
    }
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
    String why = in.readUTF();
    Whole was = in.readBoolean() ? new Whole(in.readInt(), in.readUTF()) : null;
    int count = in.readByte();
    Map<String, String> headers = count == 0 ? Map.of() : new HashMap<>();
    for (int i = 0; i < count; i++) {
      headers.put(in.readUTF(), in.readUTF());
    }
    TopicRecord record = new TopicRecord(topic, partition, offset, timestamp, key, value, headers);
    return new Laid(kind, record, hash, why, was);
  }

  private static byte @Nullable [] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    return length < 0 ? null : in.readNBytes(length);
  }
}
