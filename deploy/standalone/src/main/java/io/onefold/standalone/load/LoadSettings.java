package io.onefold.standalone.load;

import io.onefold.schema.Topics;
import java.time.Duration;
import java.util.Map;

/**
 * What to do.
 *
 * @param kafka Kafka client properties with {@code bootstrap.servers}
 * @param rate intents per second, 1 to 100000
 * @param duration how long intents are submitted, 1 second to 24 hours
 * @param drain how long the last receipts may take after that
 * @param payloadBytes size of each payload, 32 to 900000
 * @param target where the intents go
 */
public record LoadSettings(
    Map<String, String> kafka,
    Topics topics,
    int rate,
    Duration duration,
    Duration drain,
    int payloadBytes,
    Target target) {

  /** Destination, account and environment that intents name. */
  public record Target(String destination, String account, String environment) {}

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the one that is not allowed
   */
  public LoadSettings {
    kafka = Map.copyOf(kafka);
    between("rate", rate, 1, 100_000);
    between("duration in seconds", duration.toSeconds(), 1, 86_400);
    between("payload size in bytes", payloadBytes, 32, 900_000);
    between("number of intents", rate * duration.toSeconds(), 1, 100_000_000);
  }

  /** The same for another time. */
  public LoadSettings lasting(Duration time) {
    return new LoadSettings(kafka, topics, rate, time, drain, payloadBytes, target);
  }

  /** How many intents that makes. */
  public int count() {
    return Math.toIntExact(rate * duration.toSeconds());
  }

  private static void between(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + "; allowed are " + least + " to " + most);
    }
  }
}
