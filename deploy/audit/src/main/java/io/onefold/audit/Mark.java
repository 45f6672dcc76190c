package io.onefold.audit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * That somebody names a thing at a destination.
 *
 * @param number of the item or receipt; 0 for evidence
 */
record Mark(Thing thing, By by, int number) {
  /** What is named: an identifier or an address. */
  record Thing(String destination, boolean byUrl, String name) {}

  /** Who names it. */
  enum By {
    ITEM,
    EVIDENCE,
    RECEIPT
  }

  /** By the thing. */
  static final Buckets.Form<Mark> FORM =
      new Buckets.Form<>() {
        @Override
        public byte[] key(Mark row) {
          return row.thing().name().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int size(Mark row) {
          return 128 + row.thing().name().length();
        }

        @Override
        public void write(Mark row, DataOutputStream out) throws IOException {
          Rows.write(out, row.thing().destination(), row.thing().name(), row.by().name());
          out.writeBoolean(row.thing().byUrl());
          out.writeInt(row.number());
        }

        @Override
        public Mark read(DataInputStream in) throws IOException {
          String destination = Rows.read(in);
          String name = Rows.read(in);
          By by = By.valueOf(Rows.read(in));
          return new Mark(new Thing(destination, in.readBoolean(), name), by, in.readInt());
        }
      };
}
