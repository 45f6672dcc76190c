package io.onefold.processor.rebuild;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Does the same for several partitions at a time. */
final class Partitions {
  private Partitions() {}

  /** The results in the order of the partitions; the first failure ends it all. */
  static <T> List<T> inParallel(int partitions, IntFunction<T> work) {
    int threads = Math.max(1, Math.min(partitions, Runtime.getRuntime().availableProcessors()));
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<T>> running = new ArrayList<>();
      for (int p = 0; p < partitions; p++) {
        int partition = p;
        running.add(pool.submit(() -> work.apply(partition)));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> one : running) {
        results.add(one.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while folding", e);
    } finally {
      pool.shutdownNow();
      // What they use is closed next.
      pool.close();
    }
  }
}
