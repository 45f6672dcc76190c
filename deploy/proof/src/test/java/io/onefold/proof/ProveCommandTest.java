package io.onefold.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ProveCommandTest {
  private static final int USAGE = 2;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int prove(String arguments) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(("prove " + arguments).split(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "simulation --histories 0, --histories is 0",
    "simulation --threads 257, --threads 257",
    "weakenings --histories 0, --histories is 0",
    "weakenings --only no-such-rule, no weakening 'no-such-rule'; there are",
    "crashes --kills 0, kills are 0",
    "crashes --minutes 0, the longest time is PT0S",
    "crashes --rate 101, operations a second are 101",
    "crashes --group-protocol paxos, the group protocol is paxos",
    "rolling --rate 0, operations a second are 0",
    "rolling --restarts 4, 'restarts of each kind are 4, but must be from 1 to 3'",
    "rolling --group-protocol paxos, the group protocol is paxos",
    "crashes --point no-such-point, no point's name holds [no-such-point]"
  })
  void shouldSayWhatIsAllowedWhenUsageIsWrong(String arguments, String message) {
    // when
    int exitCode = prove(arguments);

    // then
    assertEquals(USAGE, exitCode);
    assertTrue(err.toString().contains(message), err.toString());
  }

  @Test
  void shouldTellTheStoryWhenASeedIsGiven() {
    // when
    int exitCode = prove("simulation --seed 4711");

    // then
    assertEquals(0, exitCode, err.toString());
    assertTrue(out.toString().startsWith("Seed 4711, world "), out.toString());
    assertTrue(out.toString().endsWith("Every promise was kept.\n"), out.toString());
  }

  @Test
  void shouldSumUpWhenSeveralHistoriesArePlayed() {
    // when
    int exitCode = prove("simulation --histories 20 --seed 100");

    // then
    assertEquals(0, exitCode, err.toString());
    assertTrue(out.toString().contains("20 of 20 histories"), out.toString());
  }

  @Test
  void shouldListEveryPointWhenAsked() {
    // when
    int exitCode = prove("crashes --list");

    // then
    assertEquals(0, exitCode, err.toString());
    assertTrue(out.toString().contains("worker: after the first byte | "), out.toString());
  }
}
