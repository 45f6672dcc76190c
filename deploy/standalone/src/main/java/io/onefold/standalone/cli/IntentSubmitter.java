package io.onefold.standalone.cli;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.onefold.standalone.cli.Submitted.Disposition;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.standalone.client.ProblemException;
import io.onefold.standalone.client.UnreachableException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * Submits lines of intents, several at a time and in bounded memory.
 *
 * <p>Intents of one operation are submitted one after the other, in the order of their lines: of
 * two that differ the first one counts. A line without a usable answer is sent again until {@code
 * retryFor} is over; that is safe, because the ledger knows it as a duplicate.
 */
final class IntentSubmitter {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final Set<Integer> BUSY = Set.of(429, 502, 503, 504);
  private static final Set<Integer> NOT_ABOUT_THE_INTENT = Set.of(401, 403, 404, 405);
  private static final String HELD = "waits for a person's decision";
  private static final long FIRST_PAUSE_MS = 100;
  private static final long LONGEST_PAUSE_MS = 2_000;

  private final OnefoldClient ledger;
  private final int parallel;
  private final Duration retryFor;

  /**
   * @param parallel how many lines are under way at a time, at least 1
   * @param retryFor how long one line is sent again for want of an answer
   */
  IntentSubmitter(OnefoldClient ledger, int parallel, Duration retryFor) {
    this.ledger = ledger;
    this.parallel = parallel;
    this.retryFor = retryFor;
  }

  /**
   * Submits all lines and hands every outcome to {@code sink}, in the order of the lines, from the
   * calling thread.
   *
   * @throws UnreachableException if a line got no answer for {@code retryFor}; nothing after it was
   *     handed over
   * @throws ProblemException if the ledger refuses the caller rather than an intent
   */
  void submit(IntentLines lines, Consumer<Submitted> sink) throws IOException {
    Deque<CompletableFuture<Submitted>> underWay = new ArrayDeque<>();
    Map<String, CompletableFuture<Submitted>> lastOf = new HashMap<>();
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      for (Optional<IntentLines.Line> line = lines.next(); line.isPresent(); line = lines.next()) {
        if (underWay.size() == parallel) {
          hand(underWay.remove(), sink, lastOf);
        }
        underWay.add(start(line.get(), lastOf, threads));
      }
      while (!underWay.isEmpty()) {
        hand(underWay.remove(), sink, lastOf);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private CompletableFuture<Submitted> start(
      IntentLines.Line line,
      Map<String, CompletableFuture<Submitted>> lastOf,
      ExecutorService threads) {
    if (line.bytes().isEmpty()) {
      String why = "longer than " + IntentLines.MAX_LINE + " bytes";
      return CompletableFuture.completedFuture(
          new Submitted(line.number(), "", Disposition.REFUSED, why));
    }
    byte[] intent = line.bytes().get();
    String id;
    try {
      JsonNode json = JSON.readTree(intent);
      id = json.path("operationId").asText();
    } catch (JacksonException e) {
      return CompletableFuture.completedFuture(
          new Submitted(line.number(), "", Disposition.REFUSED, notJson(e)));
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory cannot fail to be read", e);
    }
    CompletableFuture<Submitted> before =
        lastOf.getOrDefault(id, CompletableFuture.completedFuture(null));
    CompletableFuture<Submitted> submitted =
        before.thenApplyAsync(done -> send(line.number(), id, intent), threads);
    lastOf.put(id, submitted);
    return submitted;
  }

  private static String notJson(JacksonException e) {
    String what =
        e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
    int column = e.getLocation() == null ? 1 : e.getLocation().getColumnNr();
    return "not JSON, at column " + column + ": " + what;
  }

  private static void hand(
      CompletableFuture<Submitted> next,
      Consumer<Submitted> sink,
      Map<String, CompletableFuture<Submitted>> lastOf) {
    try {
      Submitted done = next.join();
      lastOf.remove(done.operationId(), next);
      sink.accept(done);
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private Submitted send(long line, String id, byte[] intent) {
    long giveUp = System.nanoTime() + retryFor.toNanos();
    for (long pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      RuntimeException failure;
      try {
        return answered(line, id, ledger.submit(intent));
      } catch (ProblemException e) {
        if (!BUSY.contains(e.status())) {
          return refused(line, id, e);
        }
        failure = new UnreachableException(ledger.base(), String.valueOf(e.getMessage()));
      } catch (UnreachableException e) {
        failure = e;
      }
      if (System.nanoTime() + pauseMs * 1_000_000 > giveUp) {
        throw failure;
      }
      pause(pauseMs, failure);
    }
  }

  private static Submitted answered(long line, String id, JsonNode answer) {
    String word = answer.path("disposition").asText("accepted").toUpperCase(Locale.ROOT);
    Disposition disposition =
        switch (word) {
          case "DUPLICATE" -> Disposition.DUPLICATE;
          case "CONFLICT" -> Disposition.CONFLICT;
          case "REFUSED" -> Disposition.REFUSED;
          default -> Disposition.ACCEPTED;
        };
    String why = answer.path("message").asText("");
    boolean held = why.isEmpty() && answer.path("state").asText().equals("UNRESOLVED");
    return new Submitted(line, id, disposition, held ? HELD : why);
  }

  private static Submitted refused(long line, String id, ProblemException problem) {
    if (NOT_ABOUT_THE_INTENT.contains(problem.status()) || problem.status() >= 500) {
      throw problem;
    }
    Disposition disposition = problem.status() == 409 ? Disposition.CONFLICT : Disposition.REFUSED;
    return new Submitted(line, id, disposition, String.valueOf(problem.getMessage()));
  }

  /**
   * Spreads the retries, so that a ledger that comes back is not met by all lines at the same
   * moment.
   */
  private static void pause(long pauseMs, RuntimeException failure) {
    try {
      Thread.sleep(pauseMs / 2 + ThreadLocalRandom.current().nextLong(pauseMs / 2 + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }
}
