package io.onefold.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The transition table of the README is the one that the code follows. */
class TransitionTableTest {
  private static final Path README = Path.of("README.md");
  private static final Path FRESH = Path.of("target", "transition-table.md");
  private static final String BEGIN = "<!-- transition table: begin -->\n";
  private static final String END = "<!-- transition table: end -->";

  private static final List<StateName> COLUMNS =
      List.of(
          StateName.ABSENT,
          StateName.READY,
          StateName.CLAIMED,
          StateName.COMMIT_UNKNOWN,
          StateName.UNRESOLVED);

  @Test
  void shouldStandInTheReadmeAsItIsBuilt() throws IOException {
    // given
    String readme = Files.readString(README);
    String written = readme.substring(readme.indexOf(BEGIN) + BEGIN.length(), readme.indexOf(END));

    // when
    String built = table();

    // then
    if (!built.equals(written)) {
      Files.createDirectories(FRESH.getParent());
      Files.writeString(FRESH, built);
    }
    assertEquals(built, written, "copy " + FRESH + " between the marks in " + README);
  }

  /** Inputs that lead to the same things share a row. */
  private static String table() {
    Map<List<String>, List<String>> rows = new LinkedHashMap<>();
    InputSamples.all()
        .forEach(
            (name, input) ->
                rows.computeIfAbsent(cells(input), cells -> new ArrayList<>()).add(name));
    StringBuilder table = new StringBuilder("\n| input | ");
    COLUMNS.forEach(c -> table.append(c).append(" | "));
    table.append("final, FORGOTTEN |\n|").append(" --- |".repeat(COLUMNS.size() + 2)).append("\n");
    rows.forEach(
        (cells, names) ->
            table
                .append("| ")
                .append(label(names))
                .append(" | ")
                .append(String.join(" | ", cells))
                .append(" |\n"));
    return table.append("\n").toString();
  }

  /** "a:x", "b:x", "a:y", "b:y" become "a, b: x, y". */
  private static String label(List<String> names) {
    Map<String, List<String>> waysByThing = new LinkedHashMap<>();
    for (String name : names) {
      int colon = name.indexOf(':');
      waysByThing
          .computeIfAbsent(name.substring(colon + 1), t -> new ArrayList<>())
          .add(name.substring(0, Math.max(0, colon)));
    }
    Map<List<String>, List<String>> thingsByWays = new LinkedHashMap<>();
    waysByThing.forEach(
        (thing, ways) -> thingsByWays.computeIfAbsent(ways, w -> new ArrayList<>()).add(thing));
    return thingsByWays.entrySet().stream()
        .map(
            e -> {
              String ways = String.join(", ", e.getKey());
              String things = "`" + String.join("`, `", e.getValue()) + "`";
              return ways.isEmpty() ? things : ways + ": " + things;
            })
        .collect(Collectors.joining("; "));
  }

  private static List<String> cells(Function<Story, OperationInput> made) {
    Map<StateName, TreeSet<String>> seen = new EnumMap<>(StateName.class);
    TreeSet<String> afterTheEnd = new TreeSet<>();
    StateSamples.all()
        .values()
        .forEach(
            told -> {
              Story story = told.get();
              StateName before = StateName.of(story.state());
              Decision decision = story.take(made.apply(story));
              StateName after = StateName.of(decision.after());
              String step = Described.step(decision.event().step());
              String cell = after == before ? step : step + " → **" + after + "**";
              (COLUMNS.contains(before)
                      ? seen.computeIfAbsent(before, b -> new TreeSet<>())
                      : afterTheEnd)
                  .add(cell);
            });
    List<String> cells = new ArrayList<>();
    COLUMNS.forEach(c -> cells.add(cell(seen.get(c))));
    cells.add(cell(afterTheEnd));
    return cells;
  }

  private static String cell(Set<String> outcomes) {
    // What is only written down or refused is said only where nothing else can happen.
    List<String> telling =
        outcomes.stream().filter(o -> !o.equals("STAY JOURNALLED")).map(Outcome::words).toList();
    List<String> changing = telling.stream().filter(o -> !o.equals("refused")).toList();
    List<String> said = changing.isEmpty() ? telling.stream().distinct().toList() : changing;
    return said.isEmpty() ? "–" : String.join("; ", said);
  }

  /** Steps as a reader would say them. */
  private static final class Outcome {
    private static String words(String outcome) {
      if (outcome.endsWith("_REFUSED")) {
        return "refused";
      }
      String[] parts = outcome.split(" ", 2);
      String verb = parts[0].toLowerCase(Locale.ROOT).replace('_', ' ');
      String rest = parts.length > 1 ? parts[1] : "";
      if (verb.equals("stay")) {
        return rest.toLowerCase(Locale.ROOT).replace('_', ' ');
      }
      String[] next = rest.split("→", 2);
      String why = next[0].strip();
      return verb
          + (why.isEmpty() ? "" : " `" + why + "`")
          + (next.length > 1
              ? " → **" + next[1].replace("*", "").strip().replace("_", "\\_") + "**"
              : "");
    }
  }
}
