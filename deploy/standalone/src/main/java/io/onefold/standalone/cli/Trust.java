package io.onefold.standalone.cli;

import io.onefold.access.Pem;
import io.onefold.schema.FileProblem;
import io.onefold.standalone.client.OnefoldClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whose certificate a command takes for the ledger's. */
final class Trust {
  @Option(
      names = "--ca",
      paramLabel = "FILE",
      defaultValue = "${ONEFOLD_CA}",
      description =
          "Certificates that sign the ledger's, PEM, where Java does not know who does; also"
              + " ONEFOLD_CA")
  Optional<Path> ca = Optional.empty();

  /**
   * A client of the ledger at an address.
   *
   * @throws UsageException if the certificates cannot be used
   */
  OnefoldClient connect(URI address, Optional<String> token, Duration timeout) {
    // An empty variable is one that is not set.
    if (ca.isEmpty() || ca.get().toString().isEmpty()) {
      return new OnefoldClient(address, token, timeout);
    }
    try {
      return new OnefoldClient(address, token, timeout, Pem.trusting(ca));
    } catch (IOException e) {
      throw new UsageException(
          "--ca: " + FileProblem.of(ca.get(), e) + "; certificates in PEM form are needed", e);
    } catch (GeneralSecurityException e) {
      throw new UsageException(
          "--ca: %s is no PEM file with certificates: %s".formatted(ca.get(), e), e);
    }
  }
}
