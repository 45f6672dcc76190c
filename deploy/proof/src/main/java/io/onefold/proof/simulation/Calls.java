package io.onefold.proof.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The calls of one worker process. */
final class Calls {
  private final History history;
  private final WorkerLife life;
  private final List<Call> running = new ArrayList<>();
  private @Nullable Call current;
  private boolean dead;
  private long abandonedAt = Long.MAX_VALUE;

  Calls(History history, WorkerLife life) {
    this.history = history;
    this.life = life;
  }

  /** One blocking call and the fibre that it runs in. */
  final class Call {
    private final Fibre fibre;
    private final List<Runnable> atEnd = new ArrayList<>();

    private io.onefold.connector.wire.@Nullable Call carried;
    private long checkedAt;
    private boolean aboutToSend;

    private Call(Runnable code) {
      this.fibre = new Fibre(code);
    }

    /** The request that it makes next. */
    void carries(io.onefold.connector.wire.Call request) {
      carried = request;
    }

    /** The request that it makes. */
    io.onefold.connector.wire.Call carried() {
      return Objects.requireNonNull(carried, "a call carries a request before it sends it");
    }

    /** The deadline was checked, and there was time. */
    void checked() {
      checkedAt = history.now();
      aboutToSend = true;
    }

    /** The first byte has left. */
    void sent() {
      aboutToSend = false;
    }

    long checkedAt() {
      return checkedAt;
    }

    /** Something to do when the call has ended or its process has died. */
    void atEnd(Runnable action) {
      atEnd.add(action);
    }

    private void go() {
      Call before = current;
      current = this;
      try {
        fibre.resume();
      } finally {
        current = before;
      }
      if (fibre.ended()) {
        finish();
      }
    }

    private void finish() {
      running.remove(this);
      atEnd.forEach(Runnable::run);
      atEnd.clear();
    }

    /** Called by the code itself: time passes, and more if the process stands still. */
    void pass(long ms) throws InterruptedException {
      int nap = fibre.naps() + 1;
      history.agenda().in(ms, () -> wake(nap));
      fibre.sleep();
    }

    private void wake(int nap) {
      if (dead || fibre.ended() || fibre.naps() != nap) {
        return;
      }
      long wait = life.standsUntil() - history.now();
      if (wait > 0) {
        history.agenda().in(wait, () -> wake(nap));
      } else {
        go();
      }
    }

    private void interrupt() {
      if (history.choices().perMille(250)) {
        // It does not listen.
        return;
      }
      int nap = fibre.naps();
      fibre.interrupt();
      history.agenda().in(0, () -> wake(nap));
    }
  }

  /** The call whose code runs now. */
  Call current() {
    if (current == null) {
      throw new IllegalStateException("no call runs now");
    }
    return current;
  }

  boolean isAboutToSend() {
    return running.stream().anyMatch(call -> call.aboutToSend);
  }

  boolean isDead() {
    return dead;
  }

  <T> Runnable start(Supplier<T> code, Consumer<T> ended) {
    List<T> result = new ArrayList<>(1);
    Call call = new Call(() -> result.add(code.get()));
    running.add(call);
    call.atEnd(
        () -> {
          if (!dead) {
            life.run(0, () -> ended.accept(result.get(0)));
          }
        });
    life.run(
        history.choices().anyUpTo(20),
        () -> {
          if (!dead) {
            call.go();
          }
        });
    return call::interrupt;
  }

  /** What is still running was given up by its process, which is about to end. */
  void abandoned() {
    abandonedAt = history.now();
  }

  /** When an attempt that ends now was over for its worker. */
  long endedAt() {
    return Math.min(abandonedAt, history.now());
  }

  /** The process is no more; what its calls have sent is on its way. */
  void die() {
    dead = true;
    for (Call call : List.copyOf(running)) {
      Call before = current;
      current = call;
      call.fibre.unwind();
      current = before;
      call.finish();
    }
  }
}
