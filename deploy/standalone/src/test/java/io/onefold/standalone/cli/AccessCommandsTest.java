package io.onefold.standalone.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.access.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessCommandsTest {
  private static final String CONTRACTS =
      """
      destinations:
        blog:
          connector: http
          account: acme
          environment: test
          verification: provider-ack
          send: {url: "http://127.0.0.1:9/items", provider-id: /id}
      """;

  @TempDir private Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void shouldMakeATokenWhoseHashAloneGoesIntoTheFile() throws IOException {
    // when
    CommandRun made =
        CommandRun.of(
            "access",
            "token",
            "--name",
            "o'neil",
            "--roles",
            "read,review",
            "--destinations",
            "blog");
    CommandRun checked = CommandRun.of("access", "check", file("a.yaml", "tokens:\n" + made.out()));

    // then
    String token = made.err().strip();
    assertEquals(0, made.exitCode(), made.err());
    assertTrue(token.length() >= 43, token);
    assertFalse(made.out().contains(token));
    assertTrue(made.out().contains(Access.hash(token)), made.out());
    assertEquals(0, checked.exitCode(), checked.out());
    assertEquals("o'neil: read, review; only blog", checked.out().strip());
  }

  @Test
  void shouldSayWhatIsWrongInAnAccessFile() throws IOException {
    // when
    CommandRun checked =
        CommandRun.of("access", "check", file("a.yaml", "tokens:\n  - {name: a}\n"));
    CommandRun role = CommandRun.of("access", "token", "--name", "a", "--roles", "root");

    // then
    assertEquals(1, checked.exitCode());
    assertTrue(checked.out().contains("a.yaml:2:5: tokens[0].roles: is missing"), checked.out());
    assertEquals(2, role.exitCode());
    assertTrue(role.err().contains("'root'; allowed are submit, read"), role.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ledger | --host 0.0.0.0 | --access none where something in front asks",
        "standalone | --host 0.0.0.0 | --access none where something in front asks",
        "ledger | --access none.yaml | there is no file none.yaml; an access file is needed",
        "ledger | --tls-key k.pem | --tls-certificate and --tls-key go together",
        "standalone | --tls-ca c.pem | --tls-ca needs --tls-certificate and --tls-key",
        "ledger | --tls-certificate none.pem --tls-key none.pem | there is no file none.pem;"
            + " certificates in PEM form are needed",
      })
  void shouldNotStartWhenTheInterfaceWouldNotBeWhatWasMeant(
      String command, String options, String expected) throws IOException {
    // given
    String contracts = file("destinations.yaml", CONTRACTS);
    String line = "%s --destinations %s %s".formatted(command, contracts, options);

    // when
    CommandRun run = CommandRun.of(line.split(" "));

    // then
    assertEquals(2, run.exitCode(), run.err());
    assertTrue(run.err().contains(expected), run.err());
  }

  @Test
  void shouldLeaveTheReviewersNameToTheToken() throws IOException {
    // given
    try (FakeLedger ledger = new FakeLedger()) {
      ledger.answer("POST /v1/destinations/blog/suspend", 202, "{\"message\":\"done\"}");
      String[] suspend = {
        "destinations", "suspend", "blog", "--reason", "r", "--url", ledger.url(), "--token", "t"
      };

      // when
      CommandRun run = CommandRun.of(suspend);

      // then
      assertEquals(0, run.exitCode(), run.err());
      assertEquals("{\"reason\":\"r\"}", ledger.asked().getFirst().body());
    }
  }
}
