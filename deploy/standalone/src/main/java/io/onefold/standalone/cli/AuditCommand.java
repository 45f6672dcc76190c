package io.onefold.standalone.cli;

import io.onefold.audit.Audit;
import io.onefold.audit.AuditResult;
import io.onefold.audit.CheckpointCopies;
import io.onefold.audit.InvalidCopyException;
import io.onefold.audit.InvalidListingException;
import io.onefold.audit.KafkaSource;
import io.onefold.audit.Listing;
import io.onefold.audit.Progress;
import io.onefold.audit.Reports;
import io.onefold.audit.Scope;
import io.onefold.schema.Checkpoint;
import io.onefold.schema.FileProblem;
import io.onefold.schema.PrintableText;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import io.onefold.schema.signing.VerifyingKeys;
import io.onefold.standalone.StartException;
import io.onefold.standalone.TopicAdmin;
import io.onefold.standalone.text.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code onefold audit}. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description = {
      "Reads every topic and proves or disproves every receipt; writes nothing to Kafka.",
      "Exit code 1 if any rule is broken; warnings do not count unless --fail-on-warning is given."
    })
final class AuditCommand implements Callable<Integer> {
  private static final long STEPS = 1000;

  @Mixin KafkaTarget kafka = new KafkaTarget();

  @Mixin Output output = new Output();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Only operations with an event at or after this RFC 3339 time")
  Optional<String> from = Optional.empty();

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "Only operations with an event before this RFC 3339 time")
  Optional<String> to = Optional.empty();

  @Option(
      names = "--operation",
      paramLabel = "ID",
      description = "Only this operation; exit code 2 if no topic has a record of it")
  Optional<String> operation = Optional.empty();

  @Option(
      names = "--keys",
      split = ",",
      paramLabel = "FILE",
      description =
          "Public keys to check signatures with: JWK Sets or PEM, or folders of nothing else."
              + " Without them signatures are only counted")
  List<Path> keyFiles = List.of();

  @Option(
      names = "--checkpoint",
      split = ",",
      paramLabel = "FILE",
      description = {
        "Copies of checkpoints that were kept elsewhere, as --print-checkpoints writes them; needs"
            + " --keys. Shows that the ends of journal and checkpoints were cut off. May be"
            + " repeated"
      })
  List<Path> copyFiles = List.of();

  @Option(
      names = "--print-checkpoints",
      paramLabel = "FILE",
      description =
          "Writes the newest checkpoint of each partition into this new file, if all of the"
              + " partition are in order; needs --keys")
  Optional<Path> newCopies = Optional.empty();

  @Option(
      names = "--listing",
      paramLabel = "DESTINATION=FILE",
      description = {
        "What a destination holds, to warn of items that went past Onefold and of receipts whose"
            + " item is gone. One JSON object in each line, or CSV if the name ends in .csv; fields"
            + " providerId, publicUrl, createdAt. May be repeated"
      })
  List<String> listings = List.of();

  @Option(names = "--fail-on-warning", description = "Exit code 1 if there is a warning as well")
  boolean failOnWarning;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Writes a report; its name ends in .json or .html. May be repeated")
  List<Path> reports = List.of();

  @Option(
      names = "--application-id",
      paramLabel = "NAME",
      defaultValue = "onefold-ledger",
      description =
          "Name of the ledger, to see how far it has read its inputs. Default: ${DEFAULT-VALUE}")
  String applicationId = "onefold-ledger";

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Override
  public Integer call() {
    Scope scope = scope();
    for (Path report : reports) {
      if (!Reports.isKnown(report)) {
        throw new UsageException(
            "--report is '" + report + "'; its name must end in .json or .html");
      }
    }
    List<Listing> held = listings.stream().map(this::listing).toList();
    Optional<VerifyingKeys> keys = keyFiles.isEmpty() ? Optional.empty() : Optional.of(keys());
    List<Checkpoint> copies = copies(keys);
    Topics topics = kafka.topics();
    Map<String, String> client = kafka.allProperties();
    try (AuditResult result = audit(client, topics, scope, held, keys, copies)) {
      if (result.counts().records().isEmpty()) {
        checkThatThereIsSomething(client, topics);
      }
      write(result);
      PrintWriter out = spec.commandLine().getOut();
      if (output.json()) {
        Reports.json(result, out);
      } else {
        Reports.text(result, out);
        reports.forEach(report -> out.println("report: " + report));
      }
      out.flush();
      boolean warned = failOnWarning && result.warnings().count() > 0;
      if (!result.isClean() || warned) {
        return ExitCode.NEGATIVE;
      }
      checkThatTheOperationIsKnown(result);
      return ExitCode.OK;
    } catch (InvalidListingException e) {
      throw new UsageException(PrintableText.line("--listing: " + e.getMessage()), e);
    } catch (ConfigException e) {
      throw new UsageException("the Kafka settings cannot be used: " + e.getMessage(), e);
    } catch (KafkaException e) {
      throw new StartException(
          "Kafka at " + kafka.brokers() + " cannot be read: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new StartException("the report cannot be printed: " + e.getMessage(), e);
    } catch (UncheckedIOException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    }
  }

  private void write(AuditResult result) {
    for (Path report : reports) {
      try {
        Reports.write(result, report);
      } catch (IOException e) {
        throw new UsageException(
            "--report %s cannot be written: %s".formatted(report, FileProblem.of(report, e)), e);
      }
    }
    if (newCopies.isPresent()) {
      Path file = newCopies.get();
      try {
        CheckpointCopies.write(result.checkpoints(), file);
      } catch (IOException e) {
        throw new UsageException(
            "--print-checkpoints %s cannot be written: %s".formatted(file, FileProblem.of(file, e)),
            e);
      }
    }
  }

  private Listing listing(String option) {
    int at = option.indexOf('=');
    if (at <= 0 || at == option.length() - 1) {
      throw new UsageException(
          "--listing is '%s'; write DESTINATION=FILE, for example blog=blog.csv".formatted(option));
    }
    if (operation.isPresent()) {
      throw new UsageException(
          "--listing and --operation exclude each other: a listing is compared with all"
              + " operations");
    }
    return new Listing(option.substring(0, at), Path.of(option.substring(at + 1)));
  }

  /** Those that were given, with signatures in order. */
  private List<Checkpoint> copies(Optional<VerifyingKeys> keys) {
    if (copyFiles.isEmpty() && newCopies.isEmpty()) {
      return List.of();
    }
    String option = copyFiles.isEmpty() ? "--print-checkpoints" : "--checkpoint";
    if (operation.isPresent()) {
      throw new UsageException(
          option + " and --operation exclude each other: a checkpoint covers all operations");
    }
    VerifyingKeys signers =
        keys.orElseThrow(
            () ->
                new UsageException(
                    option + " needs --keys: checkpoints are worth what their signatures are"));
    newCopies
        .filter(Files::exists)
        .ifPresent(
            file -> {
              throw new UsageException(
                  "--print-checkpoints: there is a file %s already; name a new one"
                      .formatted(file));
            });
    try {
      return copyFiles.stream()
          .flatMap(file -> CheckpointCopies.read(file, signers).stream())
          .toList();
    } catch (InvalidCopyException e) {
      throw new UsageException(PrintableText.line("--checkpoint: " + e.getMessage()), e);
    }
  }

  private VerifyingKeys keys() {
    List<Path> files = keyFiles.stream().flatMap(path -> files(path).stream()).toList();
    return KeysCommand.read("--keys", files);
  }

  private static List<Path> files(Path path) {
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    try (Stream<Path> inside = Files.list(path)) {
      List<Path> files = inside.filter(Files::isRegularFile).sorted().toList();
      if (files.isEmpty()) {
        throw new UsageException(
            "--keys: there is no file in %s; put public keys there, JWK Sets or PEM"
                .formatted(path));
      }
      return files;
    } catch (IOException e) {
      throw new UsageException("--keys: " + FileProblem.of(path, e), e);
    }
  }

  private AuditResult audit(
      Map<String, String> client,
      Topics topics,
      Scope scope,
      List<Listing> held,
      Optional<VerifyingKeys> keys,
      List<Checkpoint> copies) {
    PrintWriter err = spec.commandLine().getErr();
    ProgressBar bar = new ProgressBar(err, Terminal.ofProcess().err(), OptionalLong.of(STEPS));
    Progress progress = (share, what) -> bar.update((long) (share * STEPS), what);
    try {
      KafkaSource source =
          new KafkaSource(
              client, topics, Optional.of(applicationId), () -> payloadRetention(client, topics));
      return new Audit(source, topics, SchemaIds.from(client))
          .run(scope, held, keys, copies, progress);
    } finally {
      bar.clear();
    }
  }

  /** Without the right to be told the settings, a topic that lost its beginning is a finding. */
  private static Optional<Duration> payloadRetention(Map<String, String> client, Topics topics) {
    try (TopicAdmin admin = new TopicAdmin(client)) {
      return admin.payloadRetention(topics);
    } catch (StartException e) {
      return Optional.empty();
    }
  }

  /** An audit of nothing proves nothing: the prefix or the cluster is another one. */
  private void checkThatThereIsSomething(Map<String, String> client, Topics topics) {
    if (new KafkaSource(client, topics, Optional.empty()).topics().isEmpty()) {
      throw new UsageException(
          "there is no topic that begins with '%s' at %s"
              .formatted(kafka.topicPrefix, kafka.brokers()));
    }
  }

  /** Nothing was proved of an operation of which there is nothing, so its ID is another one. */
  private void checkThatTheOperationIsKnown(AuditResult result) {
    if (result.isOfUnknownOperation()) {
      throw new UsageException(
          PrintableText.line(
              "--operation: no topic that begins with '%s' at %s has a record of '%s'; write the ID to the letter, as the intent has it"
                  .formatted(kafka.topicPrefix, kafka.brokers(), operation.orElse(""))));
    }
  }

  private Scope scope() {
    Optional<Instant> begin = from.map(time -> instant("--from", time));
    Optional<Instant> end = to.map(time -> instant("--to", time));
    if (begin.isPresent() && end.isPresent() && !begin.get().isBefore(end.get())) {
      throw new UsageException("--from %s is not before --to %s".formatted(begin.get(), end.get()));
    }
    return new Scope(begin, end, operation);
  }

  private static Instant instant(String option, String time) {
    try {
      return OffsetDateTime.parse(time).toInstant();
    } catch (DateTimeException e) {
      throw new UsageException(
          "%s is '%s'; write an RFC 3339 time, for example 2026-10-31T08:00:00Z"
              .formatted(option, time),
          e);
    }
  }
}
