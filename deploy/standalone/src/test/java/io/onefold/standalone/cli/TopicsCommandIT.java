package io.onefold.standalone.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.standalone.EmbeddedKafka;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicsCommandIT {
  @TempDir Path folder;

  @Test
  void shouldCreateThenFindTheDangerousSettingWhenOneIsChanged() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(folder.resolve("kafka"), 0)) {
      // given
      CommandRun none = run(kafka, "check");
      CommandRun created = run(kafka, "create", "--partitions", "2");
      CommandRun again = run(kafka, "create");
      CommandRun sound = run(kafka, "check");

      // when
      forget(kafka, "onefold.receipts");
      CommandRun dangerous = run(kafka, "check");

      // then
      assertEquals(ExitCode.NEGATIVE, none.exitCode());
      assertTrue(created.out().contains("onefold.commands.mail    created"), created.out());
      assertEquals(ExitCode.OK, created.exitCode(), created.out());
      assertTrue(again.out().contains("onefold.commands.mail    exists"), again.out());
      assertEquals(ExitCode.OK, sound.exitCode(), sound.out());
      assertEquals(
          "topic onefold.receipts has retention.ms=60000; allowed is only -1\n", dangerous.out());
      assertEquals(ExitCode.NEGATIVE, dangerous.exitCode());
    }
  }

  private static CommandRun run(EmbeddedKafka kafka, String command, String... more) {
    String[] fixed = {
      "topics", command, "--bootstrap-servers", kafka.bootstrapServers(), "--pool", "mail"
    };
    String[] all = java.util.Arrays.copyOf(fixed, fixed.length + more.length);
    System.arraycopy(more, 0, all, fixed.length, more.length);
    return CommandRun.of(all);
  }

  private static void forget(EmbeddedKafka kafka, String topic) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      AlterConfigOp change =
          new AlterConfigOp(new ConfigEntry("retention.ms", "60000"), AlterConfigOp.OpType.SET);
      admin
          .incrementalAlterConfigs(
              Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(change)))
          .all()
          .get();
    }
  }
}
