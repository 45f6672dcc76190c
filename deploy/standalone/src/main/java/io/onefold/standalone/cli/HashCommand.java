package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.onefold.destination.Destination;
import io.onefold.destination.Destinations;
import io.onefold.destination.ExpansionException;
import io.onefold.operation.RenderedBody;
import io.onefold.schema.CanonicalJson;
import io.onefold.schema.FileProblem;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentJson;
import io.onefold.schema.InvalidIntentException;
import io.onefold.schema.InvalidJsonException;
import io.onefold.schema.PayloadHash;
import io.onefold.topology.IntentBody;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code onefold hash}. */
@Command(
    name = "hash",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the payload hash that an approver signs off.",
      "FILE is the payload: JSON, of which the canonical form (RFC 8785) is hashed, or with --raw"
          + " any bytes."
    })
final class HashCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "The payload, or - for standard input")
  String file = "";

  @Option(names = "--raw", description = "Hash the bytes as they are, whatever they are")
  boolean raw;

  @Option(
      names = "--intent",
      description = "FILE has intents, one JSON object per line: print the hash of each payload")
  boolean intent;

  @Option(
      names = "--destinations",
      paramLabel = "FILE",
      description = {
        "With --intent: the contracts; prints also the hash of the body that each intent's contract"
            + " makes of it, where it has a body template"
      })
  Optional<Path> destinations = Optional.empty();

  @Mixin Output output = new Output();

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Override
  public Integer call() {
    if (raw && intent) {
      throw new UsageException("--raw and --intent exclude each other");
    }
    if (destinations.isPresent() && !intent) {
      throw new UsageException(
          "--destinations needs --intent: a body is made of a whole intent, not of its payload");
    }
    byte[] bytes = read();
    try {
      return intent ? ofIntents(bytes) : ofPayload(bytes);
    } finally {
      out().flush();
    }
  }

  private int ofPayload(byte[] bytes) {
    if (!raw && looksLikeAnIntent(bytes)) {
      spec.commandLine()
          .getErr()
          .println("onefold: this looks like a whole intent; --intent hashes its payload");
    }
    try {
      print(
          Optional.empty(),
          PayloadHash.ofBytes(raw ? bytes : CanonicalJson.canonicalise(bytes)),
          Optional.empty());
      return ExitCode.OK;
    } catch (InvalidJsonException e) {
      throw new UsageException(
          file + " is no JSON payload: " + e.getMessage() + "; --raw hashes any bytes", e);
    }
  }

  private int ofIntents(byte[] bytes) {
    IntentJson json = new IntentJson();
    Optional<Destinations> contracts = destinations.map(DestinationsCommand::read);
    try (IntentLines lines = new IntentLines(new ByteArrayInputStream(bytes))) {
      for (Optional<IntentLines.Line> line = lines.next(); line.isPresent(); line = lines.next()) {
        print(json, line.get(), contracts);
      }
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory cannot fail to be read", e);
    }
    return ExitCode.OK;
  }

  private void print(IntentJson json, IntentLines.Line line, Optional<Destinations> contracts) {
    try {
      Intent parsed = json.parse(line.bytes().orElse(new byte[0]));
      print(
          Optional.of(parsed.getOperationId()),
          PayloadHash.ofBytes(parsed.getPayload()),
          contracts.flatMap(known -> bodyHash(parsed, known)));
    } catch (InvalidIntentException | ExpansionException | IntentBody.TooLargeException e) {
      throw new UsageException(file + ", line " + line.number() + ": " + e.getMessage(), e);
    }
  }

  private Optional<String> bodyHash(Intent intent, Destinations known) {
    Destination contract =
        known
            .find(intent.getDestination())
            .orElseThrow(
                () ->
                    new UsageException(
                        "%s: destination of %s is '%s'; the contracts have %s"
                            .formatted(
                                file,
                                intent.getOperationId(),
                                intent.getDestination(),
                                String.join(", ", known.byName().keySet()))));
    return IntentBody.render(contract, intent).map(RenderedBody::hash);
  }

  private void print(Optional<String> operationId, PayloadHash hash, Optional<String> bodyHash) {
    if (output.json()) {
      var node = JsonNodeFactory.instance.objectNode();
      operationId.ifPresent(id -> node.put("operationId", id));
      node.put("payloadHash", hash.value());
      bodyHash.ifPresent(value -> node.put("bodyHash", value));
      out().println(node);
    } else {
      out()
          .println(
              operationId.map(id -> id + "  ").orElse("")
                  + hash.value()
                  + bodyHash.map(value -> "  body " + value).orElse(""));
    }
  }

  private static boolean looksLikeAnIntent(byte[] bytes) {
    try {
      JsonNode json = new ObjectMapper().readTree(bytes);
      return json.isObject() && json.has("operationId") && json.has("destination");
    } catch (IOException e) {
      return false;
    }
  }

  private byte[] read() {
    try {
      return file.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
    } catch (IOException e) {
      throw new UsageException(FileProblem.of(Path.of(file), e), e);
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
