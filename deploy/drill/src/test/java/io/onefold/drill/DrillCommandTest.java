package io.onefold.drill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.standalone.text.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrillCommandTest {
  @TempDir private Path folder;
  private Path contracts;
  private Path sample;
  private final StringWriter out = new StringWriter();

  @BeforeEach
  void write() throws Exception {
    // Nothing listens on port 1.
    contracts =
        Files.writeString(
            folder.resolve("destinations.yaml"), Contracts.right("http://127.0.0.1:1"));
    sample =
        Files.writeString(folder.resolve("sample.json"), "{\"payload\":{\"title\":\"{run}\"}}");
  }

  private int run(String... args) {
    String[] all = new String[args.length + 1];
    all[0] = "drill";
    System.arraycopy(args, 0, all, 1, args.length);
    return Main.commandLine(new Terminal(false, false, false))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(out))
        .execute(all);
  }

  private void says(int code, String text, int actual) {
    assertEquals(code, actual, out.toString());
    assertTrue(out.toString().contains(text), out.toString());
  }

  @Test
  void shouldListTheScenarios() {
    says(0, "late-write", run("--list"));
  }

  @Test
  void shouldSayWhatIsMissing() {
    says(2, "DESTINATION is missing", run());
    says(2, "--destinations FILE is missing", run("blog"));
    says(2, "it has blog", run("other", "--destinations", contracts.toString()));
    says(2, "--sample FILE is missing", run("blog", "--destinations", contracts.toString()));
  }

  @Test
  void shouldRefuseProductionUnlessToldOtherwise() throws Exception {
    // given
    Files.writeString(
        contracts,
        Files.readString(contracts).replace("environment: sandbox", "environment: prod"));

    // when
    int code =
        run("blog", "--destinations", contracts.toString(), "--sample", sample.toString(), "--yes");

    // then
    says(2, "--production", code);
  }

  @Test
  void shouldSayWhenTheDestinationCannotBeReached() {
    int code =
        run("blog", "--destinations", contracts.toString(), "--sample", sample.toString(), "--yes");
    says(3, "http://127.0.0.1:1 cannot be reached", code);
  }

  @Test
  void shouldRefuseAScenarioThatItDoesNotKnow() {
    int code = run("blog", "--destinations", contracts.toString(), "--only", "plain,lost");
    says(2, "--only names 'lost'; allowed are plain, ", code);
  }

  @Test
  void shouldRefuseAReportOfAnotherForm() {
    int code = run("blog", "--destinations", contracts.toString(), "--report", "out.pdf");
    says(2, ".json, .html or .md", code);
  }
}
