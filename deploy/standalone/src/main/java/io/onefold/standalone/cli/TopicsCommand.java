package io.onefold.standalone.cli;

import io.onefold.schema.ActualTopic;
import io.onefold.schema.TopicCheck;
import io.onefold.schema.TopicSpec;
import io.onefold.standalone.TopicAdmin;
import io.onefold.standalone.text.TextTable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code onefold topics}. */
@Command(
    name = "topics",
    mixinStandardHelpOptions = true,
    subcommands = TopicAclsCommand.class,
    description = "Creates or checks the topics; lists who must be allowed to do what with them.")
final class TopicsCommand {
  @Option(
      names = "--pool",
      paramLabel = "POOL",
      scope = ScopeType.INHERIT,
      description = "A worker pool that needs a commands topic; may be repeated")
  List<String> pools = List.of();

  @Option(
      names = "--destinations",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "A contract file whose pools need commands topics")
  Optional<Path> destinations = Optional.empty();

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Creates the topics that are missing.",
        "Existing ones stay as they are and are checked; exit code 1 if any is dangerous.",
        "Fewer than 3 copies, and another number of partitions than asked for, are warnings."
      })
  int create(
      @Mixin KafkaTarget target,
      @Option(
              names = "--partitions",
              paramLabel = "N",
              description = {
                "Partitions of each topic, 1 to 10000; they can never be changed.",
                "Default: as the existing topics have, otherwise " + TopicAdmin.DEFAULT_PARTITIONS
              })
          Optional<Integer> partitions,
      @Option(
              names = "--replicas",
              paramLabel = "N",
              description = {
                "Copies of each record, 1 to 100. Default: 3; on fewer brokers as many as there"
                    + " are,",
                "with a warning, because topics keep their number"
              })
          Optional<Short> replicas,
      @Option(
              names = "--payload-retention",
              paramLabel = "TIME",
              converter = DurationConverter.class,
              description = {
                "How long a new topic of intents, and with it the payloads, are kept:",
                "at least 7d, for example 90d. Default: for ever"
              })
          Optional<Duration> payloadRetention) {
    checkRange("--partitions", partitions.orElse(1), 10_000);
    checkRange("--replicas", replicas.orElse((short) 1), 100);
    List<TopicSpec> specs =
        specs(target).stream()
            .map(spec -> payloadRetention.map(time -> limited(spec, target, time)).orElse(spec))
            .toList();
    try (TopicAdmin admin = new TopicAdmin(target.allProperties())) {
      TopicAdmin.Ensured ensured = admin.ensure(specs, partitions, replicas);
      TextTable table = new TextTable();
      specs.forEach(
          topic ->
              table.row(
                  topic.name(), ensured.created().contains(topic.name()) ? "created" : "exists"));
      table.print(out());
      out().flush();
      if (replicas.isEmpty()) {
        TopicWarnings.newCopies(ensured.created(), ensured.topics()).ifPresent(this::warn);
      }
      partitions
          .flatMap(
              asked -> TopicWarnings.otherPartitions(asked, ensured.created(), ensured.topics()))
          .ifPresent(this::warn);
      List<String> problems = new ArrayList<>(ensured.dangers());
      payloadRetention
          .filter(time -> !admin.payloadRetention(target.topics()).equals(Optional.of(time)))
          .ifPresent(time -> problems.add(otherRetention(target, time)));
      return report(problems);
    }
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Names every dangerous setting of the topics.",
        "Exit code 1 if there is any, or a topic is missing. Fewer than 3 copies are a warning."
      })
  int check(@Mixin KafkaTarget target) {
    List<TopicSpec> specs = specs(target);
    try (TopicAdmin admin = new TopicAdmin(target.allProperties())) {
      Map<String, ActualTopic> topics = admin.describe(specs);
      List<String> dangers = TopicCheck.dangers(specs, topics);
      Optional<String> fewCopies = TopicWarnings.fewCopies(topics);
      if (dangers.isEmpty()) {
        out()
            .println(
                specs.size()
                    + " topics checked, "
                    + (fewCopies.isEmpty() ? "all as they must be" : "none is dangerous"));
        out().flush();
      }
      fewCopies.ifPresent(this::warn);
      return report(dangers);
    } finally {
      out().flush();
    }
  }

  /** The pools of the options and of the contract file. */
  Set<String> allPools() {
    Set<String> all = new TreeSet<>(pools);
    destinations.ifPresent(file -> all.addAll(DestinationsCommand.read(file).pools()));
    return all;
  }

  private List<TopicSpec> specs(KafkaTarget target) {
    try {
      return target.topics().specs(allPools());
    } catch (IllegalArgumentException e) {
      throw new UsageException("--pool: " + e.getMessage(), e);
    }
  }

  private static TopicSpec limited(TopicSpec spec, KafkaTarget target, Duration retention) {
    if (!spec.name().equals(target.topics().intents())) {
      return spec;
    }
    try {
      return spec.withRetention(retention);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--payload-retention: " + e.getMessage(), e);
    }
  }

  private static String otherRetention(KafkaTarget target, Duration wanted) {
    return "topic %s exists with another retention and stays as it is; to change it: kafka-configs --alter --entity-type topics --entity-name %s --add-config retention.ms=%d"
        .formatted(target.topics().intents(), target.topics().intents(), wanted.toMillis());
  }

  private int report(List<String> dangers) {
    dangers.forEach(out()::println);
    out().flush();
    return dangers.isEmpty() ? ExitCode.OK : ExitCode.NEGATIVE;
  }

  private void warn(String warning) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("onefold: warning: " + warning);
    err.flush();
  }

  private static void checkRange(String option, int value, int max) {
    if (value < 1 || value > max) {
      throw new UsageException(option + " is " + value + "; allowed are 1 to " + max);
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
