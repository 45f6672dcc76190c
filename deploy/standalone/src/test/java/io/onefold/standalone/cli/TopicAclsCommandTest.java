package io.onefold.standalone.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TopicAclsCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void shouldPrintOneCommandForEachResourceWhenARoleIsAskedFor() {
    // given, when
    CommandRun run =
        CommandRun.of(
            "topics",
            "acls",
            "--role",
            "worker",
            "--pool",
            "mail",
            "--principal",
            "worker.mail=User:CN=mail,O=acme",
            "--bootstrap-servers",
            "kafka:9093");

    // then
    assertEquals(ExitCode.OK, run.exitCode(), run.err());
    List<String> commands =
        run.out().lines().filter(line -> line.startsWith("kafka-acls.sh")).toList();
    assertEquals(10, commands.size(), run.out());
    assertTrue(
        commands.contains(
            "kafka-acls.sh --bootstrap-server kafka:9093 --add --allow-principal"
                + " User:CN=mail,O=acme --operation Read --topic onefold.commands.mail"),
        run.out());
    assertTrue(
        commands.contains(
            "kafka-acls.sh --bootstrap-server kafka:9093 --add --allow-principal"
                + " User:onefold-worker.default --operation Read --group onefold.workers.default"),
        run.out());
    assertTrue(run.out().lines().allMatch(line -> line.matches("kafka-acls\\.sh .*|# .*")));
  }

  @Test
  void shouldNameWhatTheLedgerMakesItselfWhenItHasAnotherName() throws Exception {
    // given, when
    CommandRun run =
        CommandRun.of(
            "topics",
            "acls",
            "--role",
            "ledger",
            "--application-id",
            "blue",
            "--topic-prefix",
            "b.",
            "--principal",
            "ledger=User:it's me",
            "--output",
            "json");

    // then
    List<JsonNode> grants = new ArrayList<>();
    for (String line : run.out().lines().toList()) {
      grants.add(JSON.readTree(line));
    }
    assertEquals(grants.size(), new HashSet<>(grants).size());
    assertTrue(grants.stream().allMatch(g -> g.path("principal").asText().equals("User:it's me")));
    assertEquals(
        List.of("CREATE", "DESCRIBE_CONFIGS", "READ", "WRITE"),
        grants.stream()
            .filter(grant -> grant.path("name").asText().equals("blue-operations-changelog"))
            .map(grant -> grant.path("operation").asText())
            .sorted()
            .toList());
    assertEquals(
        "[GROUP LITERAL blue, TRANSACTIONAL_ID PREFIXED blue-]",
        grants.stream()
            .filter(grant -> !grant.path("resourceType").asText().equals("TOPIC"))
            .map(
                grant ->
                    grant.path("resourceType").asText()
                        + " "
                        + grant.path("patternType").asText()
                        + " "
                        + grant.path("name").asText())
            .collect(Collectors.toList())
            .toString());
    assertTrue(grants.stream().noneMatch(grant -> grant.path("why").asText().isBlank()));
  }

  @Test
  void shouldListOnePoolAloneWhenItsWorkersAreAskedFor() {
    // given, when
    CommandRun pool = CommandRun.of("topics", "acls", "--role", "worker.mail", "--pool", "mail");
    CommandRun all = CommandRun.of("topics", "acls", "--role", "WORKER", "--pool", "mail");
    CommandRun unknown = CommandRun.of("topics", "acls", "--role", "worker.mail");

    // then
    assertEquals(ExitCode.OK, pool.exitCode(), pool.err());
    assertTrue(pool.out().contains("User:onefold-worker.mail "), pool.out());
    assertTrue(!pool.out().contains("User:onefold-worker.default "), pool.out());
    assertTrue(all.out().contains("User:onefold-worker.default "), all.out());
    assertEquals(ExitCode.USAGE, unknown.exitCode());
    assertTrue(unknown.err().contains("worker.default"), unknown.err());
    assertTrue(unknown.err().contains("--pool"), unknown.err());
  }

  @Test
  void shouldRefusePrincipalWhenNoSuchRoleExists() {
    // given, when
    CommandRun role = CommandRun.of("topics", "acls", "--principal", "ledgr=User:x");
    CommandRun form = CommandRun.of("topics", "acls", "--principal", "ledger=x");
    CommandRun pool = CommandRun.of("topics", "acls", "--pool", "a b");

    // then
    assertEquals(ExitCode.USAGE, role.exitCode());
    assertTrue(role.err().contains("allowed is ROLE=TYPE:NAME with one of the roles"), role.err());
    assertTrue(role.err().contains("worker.default"), role.err());
    assertEquals(ExitCode.USAGE, form.exitCode());
    assertEquals(ExitCode.USAGE, pool.exitCode());
  }

  @Test
  void shouldQuoteForAShellWhenAPrincipalHasBlanks() {
    // given, when
    CommandRun run =
        CommandRun.of("topics", "acls", "--role", "upstream", "--principal", "upstream=User:it's");

    // then
    assertTrue(run.out().contains("--allow-principal 'User:it'\\''s' "), run.out());
  }
}
