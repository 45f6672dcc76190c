package io.onefold.schema;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;

/**
 * The ways that a record of a schema can take: each branch of each union, arrays and maps with
 * something in them, and without.
 */
final class Branches {
  private Branches() {}

  /** All that there are. The schemas of the catalogue do not contain themselves. */
  static void expected(String path, Schema schema, Set<String> found) {
    switch (schema.getType()) {
      case RECORD ->
          schema
              .getFields()
              .forEach(field -> expected(path + "/" + field.name(), field.schema(), found));
      case UNION ->
          schema
              .getTypes()
              .forEach(
                  branch -> {
                    found.add(path + " as " + branch.getFullName());
                    expected(path, branch, found);
                  });
      case ARRAY -> collection(path, schema.getElementType(), found);
      case MAP -> collection(path, schema.getValueType(), found);
      default -> {
        // One way only.
      }
    }
  }

  private static void collection(String path, Schema element, Set<String> found) {
    found.add(path + " empty");
    found.add(path + " filled");
    expected(path, element, found);
  }

  /** Those that this value takes. */
  static void seen(String path, Schema schema, Object value, Set<String> found) {
    switch (schema.getType()) {
      case RECORD -> {
        IndexedRecord record = (IndexedRecord) value;
        for (Schema.Field field : schema.getFields()) {
          seen(path + "/" + field.name(), field.schema(), record.get(field.pos()), found);
        }
      }
      case UNION -> {
        List<Schema> branches = schema.getTypes();
        Schema branch = branches.get(GenericData.get().resolveUnion(schema, value));
        found.add(path + " as " + branch.getFullName());
        seen(path, branch, value, found);
      }
      case ARRAY -> elements(path, schema.getElementType(), (Collection<?>) value, found);
      case MAP -> elements(path, schema.getValueType(), ((Map<?, ?>) value).values(), found);
      default -> {
        // One way only.
      }
    }
  }

  private static void elements(
      String path, Schema element, Collection<?> values, Set<String> found) {
    found.add(path + (values.isEmpty() ? " empty" : " filled"));
    values.forEach(value -> seen(path, element, value, found));
  }
}
