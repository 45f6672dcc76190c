package io.onefold.standalone.cli;

import java.io.PrintWriter;
import java.util.OptionalLong;

/**
 * One line on a terminal that is painted over and over; without a terminal, nothing. Not
 * thread-safe.
 */
final class ProgressBar {
  private static final int WIDTH = 30;
  private static final long REPAINT_NANOS = 100_000_000;
  private static final String CLEAR = "\r\u001b[K";

  private final PrintWriter err;
  private final boolean shown;
  private final OptionalLong total;
  private long paintedAt;
  private boolean painted;

  ProgressBar(PrintWriter err, boolean shown, OptionalLong total) {
    this.err = err;
    this.shown = shown;
    this.total = total;
    this.paintedAt = System.nanoTime() - REPAINT_NANOS;
  }

  /** Paints how far it is, at most ten times a second. */
  void update(long done, String text) {
    long now = System.nanoTime();
    if (!shown || now - paintedAt < REPAINT_NANOS) {
      return;
    }
    paintedAt = now;
    painted = true;
    err.print(CLEAR + bar(done) + text);
    err.flush();
  }

  /** Takes the line away, so that something else can be printed. */
  void clear() {
    if (painted) {
      err.print(CLEAR);
      err.flush();
      painted = false;
    }
  }

  private String bar(long done) {
    if (total.isEmpty() || total.getAsLong() == 0) {
      return "";
    }
    double share = Math.min(1.0, (double) done / total.getAsLong());
    int filled = (int) Math.round(share * WIDTH);
    return "["
        + "#".repeat(filled)
        + ".".repeat(WIDTH - filled)
        + "] "
        + Math.round(share * 100)
        + "%  ";
  }
}
