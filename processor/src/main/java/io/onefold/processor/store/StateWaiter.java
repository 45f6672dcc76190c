package io.onefold.processor.store;

import io.onefold.codec.StoredOperation;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Waits until an operation is as wanted. One thread looks for all who wait, each of them ever less
 * often the longer it waits, so that thousands of long waits cost little. Thread-safe.
 */
public final class StateWaiter implements AutoCloseable {
  private static final long SHORTEST_PAUSE_MS = 10;
  private static final long LONGEST_PAUSE_MS = 250;

  private final OperationStore store;
  private final ScheduledThreadPoolExecutor poller;
  private final Set<Wait> open = ConcurrentHashMap.newKeySet();

  /** Waits for operations of this store. */
  public StateWaiter(OperationStore store) {
    this.store = store;
    this.poller =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("onefold-waiter").factory());
    poller.setRemoveOnCancelPolicy(true);
  }

  /**
   * Waits for one operation.
   *
   * @param atMost after this long the wait ends as it stands
   * @return the operation as last seen, whether as wanted or not; empty if there was none
   */
  public CompletableFuture<Optional<StoredOperation>> until(
      String operationId, Predicate<StoredOperation> wanted, Duration atMost) {
    Wait wait = new Wait(operationId, wanted, System.nanoTime(), atMost.toNanos());
    open.add(wait);
    wait.look();
    return wait.done.whenComplete((seen, failure) -> open.remove(wait));
  }

  /** Ends all waits as if there were no such operations. */
  @Override
  public void close() {
    poller.shutdownNow();
    open.forEach(wait -> wait.done.complete(Optional.empty()));
  }

  private final class Wait {
    private final String operationId;
    private final Predicate<StoredOperation> wanted;
    private final long since;
    private final long mostNanos;
    private final CompletableFuture<Optional<StoredOperation>> done = new CompletableFuture<>();

    Wait(String operationId, Predicate<StoredOperation> wanted, long since, long mostNanos) {
      this.operationId = operationId;
      this.wanted = wanted;
      this.since = since;
      this.mostNanos = mostNanos;
    }

    void look() {
      try {
        Optional<StoredOperation> seen = seen();
        long left = mostNanos - (System.nanoTime() - since);
        if (left <= 0 || seen.filter(wanted).isPresent()) {
          done.complete(seen);
        } else if (!done.isDone()) {
          var unused = poller.schedule(this::look, pauseNanos(left), TimeUnit.NANOSECONDS);
        }
      } catch (RejectedExecutionException closing) {
        done.complete(Optional.empty());
      } catch (RuntimeException e) {
        done.completeExceptionally(e);
      }
    }

    // A store that moves may be back before the wait is over.
    private Optional<StoredOperation> seen() {
      try {
        return store.find(operationId);
      } catch (StoreUnavailableException e) {
        return Optional.empty();
      }
    }

    private long pauseNanos(long leftNanos) {
      long waitedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
      long pauseMs = Math.clamp(waitedMs / 8, SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS);
      return Math.min(TimeUnit.MILLISECONDS.toNanos(pauseMs), leftNanos);
    }
  }
}
