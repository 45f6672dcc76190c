package io.onefold.destination;

import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * The YAML 1.2 core schema and the merge key. The older rules of the library would make {@code no}
 * a boolean, {@code 1:30} a number and a date out of a text.
 */
final class CoreSchema extends Resolver {
  static final Set<Tag> TAGS =
      Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.MAP, Tag.SEQ, Tag.MERGE);

  private static final Pattern BOOLEAN = Pattern.compile("true|True|TRUE|false|False|FALSE");
  private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+");
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?");
  private static final Pattern NOTHING = Pattern.compile("~|null|Null|NULL");
  private static final Pattern EMPTY = Pattern.compile("^$");

  @Override
  protected void addImplicitResolvers() {
    addImplicitResolver(Tag.MERGE, MERGE, "<");
    addImplicitResolver(Tag.NULL, NOTHING, "~nN\0");
    addImplicitResolver(Tag.NULL, EMPTY, null);
    addImplicitResolver(Tag.BOOL, BOOLEAN, "tTfF");
    addImplicitResolver(Tag.INT, INTEGER, "-+0123456789");
    addImplicitResolver(Tag.FLOAT, DECIMAL, "-+.0123456789");
  }
}
