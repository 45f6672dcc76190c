package io.onefold.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;

/** Whether records of one schema can be written with another one of the same message. */
final class SchemaFit {
  private SchemaFit() {}

  /**
   * What is wrong with writing our records in the other schema; empty if nothing is.
   *
   * @param strict false: only what no record could be written with
   */
  static Optional<String> problem(Schema ours, Schema other, boolean strict) {
    if (!other.getFullName().equals(ours.getFullName())) {
      return Optional.of("is " + other.getFullName() + " instead of " + ours.getFullName());
    }
    if (!strict) {
      return Optional.empty();
    }
    return mutual(ours, other)
        .map(problem -> "is not compatible with this version of the software: " + problem)
        .or(() -> missing(ours, other));
  }

  /** Why one side could not read what the other one writes; empty if both could. */
  static Optional<String> mutual(Schema one, Schema other) {
    return unreadable(one, other).or(() -> unreadable(other, one));
  }

  private static Optional<String> unreadable(Schema reader, Schema writer) {
    var found = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
    return found.getType() == SchemaCompatibilityType.COMPATIBLE
        ? Optional.empty()
        : Optional.of(reasons(found));
  }

  private static String reasons(SchemaCompatibility.SchemaPairCompatibility found) {
    return found.getResult().getIncompatibilities().stream()
        .map(one -> one.getType() + " at " + one.getLocation() + " (" + one.getMessage() + ")")
        .collect(Collectors.joining("; "));
  }

  /** Fields of ours that the other one would leave out. Avro calls that compatible. */
  private static Optional<String> missing(Schema ours, Schema other) {
    Map<String, Set<String>> there = new LinkedHashMap<>();
    collect(other, there);
    Map<String, Set<String>> here = new LinkedHashMap<>();
    collect(ours, here);
    Set<String> missing = new TreeSet<>();
    here.forEach(
        (record, fields) ->
            fields.stream()
                .filter(field -> !there.getOrDefault(record, Set.of()).contains(field))
                .forEach(field -> missing.add(record + "." + field)));
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of("lacks " + String.join(", ", missing) + ", so that records would lose them");
  }

  private static void collect(Schema schema, Map<String, Set<String>> fields) {
    switch (schema.getType()) {
      case RECORD -> {
        Set<String> names = new TreeSet<>();
        if (fields.putIfAbsent(schema.getFullName(), names) == null) {
          for (Schema.Field field : schema.getFields()) {
            names.add(field.name());
            collect(field.schema(), fields);
          }
        }
      }
      case UNION -> schema.getTypes().forEach(branch -> collect(branch, fields));
      case ARRAY -> collect(schema.getElementType(), fields);
      case MAP -> collect(schema.getValueType(), fields);
      default -> {
        // It has no fields.
      }
    }
  }
}
