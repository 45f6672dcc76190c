package io.onefold.proof.simulation;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Code that blocks, as part of a history that has one thread: it runs on a thread of its own, but
 * only while the history waits for it, so that exactly one of all runs at any time.
 */
final class Fibre {
  private final Thread host;
  private final Thread body;
  private volatile boolean running;
  private volatile boolean ended;
  private volatile @Nullable Throwable failure;
  private boolean interrupted;
  private int naps;

  /** A fibre of the calling thread that runs this when it is first resumed. */
  Fibre(Runnable code) {
    this.host = Thread.currentThread();
    this.body = Thread.ofVirtual().unstarted(() -> run(code));
  }

  // The history decides what a failure means, whatever it is.
  @SuppressWarnings("CatchingUnchecked")
  private void run(Runnable code) {
    try {
      code.run();
    } catch (Throwable thrown) {
      failure = thrown;
    }
    ended = true;
    running = false;
    LockSupport.unpark(host);
  }

  /** Lets it run until it sleeps or ends. */
  void resume() {
    if (ended) {
      return;
    }
    running = true;
    if (body.getState() == Thread.State.NEW) {
      body.start();
    } else {
      LockSupport.unpark(body);
    }
    while (running) {
      LockSupport.park(this);
    }
    if (failure != null) {
      throw new IllegalStateException("a call failed", failure);
    }
  }

  boolean ended() {
    return ended;
  }

  /** Number of sleeps so far; whoever wants to wake it names the sleep that is meant. */
  int naps() {
    return naps;
  }

  /** Every sleep from now on ends at once. */
  void interrupt() {
    interrupted = true;
  }

  boolean interrupted() {
    return interrupted;
  }

  /** Called by the code of the fibre: gives control back until it is resumed. */
  void sleep() throws InterruptedException {
    if (!interrupted) {
      naps++;
      running = false;
      LockSupport.unpark(host);
      while (!running) {
        LockSupport.park(this);
      }
    }
    if (interrupted) {
      throw new InterruptedException("the call was told to come back");
    }
  }

  /** Ends it wherever it is. */
  void unwind() {
    interrupt();
    for (int i = 0; !ended && i < 1000; i++) {
      resume();
    }
  }
}
