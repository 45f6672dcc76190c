package io.onefold.standalone.cli;

import io.onefold.standalone.SigningFiles;
import io.onefold.topology.Signing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** With which key a ledger signs. */
final class SigningOptions {
  @Option(
      names = "--signing-key",
      split = ",",
      paramLabel = "FILE",
      description = {
        "The Ed25519 key that signs receipts and checkpoints, as 'onefold keys create' makes it. Of"
            + " several files, with commas between them, the first signs, and the keys of the"
            + " others are still published. 'onefold keys --help' tells more"
      })
  List<Path> files = new ArrayList<>();

  @Option(
      names = "--checkpoint-interval",
      paramLabel = "DURATION",
      defaultValue = "1m",
      converter = DurationConverter.class,
      description =
          "Least time between two signed checkpoints of a partition, 1s to 24h. Default:"
              + " ${DEFAULT-VALUE}")
  Duration checkpointInterval = Duration.ZERO;

  /**
   * What the options say; empty if they name no key.
   *
   * @throws UsageException if the interval is out of its range, or a file cannot be used
   */
  Optional<Signing> signing() {
    // Also without a key: standalone signs with one of its own.
    if (checkpointInterval.compareTo(Signing.LEAST_INTERVAL) < 0
        || checkpointInterval.compareTo(Signing.MOST_INTERVAL) > 0) {
      throw new UsageException(
          "--checkpoint-interval is %s; allowed are 1s to 24h"
              .formatted(checkpointInterval.toString().substring(2).toLowerCase(Locale.ROOT)));
    }
    try {
      return files.isEmpty()
          ? Optional.empty()
          : Optional.of(SigningFiles.read(files, checkpointInterval));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--signing-key: " + e.getMessage(), e);
    }
  }
}
