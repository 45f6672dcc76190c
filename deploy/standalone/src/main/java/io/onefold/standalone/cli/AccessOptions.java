package io.onefold.standalone.cli;

import io.onefold.access.Access;
import io.onefold.access.InvalidAccessException;
import io.onefold.access.Pem;
import io.onefold.access.RestAccess;
import io.onefold.access.RestTls;
import io.onefold.schema.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Who may use the REST interface of a ledger, and whether it speaks TLS. */
final class AccessOptions {
  private static final String NONE = "none";

  @Option(
      names = "--access",
      paramLabel = "FILE",
      description = {
        "Who may submit, read, review and administer over REST; 'onefold access --help' tells"
            + " more.",
        "Without it everybody may do everything, on an address of this machine alone; with the word"
            + " none also on others, where something in front asks for credentials."
      })
  Optional<String> access = Optional.empty();

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description =
          "Certificate of the REST interface with its chain, PEM; it then speaks TLS only. A new"
              + " one counts within seconds")
  Optional<Path> certificate = Optional.empty();

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "Private key of --tls-certificate, PEM, not encrypted")
  Optional<Path> key = Optional.empty();

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description =
          "Certificates that sign those of the other ledger instances, PEM. Default: what Java"
              + " trusts")
  Optional<Path> ca = Optional.empty();

  /**
   * What the options say.
   *
   * @throws UsageException if files cannot be used, or the interface would be open by oversight
   */
  RestAccess settings(String host) {
    Optional<Path> file = access.filter(value -> !value.equals(NONE)).map(Path::of);
    RestAccess settings = new RestAccess(file, access.filter(NONE::equals).isPresent(), tls());
    try {
      file.ifPresent(Access::check);
      settings.checkHost(host);
    } catch (InvalidAccessException | IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    }
    return settings;
  }

  private Optional<RestTls> tls() {
    if (certificate.isEmpty() && key.isEmpty()) {
      if (ca.isPresent()) {
        throw new UsageException("--tls-ca needs --tls-certificate and --tls-key");
      }
      return Optional.empty();
    }
    if (certificate.isEmpty() || key.isEmpty()) {
      throw new UsageException("--tls-certificate and --tls-key go together");
    }
    checkCertificates("--tls-certificate", certificate.get());
    ca.ifPresent(file -> checkCertificates("--tls-ca", file));
    checkKey(key.get());
    return Optional.of(new RestTls(certificate.get(), key.get(), ca));
  }

  private static void checkCertificates(String option, Path file) {
    try {
      var unused = Pem.certificates(file);
    } catch (IOException e) {
      throw new UsageException(
          option + ": " + FileProblem.of(file, e) + "; certificates in PEM form are needed", e);
    } catch (GeneralSecurityException e) {
      throw new UsageException(
          "%s: %s is no PEM file with certificates: %s".formatted(option, file, e), e);
    }
  }

  private static void checkKey(Path file) {
    try {
      if (!Files.readString(file).contains("PRIVATE KEY-----")) {
        throw new UsageException("--tls-key: " + file + " holds no private key in PEM form");
      }
    } catch (IOException e) {
      throw new UsageException(
          "--tls-key: " + FileProblem.of(file, e) + "; a private key in PEM form is needed", e);
    }
  }
}
