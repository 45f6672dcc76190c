package io.onefold.proof.weakening;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One rule of the protocol, dropped.
 *
 * @param name short and lasting: the name of its file
 * @param title what is dropped
 * @param reason what the rule is for, and how its lack ends badly
 * @param seed of a history that showed the damage when it was last searched for
 * @param edits changes of source text, at least one
 */
public record Weakening(
    String name, String title, String reason, Optional<Long> seed, List<Edit> edits) {
  private static final Pattern SEED = Pattern.compile("(?m)^Seed: (\\d+)$");
  private static final Pattern EDIT =
      Pattern.compile(
          "(?ms)^`(\\S+)`\\n\\n```java\\n(.*?)\\n```\\n\\nbecomes\\n\\n```java\\n(.*?)\\n?```$");
  private static final Pattern HEAD =
      Pattern.compile("(?s)\\A# (.+?)\\n\\n(.+?)\\n\\n(?=Seed: |`)");

  public Weakening {
    edits = List.copyOf(edits);
  }

  /**
   * A change of one source.
   *
   * @param file path from the root of the checkout
   * @param find whole text that must occur there exactly once
   * @param replacement what it becomes
   */
  public record Edit(String file, String find, String replacement) {
    /**
     * The changed text.
     *
     * @throws WeakeningException if the text to find does not occur exactly once
     */
    String applyTo(String source) {
      int first = source.indexOf(find);
      if (first < 0 || source.indexOf(find, first + 1) >= 0) {
        throw new WeakeningException(
            "the text to replace must occur exactly once in %s, but occurs %s:%n%s"
                .formatted(file, first < 0 ? "nowhere" : "several times", find));
      }
      return source.substring(0, first) + replacement + source.substring(first + find.length());
    }
  }

  /**
   * Reads a file of weakenings: a title, the reason, a seed if one is known, then for each edit a
   * path, the text to find and what it becomes.
   *
   * @throws WeakeningException if the text has another form
   */
  static Weakening parse(String name, String text) {
    Matcher head = HEAD.matcher(text);
    if (!head.find()) {
      throw malformed(name, "it must begin with '# title', a blank line and the reason");
    }
    List<Edit> edits = new ArrayList<>();
    Matcher edit = EDIT.matcher(text);
    while (edit.find()) {
      MatchResult found = edit.toMatchResult();
      edits.add(new Edit(found.group(1), found.group(2), found.group(3)));
    }
    long announced = text.lines().filter(line -> line.equals("becomes")).count();
    if (edits.isEmpty() || edits.size() != announced) {
      throw malformed(
          name, "an edit is `path`, a java block, the line 'becomes' and another java block");
    }
    Matcher seed = SEED.matcher(text);
    return new Weakening(
        name,
        head.group(1).strip(),
        head.group(2).strip(),
        seed.find() ? Optional.of(Long.valueOf(seed.group(1))) : Optional.empty(),
        edits);
  }

  private static WeakeningException malformed(String name, String rule) {
    return new WeakeningException("weakening '%s' cannot be read: %s".formatted(name, rule));
  }

  /** The text of a file with another seed. */
  static String withSeed(String text, long seed) {
    Matcher known = SEED.matcher(text);
    if (known.find()) {
      return known.replaceFirst("Seed: " + seed);
    }
    int firstEdit = text.indexOf("\n\n`");
    return text.substring(0, firstEdit) + "\n\nSeed: " + seed + text.substring(firstEdit);
  }
}
