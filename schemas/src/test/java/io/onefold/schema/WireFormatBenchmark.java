package io.onefold.schema;

import java.util.function.IntConsumer;

/**
 * Measures how long one intent with a payload of 1 KiB takes to encode and to decode on one thread.
 * Prints the best of several rounds in nanoseconds.
 */
public final class WireFormatBenchmark {
  private static final int ROUNDS = 10;
  private static final int CALLS = 200_000;
  private static final String TOPIC = "onefold.intents";

  private static long consumed;

  private WireFormatBenchmark() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    AvroSerde<Intent> serde = AvroSerde.of(Intent.class, BuiltInCatalogue.instance());
    Intent intent = AvroSerdeTest.intent("campaign-2026-10-31|website|launch-post", 1024);
    byte[] value = serde.serializer().serialize(TOPIC, intent);
    measure("encode", i -> consumed += serde.serializer().serialize(TOPIC, intent).length);
    measure(
        "decode",
        i -> consumed += serde.deserializer().deserialize(TOPIC, value).getOperationId().length());
    System.out.println(value.length + " bytes (" + consumed + ")");
  }

  private static void measure(String name, IntConsumer call) {
    long best = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      for (int i = 0; i < CALLS; i++) {
        call.accept(i);
      }
      best = Math.min(best, (System.nanoTime() - start) / CALLS);
    }
    System.out.println(name + ": " + best + " ns/op");
  }
}
