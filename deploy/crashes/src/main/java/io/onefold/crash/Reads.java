package io.onefold.crash;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads one operation of each partition again and again over REST, from any instance: one that
 * refuses, or does not answer within a second, is followed by the next.
 */
final class Reads implements AutoCloseable {
  private static final Duration EVERY = Duration.ofMillis(500);
  private static final Duration ANSWER = Duration.ofSeconds(1);
  private static final Duration RETRY = Duration.ofMillis(200);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(ANSWER).build();
  private final List<URI> ledgers;
  private final List<String> operations;
  private final Waits waits;
  private final Set<Integer> reading = ConcurrentHashMap.newKeySet();
  private final Thread thread;
  private volatile boolean closing;

  /**
   * Begins to read.
   *
   * @param operations one of each partition, in their order; the ledger has them already
   */
  Reads(List<URI> ledgers, List<String> operations, Waits waits) {
    this.ledgers = List.copyOf(ledgers);
    this.operations = List.copyOf(operations);
    this.waits = waits;
    this.thread = Thread.ofPlatform().daemon().name("reads").start(this::run);
  }

  private void run() {
    try {
      for (int round = 0; !closing; round++) {
        for (int partition = 0; partition < operations.size(); partition++) {
          begin(partition, round);
        }
        Thread.sleep(EVERY);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void begin(int partition, int round) {
    // While one still waits, another would only add load.
    if (reading.add(partition)) {
      String id = partition + "/" + round;
      waits.begun(Waits.Kind.READ, id, partition);
      Thread.ofVirtual().start(() -> read(partition, round, id));
    }
  }

  private void read(int partition, int round, String id) {
    try {
      int turn = round;
      while (!closing && !isRead(ledgers.get(turn++ % ledgers.size()), operations.get(partition))) {
        Thread.sleep(RETRY);
      }
      waits.ended(Waits.Kind.READ, id);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      reading.remove(partition);
    }
  }

  private boolean isRead(URI ledger, String operation) throws InterruptedException {
    URI address =
        ledger.resolve("/v1/operations/" + URLEncoder.encode(operation, StandardCharsets.UTF_8));
    try {
      return http.send(
                  HttpRequest.newBuilder(address).timeout(ANSWER).build(),
                  HttpResponse.BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    closing = true;
    try {
      thread.join(Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    http.shutdownNow();
  }
}
