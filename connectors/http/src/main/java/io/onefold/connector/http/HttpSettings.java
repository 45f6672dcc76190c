package io.onefold.connector.http;

import java.time.Duration;

/**
 * Bounds of the connector that no contract changes.
 *
 * @param connectionsPerOrigin most connections to one origin, at least 1; further calls wait for a
 *     free one
 * @param connectTimeout longest wait for a usable connection: pool, name, TCP and TLS together;
 *     above zero
 * @param readTimeout longest time for one question of a readback or an identity probe; above zero
 * @param keepAlive how long an unused connection is kept, whole seconds, at least 1; short, because
 *     a server that closes a connection in the moment it is used again leaves an unknown outcome
 * @param maxAnswerBytes largest answer that is read; a larger one is cut off and counts as
 *     unreadable
 * @param maxPages most pages that one readback reads; more count as incomplete
 */
public record HttpSettings(
    int connectionsPerOrigin,
    Duration connectTimeout,
    Duration readTimeout,
    Duration keepAlive,
    int maxAnswerBytes,
    int maxPages) {
  /** 64 connections, 10 s to connect, 10 s to read, 2 s idle, 4 MiB, 50 pages. */
  public static final HttpSettings DEFAULT =
      new HttpSettings(
          64,
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          4 * 1024 * 1024,
          50);

  public HttpSettings {
    if (connectionsPerOrigin < 1 || maxAnswerBytes < 1 || maxPages < 1) {
      throw new IllegalArgumentException(
          "connectionsPerOrigin %d, maxAnswerBytes %d and maxPages %d must each be at least 1"
              .formatted(connectionsPerOrigin, maxAnswerBytes, maxPages));
    }
    if (connectTimeout.toMillis() < 1 || readTimeout.toMillis() < 1 || keepAlive.toSeconds() < 1) {
      throw new IllegalArgumentException(
          "connectTimeout %s and readTimeout %s must be at least 1 ms, keepAlive %s at least 1 s"
              .formatted(connectTimeout, readTimeout, keepAlive));
    }
  }
}
