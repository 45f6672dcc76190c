package io.onefold.standalone.cli;

import io.onefold.standalone.client.OnefoldClient;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which ledger a command talks to. */
final class Target {
  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "${ONEFOLD_URL:-http://localhost:8080}",
      description = "The ledger's address; also ONEFOLD_URL. Default: http://localhost:8080")
  String url = "";

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      defaultValue = "${ONEFOLD_TOKEN}",
      description =
          "Bearer token, where the ledger asks for one. Better in ONEFOLD_TOKEN: others see"
              + " arguments.")
  Optional<String> token = Optional.empty();

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description = "How long one answer may take. Default: ${DEFAULT-VALUE}")
  Duration timeout = Duration.ofSeconds(30);

  @Mixin Trust trust = new Trust();

  OnefoldClient connect() {
    return trust.connect(address(url), token, timeout);
  }

  /** Checks the form of a ledger's address. */
  static URI address(String url) {
    try {
      URI address = URI.create(url);
      if (("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
          && address.getHost() != null) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // Told below, together with what has another form.
    }
    throw new UsageException(
        "'" + url + "' is no address of a ledger; it looks like http://localhost:8080");
  }
}
