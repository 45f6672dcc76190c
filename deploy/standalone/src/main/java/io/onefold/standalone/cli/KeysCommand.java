package io.onefold.standalone.cli;

import io.onefold.schema.FileProblem;
import io.onefold.schema.signing.InvalidKeyFileException;
import io.onefold.schema.signing.KeyFiles;
import io.onefold.schema.signing.SigningKey;
import io.onefold.schema.signing.VerifyingKey;
import io.onefold.schema.signing.VerifyingKeys;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code onefold keys}. */
@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    description = {
      "Makes and shows the keys that sign receipts and checkpoints (Ed25519).",
      "A new key takes over like this: create it, start the ledger with --signing-key NEW,OLD, and"
          + " keep the public half of the old one for as long as its receipts are to be checked."
    },
    subcommands = KeysListCommand.class)
final class KeysCommand {
  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Makes a key in a new file that only its owner may read, and prints the key's ID.",
        "Whoever reads the file can sign."
      })
  int create(
      @Option(
              names = "--out",
              required = true,
              paramLabel = "FILE",
              description = "The file to make; one that exists is left as it is")
          Path file) {
    try {
      SigningKey key = KeyFiles.create(file);
      out().println(key.verifying().id());
      out().flush();
      return ExitCode.OK;
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(
          "--out: %s exists already, and a key is never overwritten".formatted(file), e);
    } catch (IOException e) {
      throw new UsageException("--out: " + FileProblem.of(file, e), e);
    }
  }

  @Command(
      name = "public",
      mixinStandardHelpOptions = true,
      description = "Prints the public keys of files as a JWK Set: all that is needed to check.")
  int publicKeys(
      @Parameters(
              arity = "1..*",
              paramLabel = "FILE",
              description = "Private or public keys: PEM, JWK or JWK Set")
          List<Path> files,
      @Option(names = "--pem", description = "Print them in PEM form") boolean pem) {
    VerifyingKeys keys = read("FILE", files);
    if (pem) {
      keys.all().forEach(key -> out().print(key.pem()));
    } else {
      out().println(keys.jwks());
    }
    out().flush();
    return ExitCode.OK;
  }

  /** The public keys of these files. */
  static VerifyingKeys read(String option, List<Path> files) {
    try {
      List<VerifyingKey> keys =
          files.stream().flatMap(file -> KeyFiles.verifying(file).stream()).toList();
      return VerifyingKeys.of(keys);
    } catch (InvalidKeyFileException e) {
      throw new UsageException(option + ": " + e.getMessage(), e);
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
