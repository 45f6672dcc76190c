package io.onefold.schema;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;

/**
 * Records made from nothing but a schema: every branch of every union once, each time with all
 * optional fields set and again with none. The same schema gives the same records.
 */
final class SampleRecords {
  private final boolean bare;
  private final int branch;
  private final String way;
  private int number;

  private SampleRecords(int branch, boolean bare, String way) {
    this.branch = branch;
    this.bare = bare;
    this.way = way;
  }

  static List<GenericRecord> of(Schema schema) {
    List<GenericRecord> records = new ArrayList<>();
    for (int branch = 0; branch < mostBranches(schema); branch++) {
      records.add((GenericRecord) new SampleRecords(branch, false, "").value("", "", schema));
      records.add((GenericRecord) new SampleRecords(branch, true, "").value("", "", schema));
    }
    return records;
  }

  /** Full records that differ in one of the {@link Branches} each, so that all are taken. */
  static List<GenericRecord> everyWay(Schema schema) {
    Set<String> ways = new TreeSet<>();
    Branches.expected("", schema, ways);
    List<GenericRecord> records = new ArrayList<>();
    for (int branch = 0; branch < mostBranches(schema); branch++) {
      for (String way : ways) {
        records.add((GenericRecord) new SampleRecords(branch, false, way).value("", "", schema));
      }
    }
    return records;
  }

  /** The record in Avro's binary encoding, without a header. */
  static byte[] binary(GenericRecord record) {
    return encode(record, out -> EncoderFactory.get().directBinaryEncoder(out, null));
  }

  /** The record in Avro's JSON encoding, on one line. */
  static String json(GenericRecord record) {
    return new String(
        encode(record, out -> EncoderFactory.get().jsonEncoder(record.getSchema(), out, false)),
        StandardCharsets.UTF_8);
  }

  /** The record that these bytes, written with one schema, are under another. */
  static GenericRecord read(byte[] binary, Schema written, Schema read) {
    try {
      return new GenericDatumReader<GenericRecord>(written, read)
          .read(null, DecoderFactory.get().binaryDecoder(binary, null));
    } catch (IOException e) {
      throw new AssertionError("cannot read a sample", e);
    }
  }

  private interface EncoderSource {
    Encoder on(ByteArrayOutputStream out) throws IOException;
  }

  private static byte[] encode(GenericRecord record, EncoderSource source) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      Encoder encoder = source.on(out);
      new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
      encoder.flush();
      return out.toByteArray();
    } catch (IOException e) {
      throw new AssertionError("cannot write a sample", e);
    }
  }

  private static int mostBranches(Schema schema) {
    return switch (schema.getType()) {
      case UNION -> {
        List<Schema> branches = withoutNull(schema);
        yield Math.max(
            branches.size(),
            branches.stream().mapToInt(SampleRecords::mostBranches).max().orElse(1));
      }
      case RECORD ->
          schema.getFields().stream()
              .mapToInt(field -> mostBranches(field.schema()))
              .max()
              .orElse(1);
      case ARRAY -> mostBranches(schema.getElementType());
      case MAP -> mostBranches(schema.getValueType());
      default -> 1;
    };
  }

  private Object value(String path, String name, Schema schema) {
    number++;
    return switch (schema.getType()) {
      case RECORD -> record(path, schema);
      case UNION -> union(path, name, schema);
      case ARRAY -> {
        Schema element = schema.getElementType();
        yield isEmpty(path)
            ? List.of()
            : List.of(value(path, name, element), value(path, name, element));
      }
      case MAP ->
          isEmpty(path)
              ? Map.of()
              : Map.of(name + "-key", value(path, name, schema.getValueType()));
      case STRING -> name + "-" + number + "-é€";
      case BYTES -> ByteBuffer.wrap(new byte[] {(byte) number, 0, (byte) 0xFF});
      case INT -> number;
      case LONG -> 1_793_000_000_000L + number;
      case DOUBLE -> number + 0.5;
      case BOOLEAN -> number % 2 == 0;
      default -> throw new AssertionError("no sample for the Avro type " + schema.getType());
    };
  }

  private GenericRecord record(String path, Schema schema) {
    GenericRecord record = new GenericData.Record(schema);
    for (Schema.Field field : schema.getFields()) {
      record.put(field.name(), value(path + "/" + field.name(), field.name(), field.schema()));
    }
    return record;
  }

  private Object union(String path, String name, Schema schema) {
    List<Schema> branches = withoutNull(schema);
    boolean optional = branches.size() < schema.getTypes().size();
    if (optional && (bare || way.equals(path + " as null"))) {
      return null;
    }
    return value(path, name, branches.get(branch % branches.size()));
  }

  private boolean isEmpty(String path) {
    return bare || way.equals(path + " empty");
  }

  private static List<Schema> withoutNull(Schema union) {
    return union.getTypes().stream().filter(type -> type.getType() != Schema.Type.NULL).toList();
  }
}
