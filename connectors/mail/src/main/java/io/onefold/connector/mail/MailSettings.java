package io.onefold.connector.mail;

import java.time.Duration;

/**
 * Bounds of the connector that no contract changes.
 *
 * @param connectTimeout longest wait for a TCP connection; above zero
 * @param prepareTimeout longest time from the start until the last recipient is taken; above zero.
 *     Nothing can have happened by then, and servers that let strangers wait are common
 * @param readbackTimeout longest time for one readback over all folders; above zero
 * @param maxMailBytes largest mail that a readback fetches and compares, at least 1
 */
public record MailSettings(
    Duration connectTimeout, Duration prepareTimeout, Duration readbackTimeout, int maxMailBytes) {
  /** 10 s to connect, 30 s to prepare, 30 s to look, 64 MiB. */
  public static final MailSettings DEFAULT =
      new MailSettings(
          Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(30), 64 * 1024 * 1024);

  public MailSettings {
    if (!connectTimeout.isPositive()
        || !prepareTimeout.isPositive()
        || !readbackTimeout.isPositive()
        || maxMailBytes < 1) {
      throw new IllegalArgumentException(
          "connectTimeout %s, prepareTimeout %s and readbackTimeout %s must be above zero, maxMailBytes %d at least 1"
              .formatted(connectTimeout, prepareTimeout, readbackTimeout, maxMailBytes));
    }
  }
}
