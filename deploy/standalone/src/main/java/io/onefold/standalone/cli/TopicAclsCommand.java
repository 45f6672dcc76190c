package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.standalone.cluster.AccessList;
import io.onefold.standalone.cluster.AclCommands;
import io.onefold.standalone.cluster.Grant;
import io.onefold.topology.LedgerSettings;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code onefold topics acls}. */
@Command(
    name = "acls",
    mixinStandardHelpOptions = true,
    description = {
      "Lists all that each role must be allowed to do in Kafka, as commands for kafka-acls.sh.",
      "Asks no cluster and changes nothing."
    })
final class TopicAclsCommand implements Callable<Integer> {
  @ParentCommand TopicsCommand topics = new TopicsCommand();
  @Mixin KafkaTarget kafka = new KafkaTarget();
  @Mixin Output output = new Output();

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = {
        "Only this one: ledger, worker (of every pool), worker.POOL, upstream, downstream,"
            + " reviewer,",
        "auditor or operator; may be repeated"
      })
  List<String> roles = List.of();

  @Option(
      names = "--principal",
      paramLabel = "ROLE=PRINCIPAL",
      description = {
        "Who it is, for example ledger=User:ledger, or worker.mail=User:mail for one pool.",
        "Default: User:onefold-ROLE, for a pool User:onefold-worker.POOL"
      })
  Map<String, String> principals = Map.of();

  @Option(
      names = "--application-id",
      paramLabel = "ID",
      defaultValue = LedgerSettings.DEFAULT_APPLICATION_ID,
      description = "Name of the ledger. Default: ${DEFAULT-VALUE}")
  String applicationId = LedgerSettings.DEFAULT_APPLICATION_ID;

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Override
  public Integer call() {
    List<Grant> all = grants();
    Set<String> holders = holders(all);
    checkRoles(holders);
    checkPrincipals(holders);
    List<Grant> wanted =
        all.stream()
            .filter(grant -> roles.isEmpty() || roles.stream().anyMatch(role -> isFor(grant, role)))
            .toList();
    PrintWriter out = spec.commandLine().getOut();
    if (output.json()) {
      wanted.forEach(grant -> out.println(json(grant)));
    } else {
      new AclCommands(program(), this::principal).lines(wanted).forEach(out::println);
    }
    out.flush();
    return ExitCode.OK;
  }

  private List<Grant> grants() {
    try {
      return AccessList.of(kafka.topics(), topics.allPools(), applicationId);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--pool: " + e.getMessage(), e);
    }
  }

  /** Each role, and each pool's workers by themselves. */
  private static Set<String> holders(List<Grant> grants) {
    Set<String> holders = new TreeSet<>();
    grants.forEach(grant -> holders.addAll(List.of(grant.holder(), grant.role().label())));
    return holders;
  }

  // Pools differ by case, roles do not.
  private static boolean isFor(Grant grant, String role) {
    return grant.holder().equals(role) || grant.role().label().equalsIgnoreCase(role);
  }

  private void checkRoles(Set<String> holders) {
    for (String role : roles) {
      if (!holders.contains(role) && !holders.contains(role.toLowerCase(Locale.ROOT))) {
        throw new UsageException(
            "--role %s; allowed are %s. Further pools are named with --pool or --destinations"
                .formatted(role, String.join(", ", holders)));
      }
    }
  }

  /** A misspelt role would silently leave the default principal in its place. */
  private void checkPrincipals(Set<String> holders) {
    principals.forEach(
        (holder, principal) -> {
          if (!holders.contains(holder) || principal.indexOf(':') < 1) {
            throw new UsageException(
                "--principal %s=%s; allowed is ROLE=TYPE:NAME with one of the roles %s"
                    .formatted(holder, principal, String.join(", ", holders)));
          }
        });
  }

  private String principal(Grant grant) {
    String ofRole = principals.getOrDefault(grant.role().label(), "User:onefold-" + grant.holder());
    return principals.getOrDefault(grant.holder(), ofRole);
  }

  private String program() {
    return "kafka-acls.sh --bootstrap-server "
        + AclCommands.quoted(kafka.brokers())
        + kafka
            .config
            .map(file -> " --command-config " + AclCommands.quoted(file.toString()))
            .orElse("");
  }

  private ObjectNode json(Grant grant) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("role", grant.role().label());
    grant.pool().ifPresent(pool -> node.put("pool", pool));
    return node.put("principal", principal(grant))
        .put("resourceType", grant.on().resourceType().name())
        .put("name", grant.on().name())
        .put("patternType", grant.on().patternType().name())
        .put("operation", grant.operation().name())
        .put("why", grant.why());
  }
}
