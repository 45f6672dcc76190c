package io.onefold.standalone.cli;

import io.onefold.access.Access;
import io.onefold.access.InvalidAccessException;
import io.onefold.access.Role;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code onefold access}. */
@Command(
    name = "access",
    mixinStandardHelpOptions = true,
    description = {
      "Makes tokens and checks access files: who may do what over REST.",
      "Roles: submit (intents), read (all that can be listed), review (operations), administer"
          + " (suspend and resume destinations). None contains another."
    })
final class AccessCommand {
  private static final int TOKEN_BYTES = 32;

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Says who may do what by this file, or every mistake with its line and what is allowed.",
        "Exit code 1 if there is a mistake."
      })
  int check(@Parameters(paramLabel = "FILE", description = "The access file") Path file) {
    try {
      Access.check(file).forEach(out()::println);
      return ExitCode.OK;
    } catch (InvalidAccessException e) {
      out().println(e.getMessage());
      return ExitCode.NEGATIVE;
    } finally {
      out().flush();
    }
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Makes a token. Its entry for the access file goes to standard output, the token itself to"
            + " standard error:",
        "it is shown this once, and the file holds only its hash."
      })
  int token(
      @Option(
              names = "--name",
              required = true,
              paramLabel = "NAME",
              description = "Who will hold it, as reviews shall name them")
          String name,
      @Option(
              names = "--roles",
              required = true,
              split = ",",
              paramLabel = "ROLE",
              description = "Some of submit, read, review, administer; with commas between them")
          List<String> roles,
      @Option(
              names = "--destinations",
              split = ",",
              paramLabel = "NAME",
              description = "The only destinations it is for. Default: all")
          List<String> destinations) {
    for (String role : roles) {
      if (Role.of(role).isEmpty()) {
        throw new UsageException(
            "--roles: there is no role '%s'; allowed are %s".formatted(role, Role.ALLOWED));
      }
    }
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    out().println("  - name: " + quoted(name));
    out().println("    sha256: " + Access.hash(token));
    out().println("    roles: [" + String.join(", ", roles) + "]");
    Optional.ofNullable(destinations)
        .ifPresent(
            only ->
                out()
                    .println(
                        "    destinations: ["
                            + String.join(", ", only.stream().map(AccessCommand::quoted).toList())
                            + "]"));
    out().flush();
    spec.commandLine().getErr().println(token);
    spec.commandLine().getErr().flush();
    return ExitCode.OK;
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
