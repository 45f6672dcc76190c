package io.onefold.topology;

import io.onefold.schema.signing.SigningKey;
import io.onefold.schema.signing.VerifyingKey;
import io.onefold.schema.signing.VerifyingKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How one ledger instance signs.
 *
 * @param key signs receipts and checkpoints; empty: receipts are unsigned, and there are no
 *     checkpoints
 * @param published the keys that {@code /v1/keys} shows: this one first, and those that signed
 *     before
 * @param checkpointInterval least time between two checkpoints of a partition, 1 s to 1 day
 */
public record Signing(
    Optional<SigningKey> key, VerifyingKeys published, Duration checkpointInterval) {
  /** The checkpoint interval unless configured otherwise. */
  public static final Duration DEFAULT_INTERVAL = Duration.ofMinutes(1);

  /** The shortest checkpoint interval. */
  public static final Duration LEAST_INTERVAL = Duration.ofSeconds(1);

  /** The longest checkpoint interval. */
  public static final Duration MOST_INTERVAL = Duration.ofDays(1);

  public Signing {
    if (checkpointInterval.compareTo(LEAST_INTERVAL) < 0
        || checkpointInterval.compareTo(MOST_INTERVAL) > 0) {
      throw new IllegalArgumentException(
          "checkpointInterval is %s; allowed: 1s to 24h".formatted(checkpointInterval));
    }
  }

  /** Nothing is signed. */
  public static Signing none() {
    return new Signing(Optional.empty(), VerifyingKeys.none(), DEFAULT_INTERVAL);
  }

  /**
   * Signs with this key.
   *
   * @param earlier keys that signed before, and are to be published still
   */
  public static Signing with(
      SigningKey key, List<VerifyingKey> earlier, Duration checkpointInterval) {
    List<VerifyingKey> published = new ArrayList<>(List.of(key.verifying()));
    published.addAll(earlier);
    return new Signing(Optional.of(key), VerifyingKeys.of(published), checkpointInterval);
  }
}
