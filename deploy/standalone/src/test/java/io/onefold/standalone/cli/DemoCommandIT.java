package io.onefold.standalone.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DemoCommandIT {
  @Test
  void shouldCountNoEffectTwiceWhenTheBlogMisbehaves() {
    // when
    CommandRun run = CommandRun.of("demo");

    // then
    assertTrue(
        run.out().endsWith("  intents 8, deliveries 20, effects 6, duplicates 0\n"), run.out());
    assertEquals(ExitCode.OK, run.exitCode());
  }

  @Test
  void shouldSeeEveryReceiptWhenUnderLoad() {
    // when
    CommandRun run =
        CommandRun.of("load", "--self", "--rate", "20", "--duration", "5s", "--output", "json");

    // then
    assertTrue(run.out().contains("\"submitted\":100,\"received\":100,\"repeated\":0"), run.out());
    assertTrue(run.out().contains("\"outcomes\":{\"VERIFIED\":100}"), run.out());
  }
}
