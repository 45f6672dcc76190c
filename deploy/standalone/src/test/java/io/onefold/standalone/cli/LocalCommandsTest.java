package io.onefold.standalone.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.standalone.Connectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalCommandsTest {
  @TempDir Path folder;

  @Test
  void shouldHashCanonicalFormWhenPayloadIsJson() throws IOException {
    // given
    String spaced = file("a.json", "{ \"b\": 1.0, \"a\": \"x\" }\n");
    String canonical = file("b.json", "{\"a\":\"x\",\"b\":1}");

    // when
    CommandRun one = CommandRun.of("hash", spaced);
    CommandRun two = CommandRun.of("hash", canonical, "--raw");

    // then
    assertEquals(one, two);
    assertTrue(one.out().startsWith("sha256:"), one.out());
  }

  @Test
  void shouldWriteNothingWhenRebuildIsNotToldTo() throws IOException {
    // when
    CommandRun neither = CommandRun.of("rebuild");
    CommandRun both = CommandRun.of("rebuild", "--yes", "--dry-run");
    CommandRun nowhere = CommandRun.of("rebuild", "--dry-run", "--data", folder.toString());

    // then
    assertEquals(2, neither.exitCode());
    assertTrue(neither.err().contains("--dry-run to look first, or --yes"), neither.err());
    assertEquals(2, both.exitCode());
    assertEquals(2, nowhere.exitCode());
    assertTrue(nowhere.err().contains("holds no standalone installation"), nowhere.err());
  }

  @Test
  void shouldSayThatKafkaIsNotThereWhenReplayCannotReachIt() throws IOException {
    // given
    String settings =
        file("kafka.properties", "bootstrap.servers=nowhere.invalid:9092\nunknown=1\n");

    // when
    CommandRun run = CommandRun.of("replay", "--config", settings);

    // then
    assertEquals(3, run.exitCode(), run.err());
    assertTrue(run.err().contains("no Kafka client knows unknown"), run.err());
    assertTrue(run.err().contains("nowhere.invalid"), run.err());
  }

  @Test
  void shouldPointToIntentOptionWhenFileIsAnIntent() throws IOException {
    // given
    String intent =
        file(
            "intent.json",
            "{\"operationId\":\"a\",\"destination\":\"blog\",\"account\":\"acme\","
                + "\"environment\":\"test\",\"action\":\"publish\",\"payload\":{\"x\":1}}");

    // when
    CommandRun asPayload = CommandRun.of("hash", intent);
    CommandRun asIntent = CommandRun.of("hash", intent, "--intent");

    // then
    assertTrue(asPayload.err().contains("--intent"), asPayload.err());
    assertEquals("a  " + CommandRun.of("hash", file("p.json", "{\"x\":1}")).out(), asIntent.out());
  }

  @Test
  void shouldHashTheBodyThatTheContractMakesOfAnIntent() throws IOException {
    // given
    String contracts =
        file(
            "destinations.yaml",
            """
            destinations:
              blog:
                connector: http
                account: acme
                environment: test
                send: {url: "https://blog.example/", provider-id: /id, body: {form: {t: "{payload.x}"}}}
                readback: [{by: id, url: "https://blog.example/{providerId}"}]
            """);
    String intents =
        "{\"operationId\":\"a\",\"destination\":\"%s\",\"account\":\"acme\","
            + "\"environment\":\"test\",\"action\":\"publish\",\"payload\":{\"%s\":1}}";

    // when
    CommandRun hashed =
        CommandRun.of(
            "hash",
            file("a", intents.formatted("blog", "x")),
            "--intent",
            "--destinations",
            contracts);
    CommandRun unfit =
        CommandRun.of(
            "hash",
            file("b", intents.formatted("blog", "y")),
            "--intent",
            "--destinations",
            contracts);
    CommandRun nowhere =
        CommandRun.of(
            "hash",
            file("c", intents.formatted("shop", "x")),
            "--intent",
            "--destinations",
            contracts);

    // then
    String body = CommandRun.of("hash", file("body", "t=1"), "--raw").out();
    assertTrue(hashed.out().endsWith("  body " + body), hashed.out());
    assertEquals(ExitCode.USAGE, unfit.exitCode());
    assertTrue(unfit.err().contains("`payload.x`"), unfit.err());
    assertEquals(ExitCode.USAGE, nowhere.exitCode());
    assertTrue(nowhere.err().contains("'shop'"), nowhere.err());
  }

  @Test
  void shouldEndWithUsageWhenPayloadIsNotJson() throws IOException {
    // when
    CommandRun run = CommandRun.of("hash", file("text.txt", "hello"));

    // then
    assertEquals(ExitCode.USAGE, run.exitCode());
    assertTrue(run.err().contains("--raw"), run.err());
  }

  @Test
  void shouldNameLineAndMistakeWhenContractIsWrong() throws IOException {
    // given
    String contract = file("destinations.yaml", "destinations:\n  blog:\n    conector: http\n");

    // when
    CommandRun run = CommandRun.of("destinations", "check", contract);

    // then
    assertEquals(ExitCode.NEGATIVE, run.exitCode());
    assertTrue(run.out().contains("destinations.yaml:3:"), run.out());
    assertTrue(run.out().contains("conector"), run.out());
  }

  @Test
  void shouldNameTheKnownConnectorsWhenNoWorkerHasOne() throws IOException {
    // given
    String contract =
        file(
            "destinations.yaml",
            "destinations: {memo: {connector: htp, account: a, environment: e, readback: []}}");

    // when
    CommandRun unknown = CommandRun.of("destinations", "check", contract);
    CommandRun own = CommandRun.of("destinations", "check", contract, "--connector", "htp");

    // then
    assertEquals(ExitCode.NEGATIVE, unknown.exitCode());
    assertTrue(
        unknown.out().contains("(did you mean `http`?); there are http, smtp"), unknown.out());
    assertEquals(ExitCode.OK, own.exitCode(), own.out());
    assertEquals(
        Connectors.names(),
        Connectors.all().stream()
            .map(
                connector -> {
                  try (connector) {
                    return connector.name();
                  }
                })
            .collect(Collectors.toSet()));
  }

  @Test
  void shouldPrintTheSchemaForEditors() {
    // when
    CommandRun run = CommandRun.of("destinations", "schema");

    // then
    assertEquals(ExitCode.OK, run.exitCode());
    assertTrue(run.out().startsWith("{\n  \"$schema\""), run.out());
  }

  @Test
  void shouldNotStartWhenASecretIsMissing() throws IOException {
    // given
    String contract =
        file(
            "destinations.yaml",
            """
            destinations:
              blog:
                connector: http
                account: acme
                environment: test
                headers: {Authorization: "Basic ${env:ONEFOLD_TEST_NO_SUCH_SECRET}"}
                send: {method: POST, url: "http://127.0.0.1:9/items", provider-id: /id}
                readback: [{by: id, url: "http://127.0.0.1:9/items/{providerId}"}]
            """);

    // when
    CommandRun check = CommandRun.of("destinations", "check", contract);
    CommandRun start =
        CommandRun.of(
            "standalone", "--destinations", contract, "--data", folder.resolve("d").toString());

    // then
    assertEquals(ExitCode.OK, check.exitCode());
    assertTrue(check.out().contains("ONEFOLD_TEST_NO_SUCH_SECRET"), check.out());
    assertEquals(ExitCode.USAGE, start.exitCode());
    assertTrue(start.err().contains("ONEFOLD_TEST_NO_SUCH_SECRET"), start.err());
  }

  @Test
  void shouldEndWithUsageWhenContractIsMissing() {
    // when
    CommandRun run = CommandRun.of("destinations", "check", folder.resolve("no.yaml").toString());

    // then
    assertEquals(ExitCode.USAGE, run.exitCode());
    assertTrue(run.err().contains("there is no file"), run.err());
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }
}
