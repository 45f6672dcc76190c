package io.onefold.crash;

import io.onefold.schema.Topics;
import java.nio.charset.StandardCharsets;

/** Operation IDs that go to all partitions in turn. */
final class Keys {
  private final int partitions;

  /** For topics with so many partitions. */
  Keys(int partitions) {
    this.partitions = partitions;
  }

  /** The ID of the operation with this number, from 0; always the same. */
  String id(int number) {
    int salt = 0;
    while (partition(id(number, salt)) != number % partitions) {
      salt++;
    }
    return id(number, salt);
  }

  private static String id(int number, int salt) {
    return "rolling|%05d|%d".formatted(number, salt);
  }

  /** The number in an ID that {@link #id} made. */
  static int number(String id) {
    return Integer.parseInt(id.split("\\|", -1)[1]);
  }

  /** Where an operation lies. */
  int partition(String id) {
    return Topics.partitionOf(id.getBytes(StandardCharsets.UTF_8), partitions);
  }
}
