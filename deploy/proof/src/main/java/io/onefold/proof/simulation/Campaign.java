package io.onefold.proof.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Many histories, one seed after the other, on several threads.
 *
 * @param first the first seed
 * @param histories how many, at least 1
 * @param threads how many run at once, at least 1
 * @param mostViolations after so many broken histories it stops
 */
public record Campaign(long first, long histories, int threads, int mostViolations) {
  /** So many violations say enough. */
  public static final int USUAL_MOST_VIOLATIONS = 10;

  public Campaign {
    if (histories < 1 || threads < 1 || mostViolations < 1) {
      throw new IllegalArgumentException(
          "histories %d, threads %d and mostViolations %d must each be at least 1"
              .formatted(histories, threads, mostViolations));
    }
  }

  /** Plays all of them, and tells from time to time how far it is. */
  public CampaignReport run(Consumer<CampaignReport> progress) {
    long began = System.nanoTime();
    AtomicLong next = new AtomicLong();
    CampaignReport report = new CampaignReport(this, began);
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      workers.add(Thread.ofVirtual().start(() -> work(next, report, progress)));
    }
    for (Thread worker : workers) {
      join(worker);
    }
    report.end();
    return report;
  }

  private void work(AtomicLong next, CampaignReport report, Consumer<CampaignReport> progress) {
    for (long i = next.getAndIncrement();
        i < histories && report.broken().size() < mostViolations;
        i = next.getAndIncrement()) {
      if (report.add(Simulation.run(first + i))) {
        progress.accept(report);
      }
    }
  }

  private static void join(Thread worker) {
    try {
      worker.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the campaign was interrupted", e);
    }
  }
}
