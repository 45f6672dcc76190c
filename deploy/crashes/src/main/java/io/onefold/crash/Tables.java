package io.onefold.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Small pieces of Markdown. */
final class Tables {
  private Tables() {}

  /** Writes a report as Markdown, and as JSON beside it under the same name. */
  static void write(Path markdown, String text, String json) throws IOException {
    Files.writeString(markdown, text);
    String name = markdown.getFileName().toString();
    String stem = name.endsWith(".md") ? name.substring(0, name.length() - 3) : name;
    Files.writeString(markdown.resolveSibling(stem + ".json"), json);
  }

  @SafeVarargs
  static String pairs(Map.Entry<String, String>... entries) {
    StringBuilder text = new StringBuilder("| | |\n| --- | --- |\n");
    for (Map.Entry<String, String> entry : entries) {
      text.append("| ")
          .append(entry.getKey())
          .append(" | ")
          .append(entry.getValue())
          .append(" |\n");
    }
    return text.toString();
  }

  /** A list under a title; empty text if there is nothing to list. */
  static String list(String title, List<String> lines) {
    return lines.isEmpty()
        ? ""
        : "\n"
            + title
            + ":\n\n"
            + lines.stream().map(line -> "- " + line + "\n").collect(Collectors.joining());
  }

  static String restarts(Recoveries recoveries) {
    StringBuilder text =
        new StringBuilder(
            "| what | number | min | median | max |\n| --- | ---: | ---: | ---: | ---: |\n");
    recoveries
        .sorted()
        .forEach(
            (what, times) ->
                text.append(
                    "| %s | %d | %s | %s | %s |%n"
                        .formatted(
                            what,
                            times.size(),
                            seconds(times.getFirst()),
                            seconds(times.get(times.size() / 2)),
                            seconds(times.getLast()))));
    return text.toString();
  }

  static String seconds(Duration time) {
    return "%.1f s".formatted(time.toMillis() / 1000.0);
  }

  /** {@code 3 VERIFIED, 1 ESCALATED}. */
  static String counts(Map<String, Integer> counts) {
    return new TreeMap<>(counts)
        .entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", "));
  }

  static String machine() {
    return "%s %s, %d processors, Java %s"
        .formatted(
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            Runtime.getRuntime().availableProcessors(),
            Runtime.version().feature());
  }
}
