package io.onefold.schema;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/**
 * Avro's view of the generated classes. It finds the records of this package itself: Avro would ask
 * its list of trusted classes, which belongs to the whole process and is not ours to change.
 */
final class MessageData extends SpecificData {
  private static final String PACKAGE = MessageData.class.getPackageName();

  private final Map<String, Class<?>> classes = new ConcurrentHashMap<>();

  MessageData() {
    super(MessageData.class.getClassLoader());
    // The generated encode and decode methods are off unless asked for.
    setCustomCoders(true);
  }

  @Override
  public Class<?> getClass(Schema schema) {
    boolean ours = schema.getType() == Schema.Type.RECORD && PACKAGE.equals(schema.getNamespace());
    return ours
        ? classes.computeIfAbsent(schema.getFullName(), this::load)
        : super.getClass(schema);
  }

  private Class<?> load(String name) {
    try {
      return Class.forName(name, true, getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("the jar lacks the class of the record " + name, e);
    }
  }
}
