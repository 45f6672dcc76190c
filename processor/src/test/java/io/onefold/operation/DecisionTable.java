package io.onefold.operation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The expected decisions, read from {@code decisions.txt}; its head explains the notation. */
record DecisionTable(List<DecisionTable.Row> rows) {

  static DecisionTable load() {
    Map<String, List<String>> groups = new HashMap<>();
    List<Row> rows = new ArrayList<>();
    for (String line : text().lines().toList()) {
      String content = line.strip();
      if (content.isEmpty() || content.startsWith("#")) {
        continue;
      }
      if (content.startsWith("@") && !content.contains("|")) {
        String[] named = content.split("=", 2);
        groups.put(named[0].strip(), names(named[1], groups));
      } else {
        rows.add(row(content, groups));
      }
    }
    return new DecisionTable(rows);
  }

  /** The first row that speaks of this pair. */
  Optional<Row> row(String input, String state) {
    return rows.stream()
        .filter(r -> matches(r.inputs(), input) && matches(r.states(), state))
        .findFirst();
  }

  /** What is expected of some inputs in some states. */
  record Row(
      List<String> inputs, List<String> states, String next, List<String> effects, String step) {

    /** In what a decision differs from the expected one. */
    Optional<String> differs(OperationState before, OperationInput input, Decision made) {
      String expectedNext = next.equals("=") ? StateName.of(before).name() : next.replace("+", "");
      int expectedToken = OperationDeciderTest.token(before) + (next.endsWith("+") ? 1 : 0);
      String expectedStep = step.replace("{concern}", Described.concern(input));
      List<String> effectsMade = Described.effects(made);
      boolean right =
          StateName.of(made.after()).name().equals(expectedNext)
              && (StateName.of(made.after()) == StateName.FORGOTTEN
                  || OperationDeciderTest.token(made.after()) == expectedToken)
              && Described.step(made.event().step()).equals(expectedStep)
              && agrees(effectsMade);
      return right
          ? Optional.empty()
          : Optional.of(
              "expected %s %s %s, but was %s(token %d) %s %s"
                  .formatted(
                      next,
                      effects,
                      expectedStep,
                      StateName.of(made.after()),
                      OperationDeciderTest.token(made.after()),
                      effectsMade,
                      Described.step(made.event().step())));
    }

    private boolean agrees(List<String> made) {
      List<String> must = effects.stream().filter(e -> !e.endsWith("?")).toList();
      List<String> may = effects.stream().map(e -> e.replace("?", "")).toList();
      return new TreeSet<>(made).containsAll(must)
          && new TreeSet<>(may).containsAll(made)
          && made.size() == new TreeSet<>(made).size();
    }
  }

  private static Row row(String line, Map<String, List<String>> groups) {
    String[] cells = line.split("\\|", -1);
    if (cells.length != 5) {
      throw new IllegalArgumentException("five cells expected: " + line);
    }
    String effects = cells[3].strip();
    return new Row(
        names(cells[0], groups),
        names(cells[1], groups),
        cells[2].strip(),
        effects.equals("-") ? List.of() : Arrays.asList(effects.split(" ", -1)),
        cells[4].strip());
  }

  private static List<String> names(String cell, Map<String, List<String>> groups) {
    return Arrays.stream(cell.strip().split("\\s+", -1))
        .flatMap(
            n ->
                n.startsWith("@")
                    ? Objects.requireNonNull(groups.get(n), () -> "unknown group " + n).stream()
                    : java.util.stream.Stream.of(n))
        .collect(Collectors.toList());
  }

  private static boolean matches(List<String> patterns, String name) {
    return patterns.stream()
        .anyMatch(p -> name.matches(("\\Q" + p + "\\E").replace("*", "\\E.*\\Q")));
  }

  private static String text() {
    try (InputStream in = DecisionTable.class.getResourceAsStream("decisions.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
