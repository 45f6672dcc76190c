package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.onefold.standalone.cli.OnefoldCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** {@code onefold audit} over what an installation has written. */
final class AuditRun {
  private AuditRun() {}

  /** What it printed, and how it ended. */
  private record Printed(int code, String out, String err) {}

  /**
   * Fails if anything is found.
   *
   * @param more options
   * @return what was printed
   */
  static String findsNothing(String bootstrapServers, String... more) {
    Printed printed = run(bootstrapServers, more);
    assertEquals(0, printed.code(), printed.out() + printed.err());
    return printed.out();
  }

  /** Fails unless it ends as wrong usage does, with these words. */
  static void refuses(String words, String bootstrapServers, String... more) {
    Printed printed = run(bootstrapServers, more);
    assertEquals(2, printed.code(), printed.out() + printed.err());
    assertTrue(printed.err().contains(words), printed.err());
  }

  /** Fails unless one rule is broken, in one topic, and no other. */
  static void findsOnly(String bootstrapServers, String rule, String topic) throws IOException {
    Printed printed = run(bootstrapServers, "--output", "json");
    assertEquals(1, printed.code(), printed.out() + printed.err());
    Set<String> broken = new TreeSet<>();
    for (JsonNode finding : new ObjectMapper().readTree(printed.out()).path("findings")) {
      if (finding.path("severity").asText().equals("violation")) {
        broken.add(finding.path("rule").asText() + " in " + finding.path("topic").asText());
      }
    }
    assertEquals(Set.of(rule + " in " + topic), broken, printed.out());
  }

  private static Printed run(String bootstrapServers, String... more) {
    List<String> options =
        new ArrayList<>(List.of("audit", "--bootstrap-servers", bootstrapServers));
    options.addAll(List.of(more));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        OnefoldCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(options.toArray(String[]::new));
    return new Printed(code, out.toString(), err.toString());
  }
}
