package io.onefold.standalone.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.standalone.cases.CaseKafka;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CaseKafka.Shared.class)
class TopicsCommandIT {
  private final CaseKafka kafka;
  private final String prefix;

  TopicsCommandIT(CaseKafka kafka) {
    this.kafka = kafka;
    this.prefix = kafka.named("topics-command") + ".";
  }

  @AfterEach
  void clean() {
    kafka.forget(prefix);
  }

  @Test
  void shouldCreateThenFindTheDangerousSettingWhenOneIsChanged() throws Exception {
    // given
    CommandRun none = run("check");
    CommandRun created = run("create", "--partitions", "2");
    CommandRun again = run("create", "--partitions", "7");
    CommandRun sound = run("check");

    // when
    shorten(prefix + "receipts");
    CommandRun dangerous = run("check");

    // then
    assertEquals(ExitCode.NEGATIVE, none.exitCode());
    assertTrue(created.out().contains(prefix + "commands.mail    created"), created.out());
    assertEquals(ExitCode.OK, created.exitCode(), created.out());
    assertTrue(created.err().startsWith("onefold: warning: fewer than 3 copies"), created.err());
    assertEquals(1, created.err().lines().count(), created.err());
    assertEquals(ExitCode.OK, again.exitCode(), again.out());
    assertTrue(again.out().contains(prefix + "commands.mail    exists"), again.out());
    assertTrue(
        again.err().startsWith("onefold: warning: not the 7 partitions that --partitions asks for"),
        again.err());
    assertTrue(sound.err().startsWith("onefold: warning: fewer than 3 copies"), sound.err());
    assertEquals(ExitCode.OK, sound.exitCode(), sound.out());
    assertEquals(
        "topic " + prefix + "receipts has retention.ms=60000; allowed is only -1\n",
        dangerous.out());
    assertEquals(ExitCode.NEGATIVE, dangerous.exitCode());
  }

  private CommandRun run(String command, String... more) {
    String[] fixed = {
      "topics",
      command,
      "--bootstrap-servers",
      kafka.bootstrapServers(),
      "--topic-prefix",
      prefix,
      "--pool",
      "mail"
    };
    String[] all = java.util.Arrays.copyOf(fixed, fixed.length + more.length);
    System.arraycopy(more, 0, all, fixed.length, more.length);
    return CommandRun.of(all);
  }

  private void shorten(String topic) throws Exception {
    try (Admin admin = kafka.admin()) {
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
