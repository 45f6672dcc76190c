package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.processor.rest.NdjsonLines.Line;
import io.onefold.schema.Intent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Takes many intents, one a line, and answers line by line in the same order. Several are under way
 * at a time, but never two of one operation: of two that differ the first one counts. A line that
 * is refused does not stop the others. Not thread-safe.
 */
final class IntentBatch {
  private static final int MOST_LINES = 256;
  private static final long MOST_BYTES = 16L * 1024 * 1024;

  private final NdjsonLines lines;
  private final Taker taker;
  private final Executor executor;
  private final String instance;
  private final Deque<Submission> underWay = new ArrayDeque<>();
  private final Map<String, CompletableFuture<ObjectNode>> lastOf = new HashMap<>();
  private Optional<Line> pending = Optional.empty();
  private long bytes;
  private boolean ended;

  /** How one intent is taken. */
  interface Taker {
    /**
     * Reads an intent.
     *
     * @throws ProblemException if it is not valid
     */
    Intent read(byte[] json);

    /**
     * Takes an intent; blocks.
     *
     * @param json as it was read
     */
    ObjectNode take(Intent intent, byte[] json);
  }

  private record Submission(
      long line, String operationId, long bytes, CompletableFuture<ObjectNode> answer) {}

  IntentBatch(NdjsonLines lines, Taker taker, Executor executor, String instance) {
    this.lines = lines;
    this.taker = taker;
    this.executor = executor;
    this.instance = instance;
  }

  /** The answer to the next line, with its line end; empty after the last one. Blocks. */
  Optional<byte[]> next() throws IOException {
    fill();
    Submission first = underWay.poll();
    if (first == null) {
      return Optional.empty();
    }
    ObjectNode answer = first.answer().join();
    bytes -= first.bytes();
    lastOf.remove(first.operationId(), first.answer());
    answer.put("line", first.line());
    return Optional.of((answer + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private void fill() throws IOException {
    while (!ended && underWay.size() < MOST_LINES) {
      if (pending.isEmpty()) {
        pending = lines.next();
      }
      if (pending.isEmpty()) {
        ended = true;
        return;
      }
      int size = pending.get().size();
      if (bytes > 0 && bytes + size > MOST_BYTES) {
        return;
      }
      bytes += size;
      underWay.add(start(pending.get()));
      pending = Optional.empty();
    }
  }

  private Submission start(Line line) {
    if (line.bytes().isEmpty()) {
      Problem tooLong =
          Problem.of(
              ProblemType.TOO_LARGE,
              "the line is longer than %d bytes".formatted(IntentController.MOST_INTENT_BYTES));
      return new Submission(
          line.number(), "", 0, CompletableFuture.completedFuture(refused("", tooLong)));
    }
    byte[] json = line.bytes().get();
    try {
      Intent intent = taker.read(json);
      String id = intent.getOperationId();
      CompletableFuture<ObjectNode> answer =
          lastOf
              .getOrDefault(id, CompletableFuture.completedFuture(null))
              .thenApplyAsync(before -> take(intent, json), executor);
      lastOf.put(id, answer);
      return new Submission(line.number(), id, json.length, answer);
    } catch (ProblemException e) {
      return new Submission(
          line.number(),
          "",
          json.length,
          CompletableFuture.completedFuture(refused("", e.problem())));
    }
  }

  private ObjectNode take(Intent intent, byte[] json) {
    try {
      return taker.take(intent, json);
    } catch (RuntimeException e) {
      return refused(intent.getOperationId(), Problems.problemOf(e));
    }
  }

  private ObjectNode refused(String operationId, Problem problem) {
    ObjectNode json = problem.document(instance);
    if (!operationId.isEmpty()) {
      json.put("operationId", operationId);
    }
    return json.put("disposition", "refused");
  }
}
