package io.onefold.proof.simulation;

import io.onefold.audit.TopicRecord;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.BuiltInCatalogue;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Changes single fields of records. */
final class Tampering {
  private Tampering() {}

  /** A record with one changed field. */
  record Changed(String field, TopicRecord record) {}

  /** The same record with other bytes. */
  static TopicRecord with(TopicRecord at, byte[] value) {
    return new TopicRecord(
        at.topic(), at.partition(), at.offset(), at.timestampMs(), at.key(), value, at.headers());
  }

  /** The same record somewhere else in its partition. */
  static TopicRecord at(TopicRecord record, long offset) {
    return new TopicRecord(
        record.topic(),
        record.partition(),
        offset,
        record.timestampMs(),
        record.key(),
        record.value(),
        record.headers());
  }

  static SpecificRecord read(TopicRecord at) {
    return VirtualLog.read(at.topic(), java.util.Objects.requireNonNull(at.value()));
  }

  /** The bytes of a record of this topic. */
  @SuppressWarnings("unchecked") // The serializer is that of the record's own class.
  static byte[] write(TopicRecord at, SpecificRecord record) {
    Class<SpecificRecord> type = (Class<SpecificRecord>) record.getClass();
    byte[] bytes =
        AvroSerde.of(type, BuiltInCatalogue.instance()).serializer().serialize(at.topic(), record);
    return java.util.Objects.requireNonNull(bytes);
  }

  /** Every change of one field of this record, one after the other. */
  static List<Changed> everyField(TopicRecord at) {
    List<String> paths = new ArrayList<>();
    walk("", read(at), paths);
    List<Changed> changed = new ArrayList<>();
    for (String path : paths) {
      SpecificRecord copy = read(at);
      change(copy, path);
      byte[] bytes = write(at, copy);
      if (!java.util.Arrays.equals(bytes, at.value())) {
        changed.add(new Changed(path, with(at, bytes)));
      }
    }
    return changed;
  }

  private static void walk(String prefix, SpecificRecord record, List<String> paths) {
    for (Schema.Field field : record.getSchema().getFields()) {
      String path = prefix + field.name();
      Object value = record.get(field.pos());
      if (value instanceof SpecificRecord inner) {
        walk(path + ".", inner, paths);
      } else if (value instanceof List<?> list
          && !list.isEmpty()
          && list.get(0) instanceof SpecificRecord first) {
        walk(path + "[].", first, paths);
      }
      paths.add(path);
    }
  }

  private static void change(SpecificRecord record, String path) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      Schema.Field field = record.getSchema().getField(path);
      record.put(field.pos(), other(record.get(field.pos()), field.schema()));
      return;
    }
    String name = path.substring(0, dot).replace("[]", "");
    Object inner = record.get(record.getSchema().getField(name).pos());
    SpecificRecord next =
        inner instanceof List<?> list ? (SpecificRecord) list.get(0) : (SpecificRecord) inner;
    change(next, path.substring(dot + 1));
  }

  /** Another value of that kind; the same one where there is no other of its kind. */
  private static @Nullable Object other(@Nullable Object value, Schema schema) {
    return switch (value) {
      case null -> absent(schema);
      case String text ->
          text.isEmpty() ? "x" : text.substring(1) + (text.charAt(0) == 'x' ? 'y' : 'x');
      case Long number -> number + 1;
      case Integer number -> number + 1;
      case Double number -> number + 1;
      case Boolean flag -> !flag;
      case ByteBuffer bytes -> flipped(bytes);
      case Map<?, ?> any ->
          schema.getValueType().getType() == Schema.Type.LONG
              ? Map.of("7", 7L)
              : Map.of("tampered", "yes");
      case List<?> list -> list.isEmpty() ? list : list.subList(0, list.size() - 1);
      default -> isNullable(schema) ? null : value;
    };
  }

  private static boolean isNullable(Schema schema) {
    return schema.getType() == Schema.Type.UNION
        && schema.getTypes().stream().anyMatch(s -> s.getType() == Schema.Type.NULL);
  }

  private static @Nullable Object absent(Schema schema) {
    for (Schema branch : schema.getTypes()) {
      switch (branch.getType()) {
        case STRING -> {
          return "tampered";
        }
        case LONG -> {
          return 7L;
        }
        case INT -> {
          return 7;
        }
        default -> {}
      }
    }
    return null;
  }

  private static ByteBuffer flipped(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining() == 0 ? 1 : bytes.remaining()];
    bytes.duplicate().get(copy, 0, bytes.remaining());
    copy[copy.length - 1] ^= 1;
    return ByteBuffer.wrap(copy);
  }
}
