package io.onefold.destination;

import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/** Turns the text of a file into nodes, without building any object that a tag might name. */
final class YamlText {
  private static final int DEEPEST = 50;
  private static final int MOST_ALIASES = 1000;

  private YamlText() {}

  /** The one document of the text; empty, with a recorded mistake, if it is not YAML. */
  static Optional<YamlValue> compose(String text, Reading reading) {
    if (text.length() > DestinationsFile.MAX_BYTES) {
      reading.mistake(new Mistake(0, 0, "", "is larger than 5 MiB, the most that is read"));
      return Optional.empty();
    }
    try {
      LoaderOptions options = options();
      Node root =
          new Composer(new ParserImpl(new StreamReader(text), options), new CoreSchema(), options)
              .getSingleNode();
      if (root == null) {
        reading.mistake(new Mistake(0, 0, "", "is empty; it must hold `destinations`"));
        return Optional.empty();
      }
      return Optional.of(new YamlValue(root, root.getStartMark(), "", reading));
    } catch (MarkedYAMLException wrong) {
      reading.mistake(mistake(wrong));
    } catch (ReaderException wrong) {
      int line = 1 + (int) text.chars().limit(wrong.getPosition()).filter(c -> c == '\n').count();
      reading.mistake(
          new Mistake(
              line,
              1,
              "",
              "holds the character U+%04X, which YAML does not allow"
                  .formatted(wrong.getCodePoint())));
    } catch (YAMLException wrong) {
      reading.mistake(new Mistake(0, 0, "", "is no YAML that is read here: " + wrong.getMessage()));
    }
    return Optional.empty();
  }

  private static LoaderOptions options() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(DestinationsFile.MAX_BYTES);
    options.setNestingDepthLimit(DEEPEST);
    options.setMaxAliasesForCollections(MOST_ALIASES);
    options.setAllowRecursiveKeys(false);
    return options;
  }

  private static Mistake mistake(MarkedYAMLException wrong) {
    Mark mark = wrong.getProblemMark() != null ? wrong.getProblemMark() : wrong.getContextMark();
    String message = "is not YAML: " + wrong.getProblem();
    if (message.contains("\\t(TAB)")) {
      message = "is not YAML: a tab cannot indent; use blanks";
    } else if (message.contains("another document")) {
      message = "holds more than one YAML document; one is read";
    }
    return mark == null
        ? new Mistake(0, 0, "", message)
        : new Mistake(mark.getLine() + 1, mark.getColumn() + 1, "", message);
  }
}
