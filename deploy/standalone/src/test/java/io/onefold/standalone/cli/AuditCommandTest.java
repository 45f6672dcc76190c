package io.onefold.standalone.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code onefold audit} says when it cannot begin. */
class AuditCommandTest {
  @TempDir Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static void assertUsage(CommandRun run, String told) {
    assertEquals(ExitCode.USAGE, run.exitCode(), run.err());
    assertTrue(run.err().contains(told), run.err());
  }

  @Test
  void shouldSayWhatIsAllowedWhenTimesAreWrong() {
    assertUsage(CommandRun.of("audit", "--from", "yesterday"), "--from is 'yesterday'; write");
    assertUsage(
        CommandRun.of(
            "audit", "--from", "2026-10-31T08:00:00Z", "--to", "2026-10-31T09:00:00+01:00"),
        "--from 2026-10-31T08:00:00Z is not before --to 2026-10-31T08:00:00Z");
  }

  @Test
  void shouldSayWhatIsAllowedWhenTheReportHasNoKnownForm() {
    assertUsage(CommandRun.of("audit", "--report", "audit.pdf"), "must end in .json or .html");
  }

  @Test
  void shouldNameTheLineBeforeKafkaIsAskedWhenAListingIsWrong() throws Exception {
    // given
    Path listing = file("shop.json", "{\"providerId\":\"1\"}\n{\"id\":\"2\"}\n");

    // when
    CommandRun run = CommandRun.of("audit", "--listing", "shop=" + listing);

    // then
    assertUsage(run, listing + ", line 2: there is no field 'id'; allowed are providerId");
  }

  @Test
  void shouldSayWhatIsAllowedWhenAListingCannotBeMeant() throws Exception {
    // given
    Path listing = file("shop.json", "");

    // when
    CommandRun nameless = CommandRun.of("audit", "--listing", listing.toString());
    CommandRun ofOne = CommandRun.of("audit", "--operation", "a", "--listing", "shop=" + listing);

    // then
    assertUsage(nameless, "write DESTINATION=FILE");
    assertUsage(ofOne, "--listing and --operation exclude each other");
  }

  @Test
  void shouldSayWhatIsWrongWhenThereIsNoKeyToCheckWith() throws Exception {
    // given
    Path empty = Files.createDirectory(folder.resolve("keys"));
    Path text = file("keys.txt", "no key");

    // when
    CommandRun nothing = CommandRun.of("audit", "--keys", empty.toString());
    CommandRun noKey = CommandRun.of("audit", "--keys", text.toString());

    // then
    assertUsage(nothing, "--keys: there is no file in " + empty);
    assertUsage(noKey, "--keys: " + text);
  }

  @Test
  void shouldSayWhatIsMissingWhenCopiesOfCheckpointsCannotBeChecked() throws Exception {
    // given
    String copies = file("copies.ndjson", "").toString();

    // when
    CommandRun keyless = CommandRun.of("audit", "--checkpoint", copies);
    CommandRun ofOne = CommandRun.of("audit", "--operation", "a", "--print-checkpoints", copies);

    // then
    assertUsage(keyless, "--checkpoint needs --keys");
    assertUsage(ofOne, "--print-checkpoints and --operation exclude each other");
  }

  @Test
  void shouldEndWithThreeWhenNoBrokerAnswers() throws Exception {
    // given
    int closed;
    try (ServerSocket socket = new ServerSocket(0)) {
      closed = socket.getLocalPort();
    }
    Path config =
        file("kafka.properties", "default.api.timeout.ms=2000\nrequest.timeout.ms=1000\n");

    // when
    CommandRun run =
        CommandRun.of(
            "audit", "--bootstrap-servers", "localhost:" + closed, "--config", config.toString());

    // then
    assertEquals(ExitCode.UNREACHABLE, run.exitCode(), run.err());
    assertTrue(run.err().contains("Kafka at localhost:" + closed + " cannot be read"), run.err());
  }
}
