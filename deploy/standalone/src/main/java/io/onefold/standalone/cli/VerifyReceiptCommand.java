package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.FileProblem;
import io.onefold.schema.PrintableText;
import io.onefold.schema.signing.ReceiptSignature;
import io.onefold.schema.signing.Verdict;
import io.onefold.schema.signing.VerifyingKeys;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code onefold verify-receipt}. */
@Command(
    name = "verify-receipt",
    mixinStandardHelpOptions = true,
    description = {
      "Says of each receipt in a file whether it is exactly what a key signed: valid, unsigned,"
          + " altered or unknown key.",
      "Asks nobody: all it needs are the public keys. Exit code 1 if any receipt is not valid."
    })
final class VerifyReceiptCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      description =
          "Receipts as 'onefold receipts --output json' or REST show them, or - for standard input")
  String file = "";

  @Option(
      names = "--keys",
      required = true,
      split = ",",
      paramLabel = "FILE",
      description =
          "The public keys: JWK Sets, as 'onefold keys list --output json' prints them, or PEM")
  List<Path> keyFiles = new ArrayList<>();

  @Mixin Output output = new Output();

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  private int bad;

  @Override
  public Integer call() {
    VerifyingKeys keys = KeysCommand.read("--keys", keyFiles);
    try (InputStream in = file.equals("-") ? System.in : Files.newInputStream(Path.of(file))) {
      new ReceiptFile(file).read(in, (receipt, line) -> check(receipt, line, keys));
    } catch (IOException e) {
      throw new UsageException(FileProblem.of(Path.of(file), e), e);
    } finally {
      out().flush();
    }
    return bad == 0 ? ExitCode.OK : ExitCode.NEGATIVE;
  }

  private void check(ObjectNode receipt, int line, VerifyingKeys keys) {
    Verdict verdict = ReceiptSignature.check(receipt, keys);
    if (!verdict.valid()) {
      bad++;
    }
    String word = verdict.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    String operation = receipt.path("operationId").asText();
    if (output.json()) {
      out()
          .println(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("line", line)
                  .put("operationId", operation)
                  .put("verdict", word)
                  .put("text", verdict.text()));
    } else {
      String said = "%-11s  line %d  %s  %s".formatted(word, line, operation, verdict.text());
      // Whoever wrote the file may have wanted to write on this terminal.
      out().println(PrintableText.line(said));
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
