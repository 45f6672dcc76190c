package io.onefold.audit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.errors.InterruptException;

/** Work that is done side by side. */
final class Threads {
  /** As many as there are. */
  static final int NUMBER = 2;

  private Threads() {}

  /**
   * Shares things out, so that every thread has about the same to do.
   *
   * @param length how much one of them is
   */
  static <T> List<List<T>> shares(Collection<T> things, ToLongFunction<T> length) {
    List<T> longestFirst = new ArrayList<>(things);
    longestFirst.sort(Comparator.comparingLong(length).reversed());
    List<List<T>> shares = new ArrayList<>();
    long[] sizes = new long[NUMBER];
    for (int i = 0; i < NUMBER; i++) {
      shares.add(new ArrayList<>());
    }
    for (T thing : longestFirst) {
      int least = 0;
      for (int i = 1; i < NUMBER; i++) {
        least = sizes[i] < sizes[least] ? i : least;
      }
      shares.get(least).add(thing);
      sizes[least] += length.applyAsLong(thing);
    }
    return shares;
  }

  /** Returns when all of it is done; throws what any of it throws. */
  static void run(List<Runnable> work) {
    ExecutorService threads = Executors.newFixedThreadPool(NUMBER);
    try {
      List<Future<?>> running = new ArrayList<>();
      work.forEach(task -> running.add(threads.submit(task)));
      for (Future<?> task : running) {
        task.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptException(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
