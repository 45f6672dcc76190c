package io.onefold.standalone.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaTargetTest {
  @TempDir Path folder;

  @Test
  void shouldRefuseBeforeAnythingIsAskedWhenASettingIsDangerous() throws IOException {
    // given
    String file = file("security.protocol=SASL_SSL\nacks=1\nproducer.transactional.id=x\n");

    // when
    CommandRun run = CommandRun.of("topics", "check", "--config", file);

    // then
    assertEquals(ExitCode.USAGE, run.exitCode(), run.err());
    assertTrue(
        run.err().startsWith("onefold: --config " + file + " line 2: acks is decided by Onefold"),
        run.err());
    assertTrue(
        run.err().contains("\nonefold: --config " + file + " line 3: producer.transactional.id"),
        run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"retries=0", "schema.registry.url=notaurl", "linger.ms=soon"})
  void shouldNameTheFileAndTheLineWhenAClientWouldNotTakeASetting(String line) throws IOException {
    // given
    String file = file("bootstrap.servers=127.0.0.1:1\n" + line + "\n");

    // when
    CommandRun run = CommandRun.of("topics", "check", "--config", file);

    // then
    assertEquals(ExitCode.USAGE, run.exitCode(), run.err());
    assertTrue(run.err().startsWith("onefold: --config " + file + " line 2: "), run.err());
  }

  @Test
  void shouldEndAsWronglyConfiguredWhenOnlyTheClientItselfCanTell() throws IOException {
    // given: the line is right by itself
    String file = file("bootstrap.servers=nowhere\n");

    // when
    CommandRun run = CommandRun.of("topics", "check", "--config", file);

    // then
    assertEquals(ExitCode.USAGE, run.exitCode(), run.err());
  }

  @Test
  void shouldWarnOnceAndGoOnWhenANameIsUnknown() throws IOException {
    // given: nobody listens there
    String file =
        file("bootstrap.servers=127.0.0.1:1\nsasl.mechansim=PLAIN\nadmin.request.timeout.ms=200\n");

    // when
    CommandRun run = CommandRun.of("topics", "acls", "--config", file);

    // then
    assertEquals(ExitCode.OK, run.exitCode(), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains("line 2: no Kafka client knows sasl.mechansim"), run.err());
  }

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("kafka.properties"), text).toString();
  }
}
