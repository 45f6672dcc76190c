package io.onefold.crash;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.schema.PayloadHash;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * A steady stream of intents over REST. Each is submitted until the ledger says that it has it, and
 * some of them again and again afterwards.
 */
final class Load implements AutoCloseable {
  /**
   * How fast, and with what patience.
   *
   * @param perSecond new operations a second, 1 to 100
   * @param mostOpen while more operations are open or not yet taken, no new ones are begun;
   *     duplicates go on
   * @param answer how long a ledger may take to answer before the next one is asked
   * @param retry how long to wait before that
   */
  record Pace(int perSecond, int mostOpen, Duration answer, Duration retry) {}

  /** Hears of each operation before it is submitted for the first time. */
  @FunctionalInterface
  interface Begun {
    /** Operation {@code id} is about to be submitted. */
    void begun(String id);
  }

  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
  private final SimulatedProvider provider;
  private final Endings endings;
  private final Pace pace;
  private final IntFunction<String> ids;
  private final IntFunction<Scenario> scenarios;
  private final Begun begun;
  private final Random random;
  private final List<String> operations = new ArrayList<>();
  private final List<String> bodies = new ArrayList<>();
  private final AtomicInteger submissions = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Thread thread;
  private volatile List<URI> ledgers = List.of();
  private volatile boolean paused = true;
  private volatile boolean closing;

  /**
   * A stream that waits until {@link #go}.
   *
   * @param ids the operation ID of each number, from 0
   * @param scenarios what the provider does with the operation of each number
   */
  Load(
      SimulatedProvider provider,
      Endings endings,
      Pace pace,
      IntFunction<String> ids,
      IntFunction<Scenario> scenarios,
      Begun begun,
      long seed) {
    this.provider = provider;
    this.endings = endings;
    this.pace = pace;
    this.ids = ids;
    this.scenarios = scenarios;
    this.begun = begun;
    this.random = new Random(seed);
    this.thread = Thread.ofPlatform().daemon().name("load").start(this::run);
  }

  /** From now on these ledgers get the intents. */
  void go(List<URI> targets) {
    ledgers = List.copyOf(targets);
    paused = false;
  }

  /**
   * No new submissions, and waits until every intent that was begun was answered and has ended.
   *
   * @return false if that took longer
   */
  boolean drain(Duration atMost) throws InterruptedException {
    paused = true;
    long until = System.nanoTime() + atMost.toNanos();
    while (waiting.get() > 0 || !endings.open().isEmpty()) {
      if (System.nanoTime() > until) {
        return false;
      }
      Thread.sleep(LOOK_EVERY);
    }
    return true;
  }

  /** What the provider does with the operation of this number. */
  Scenario scenario(int number) {
    return scenarios.apply(number);
  }

  /** How many requests with an intent were sent. */
  int submissions() {
    return submissions.get();
  }

  /** All operations that were begun, in their order. */
  List<String> operations() {
    synchronized (operations) {
      return List.copyOf(operations);
    }
  }

  private void run() {
    try {
      while (!closing) {
        Thread.sleep(Duration.ofMillis(1000 / pace.perSecond()));
        if (!paused) {
          next();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void next() {
    if (endings.open().size() + waiting.get() < pace.mostOpen()) {
      begin();
    }
    if (random.nextInt(3) == 0) {
      repeat();
    }
  }

  private void begin() {
    int number = operations().size();
    String id = ids.apply(number);
    Scenario scenario = scenario(number);
    provider.script(id, scenario.script());
    String body = intent(id, scenario);
    synchronized (operations) {
      operations.add(id);
      bodies.add(body);
    }
    waiting.incrementAndGet();
    begun.begun(id);
    Thread.ofVirtual().start(() -> untilTaken(id, body));
  }

  private void repeat() {
    String body;
    synchronized (operations) {
      if (bodies.isEmpty()) {
        return;
      }
      // Mostly young ones, so that all states meet duplicates; now and then any.
      int among = random.nextInt(4) == 0 ? bodies.size() : Math.min(bodies.size(), 20);
      body = bodies.get(bodies.size() - 1 - random.nextInt(among));
    }
    URI ledger = anyLedger();
    Thread.ofVirtual().start(() -> isTaken(ledger, body));
  }

  private URI anyLedger() {
    List<URI> now = ledgers;
    return now.get(random.nextInt(now.size()));
  }

  private void untilTaken(String id, String body) {
    try {
      int turn = id.hashCode();
      while (!closing && !isTaken(ledgers.get(Math.floorMod(turn++, ledgers.size())), body)) {
        Thread.sleep(pace.retry());
      }
      endings.accepted(id);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      waiting.decrementAndGet();
    }
  }

  private boolean isTaken(URI ledger, String body) {
    submissions.incrementAndGet();
    HttpRequest request =
        HttpRequest.newBuilder(ledger.resolve("/v1/intents"))
            .timeout(pace.answer())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      if (status >= 400 && status < 500) {
        throw new IllegalStateException("the ledger refuses a correct intent with " + status);
      }
      return status == 200 || status == 202;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static String intent(String id, Scenario scenario) {
    ObjectNode payload =
        JsonNodeFactory.instance.objectNode().put("ref", id).put("text", "text of " + id);
    ObjectNode intent = JsonNodeFactory.instance.objectNode();
    intent.put("operationId", id);
    intent.put("destination", Contracts.DESTINATION);
    intent.put("account", Contracts.ACCOUNT);
    intent.put("environment", Contracts.ENVIRONMENT);
    intent.put("action", "publish");
    intent.set("payload", payload);
    if (scenario != Scenario.NOT_APPROVED) {
      intent
          .putObject("approval")
          .put("policy", "crashes-v1")
          .put("decision", "APPROVED")
          .put("by", "j.doe")
          .put("at", Instant.now().toString())
          .put("payloadHash", PayloadHash.ofJson(payload).value());
    }
    return intent.toString();
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
