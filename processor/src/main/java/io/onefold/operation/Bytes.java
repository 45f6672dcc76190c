package io.onefold.operation;

import java.util.Arrays;

/** Immutable bytes with value equality. */
public final class Bytes {
  /** No bytes. */
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private final byte[] value;

  private Bytes(byte[] value) {
    this.value = value;
  }

  /** Takes the array over; the caller must not change it afterwards. */
  public static Bytes wrap(byte[] value) {
    return value.length == 0 ? EMPTY : new Bytes(value);
  }

  /** The bytes themselves; must not be changed. */
  public byte[] array() {
    return value;
  }

  /** Number of bytes. */
  public int length() {
    return value.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(value, bytes.value);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(value);
  }

  /** Only the length: payloads do not belong in logs. */
  @Override
  public String toString() {
    return value.length + " bytes";
  }
}
