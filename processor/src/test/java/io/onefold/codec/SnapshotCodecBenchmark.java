package io.onefold.codec;

import io.onefold.operation.Bytes;
import io.onefold.operation.DestinationPolicy;
import io.onefold.operation.DestinationPolicy.Growth;
import io.onefold.operation.Gate;
import io.onefold.operation.Intent;
import io.onefold.operation.OperationDecider;
import io.onefold.operation.OperationInput.ClaimRequested;
import io.onefold.operation.OperationInput.IntentSubmitted;
import io.onefold.operation.OperationState;
import io.onefold.operation.Origin;
import io.onefold.operation.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Measures how long a claimed operation with a payload of 1 KiB takes to encode and to decode on
 * one thread. Prints the best of several rounds in nanoseconds.
 */
public final class SnapshotCodecBenchmark {
  private static final int ROUNDS = 10;
  private static final int CALLS = 50_000;

  private static long consumed;

  private SnapshotCodecBenchmark() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    StoredOperation stored =
        new StoredOperation(claimed(), "ab".repeat(32), 1, 2, 3, Optional.empty());
    byte[] value = SnapshotCodec.encode(stored);
    measure("encode", i -> consumed += SnapshotCodec.encode(stored).length);
    measure("decode", i -> consumed += SnapshotCodec.decode(value).scheduledAtMs());
    System.out.println(value.length + " bytes (" + consumed + ")");
  }

  private static OperationState claimed() {
    Instant at = Instant.parse("2026-10-31T08:00:00Z");
    Origin origin = new Origin("onefold.intents", 3, 1_000_000);
    OperationState absent = new OperationState.Absent("campaign-2026-10-31|website|launch-post", 0);
    OperationState ready =
        OperationDecider.decide(
                absent,
                new IntentSubmitted(at, origin, intent(at), Optional.of(policy())),
                Gate.OPEN)
            .after();
    Worker worker = new Worker("worker-17", at.toEpochMilli());
    return OperationDecider.decide(
            ready, new ClaimRequested(at, origin, 1, "c".repeat(22), worker, true), Gate.OPEN)
        .after();
  }

  private static Intent intent(Instant at) {
    return new Intent(
        "campaign-2026-10-31|website|launch-post",
        "blog",
        "acme-editorial",
        "production",
        "publish",
        Bytes.wrap(new byte[1024]),
        "application/json",
        "sha256:" + "ab".repeat(32),
        Optional.empty(),
        Optional.of("marketing-ops"),
        Optional.empty(),
        Optional.empty(),
        Map.of("slug", "launch-post"),
        at);
  }

  private static DestinationPolicy policy() {
    return new DestinationPolicy(
        "http",
        "acme-editorial",
        "production",
        "default",
        false,
        true,
        false,
        Duration.ofSeconds(60),
        Duration.ofSeconds(60),
        Duration.ofSeconds(20),
        new Growth(Duration.ofSeconds(1), 2, Duration.ofMinutes(5)),
        5,
        new Growth(Duration.ofMillis(500), 2, Duration.ofSeconds(30)),
        Duration.ofMinutes(15),
        Duration.ofSeconds(30),
        Duration.ofMinutes(10),
        Duration.ofDays(400),
        Optional.empty(),
        true,
        true,
        1,
        Duration.ZERO,
        Set.of("slug"));
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
