package io.onefold.topology;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The newest that one partition has written to each of its stores and to the journal, and has read
 * of each input. Kept in the same transaction, so that a store, a journal or a position that is
 * older or newer than the others is found at the next start. Used by one thread at a time.
 */
public final class Marks {
  /** The only form so far, the first byte of what is stored. */
  private static final int FORM = 1;

  private static final int CHAIN_BYTES = 32;

  /**
   * The newest event of the journal's partition.
   *
   * @param key its operation ID as bytes
   * @param chain its chain value, 32 bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // Compared by sameAs alone.
  public record Head(byte[] key, byte[] chain) {
    /** The head that this journal record is. */
    public static Head of(byte[] key, byte[] value) {
      return new Head(key, Arrays.copyOfRange(value, value.length - CHAIN_BYTES, value.length));
    }

    /** True if both are the same event. */
    public boolean sameAs(Head other) {
      return Arrays.equals(key, other.key) && Arrays.equals(chain, other.chain);
    }
  }

  /** A worker and the newest life that was stored of it. */
  public record Life(String worker, long incarnation) {}

  /** A destination and the checksum of what was stored of it. */
  public record Stored(String destination, long checksum) {}

  private final Map<String, InputMark> inputs = new TreeMap<>();
  private Optional<Head> head = Optional.empty();
  private Optional<Life> life = Optional.empty();
  private Optional<Stored> destination = Optional.empty();
  private byte[] timer = new byte[0];

  /** Nothing was written or read yet. */
  public Marks() {}

  /** A record of this input was read. */
  public void read(String topic, InputMark record) {
    inputs.put(topic, record);
  }

  /** The newest record that was read of an input; empty where no mark was made. */
  public Optional<InputMark> read(String topic) {
    return Optional.ofNullable(inputs.get(topic));
  }

  /** This event was journalled. */
  public void wrote(Head event) {
    head = Optional.of(event);
  }

  /** The newest journalled event; empty if none was. */
  public Optional<Head> head() {
    return head;
  }

  /** This life of a worker was stored. */
  public void kept(Life newest) {
    life = Optional.of(newest);
  }

  Optional<Life> life() {
    return life;
  }

  /** This was stored of a destination. */
  public void kept(Stored newest) {
    destination = Optional.of(newest);
  }

  Optional<Stored> destination() {
    return destination;
  }

  /** This entry was added to the timer store. */
  public void added(byte[] key) {
    timer = key;
  }

  /** An entry was removed from the timer store; if it was the newest, nothing is known of it. */
  void removed(byte[] key) {
    if (Arrays.equals(timer, key)) {
      timer = new byte[0];
    }
  }

  /** The newest entry of the timer store; empty if that was removed since. */
  Optional<byte[]> timer() {
    return timer.length == 0 ? Optional.empty() : Optional.of(timer);
  }

  /** The stored form. */
  public byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(FORM);
      out.writeShort(inputs.size());
      for (Map.Entry<String, InputMark> input : inputs.entrySet()) {
        out.writeUTF(input.getKey());
        out.writeLong(input.getValue().offset());
        out.writeLong(input.getValue().timestampMs());
        out.writeLong(input.getValue().checksum());
      }
      write(out, head.map(Head::key).orElse(new byte[0]));
      write(out, head.map(Head::chain).orElse(new byte[0]));
      out.writeUTF(life.map(Life::worker).orElse(""));
      out.writeLong(life.map(Life::incarnation).orElse(0L));
      out.writeUTF(destination.map(Stored::destination).orElse(""));
      out.writeLong(destination.map(Stored::checksum).orElse(0L));
      write(out, timer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /**
   * The marks of their stored form.
   *
   * @throws IllegalStateException if it is none of this or an earlier version
   */
  public static Marks decode(byte[] stored) {
    Marks marks = new Marks();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(stored))) {
      int form = in.readByte();
      if (form != FORM) {
        throw new IllegalStateException(
            "marks have form " + form + "; this version reads only form " + FORM);
      }
      for (int left = in.readShort(); left > 0; left--) {
        marks.read(in.readUTF(), new InputMark(in.readLong(), in.readLong(), in.readLong()));
      }
      byte[] key = read(in);
      byte[] chain = read(in);
      marks.head = key.length == 0 ? Optional.empty() : Optional.of(new Head(key, chain));
      Life life = new Life(in.readUTF(), in.readLong());
      marks.life = Optional.of(life).filter(l -> !l.worker().isEmpty());
      Stored destination = new Stored(in.readUTF(), in.readLong());
      marks.destination = Optional.of(destination).filter(d -> !d.destination().isEmpty());
      marks.timer = read(in);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read marks of " + stored.length + " bytes", e);
    }
    return marks;
  }

  private static byte[] read(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }
}
