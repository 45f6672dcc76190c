package io.onefold.audit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * An operation that had, or may still have, its effect.
 *
 * @param same what it asks for: those that ask for the same are equal in it
 * @param asked false if it is outside of what is judged
 */
record Wish(Same same, Warning.Involved operation, boolean asked) {
  /** Equal for operations that ask one destination for the same. */
  record Same(
      String destination, String account, String environment, String action, String payloadHash) {}

  /** By what is asked for. */
  static final Buckets.Form<Wish> FORM =
      new Buckets.Form<>() {
        @Override
        public byte[] key(Wish row) {
          // Which bucket; whether two are the same is told by the whole of it.
          return (row.same().payloadHash() + row.same().destination())
              .getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int size(Wish row) {
          return 256 + row.operation().operationId().length() + row.operation().owner().length();
        }

        @Override
        public void write(Wish row, DataOutputStream out) throws IOException {
          Same same = row.same();
          Rows.write(out, same.destination(), same.account(), same.environment(), same.action());
          Rows.write(out, same.payloadHash());
          Warning.Involved of = row.operation();
          Rows.write(out, of.operationId(), of.owner(), of.state());
          out.writeLong(of.atMs());
          out.writeBoolean(row.asked());
        }

        @Override
        public Wish read(DataInputStream in) throws IOException {
          Same same =
              new Same(Rows.read(in), Rows.read(in), Rows.read(in), Rows.read(in), Rows.read(in));
          Warning.Involved of =
              new Warning.Involved(Rows.read(in), Rows.read(in), Rows.read(in), in.readLong());
          return new Wish(same, of, in.readBoolean());
        }
      };
}
