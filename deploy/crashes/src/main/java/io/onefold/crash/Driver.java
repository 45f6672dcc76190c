package io.onefold.crash;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Attacks one process again and again. One thread. */
final class Driver implements Runnable {
  private static final Duration PATIENCE = Duration.ofSeconds(25);
  private static final Duration PATIENCE_AT_START = Duration.ofSeconds(45);

  private final Slot slot;
  private final Campaign campaign;
  private final Semaphore mayFall;

  /**
   * An attacker.
   *
   * @param mayFall how many processes of the fleet may be down at the same time
   */
  Driver(Slot slot, Campaign campaign, Semaphore mayFall) {
    this.slot = slot;
    this.campaign = campaign;
    this.mayFall = mayFall;
  }

  @Override
  public void run() {
    try {
      while (campaign.attacks()) {
        reviveIfDead();
        Optional<Schedule.Task> task =
            campaign.strikes(slot.role())
                ? campaign.schedule().next(slot.role())
                : Optional.empty();
        if (task.isEmpty()) {
          Thread.sleep(200);
          continue;
        }
        attempt(task.get());
        campaign.schedule().done(task.get());
      }
      reviveIfDead();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      campaign.failed(e);
    }
  }

  private void reviveIfDead() throws IOException, InterruptedException {
    if (!slot.alive()) {
      campaign.strikes().endedByItself(slot.name(), slot.end());
      slot.start();
    }
  }

  private void attempt(Schedule.Task task) throws IOException, InterruptedException {
    if (await(slot.arm(task.point()), PATIENCE)) {
      strike(task);
    } else {
      slot.free();
      // At the end of a round nobody waited long enough to say that.
      if (campaign.attacks() && slot.alive()) {
        campaign.strikes().notReached(task.point(), task.fault());
      }
    }
  }

  private boolean await(CompletableFuture<Boolean> hit, Duration atMost)
      throws InterruptedException {
    long until = System.nanoTime() + atMost.toNanos();
    while (System.nanoTime() < until && campaign.attacks()) {
      try {
        return hit.get(200, TimeUnit.MILLISECONDS);
      } catch (TimeoutException notYet) {
        // Looked at again, also whether the round is over.
      } catch (ExecutionException e) {
        throw new IllegalStateException("nobody completes it with a failure", e);
      }
    }
    return hit.getNow(false);
  }

  private void strike(Schedule.Task task) throws IOException, InterruptedException {
    mayFall.acquire();
    try {
      Fault fault =
          task.fault() == Fault.BOUNCE && !campaign.mayBounce() ? Fault.KILL : task.fault();
      var open = campaign.endings().open();
      String note = apply(fault);
      campaign.strikes().hit(task.point(), fault, open, note);
      campaign.say(slot, task.point(), fault, open.size());
      if (!slot.alive()) {
        restart(fault == Fault.WIPE);
      }
    } finally {
      mayFall.release();
    }
  }

  private String apply(Fault fault) throws IOException, InterruptedException {
    switch (fault) {
      case KILL -> slot.kill();
      case WIPE -> {
        slot.kill();
        slot.wipe();
      }
      case STOP -> {
        slot.free();
        return slot.stop() ? "" : "did not stop by itself in time and was killed";
      }
      case PAUSE, LONG_PAUSE -> {
        return slot.pause(fault.duration()) ? "" : "could not be stopped and continued";
      }
      case STALL -> {
        Thread.sleep(fault.duration());
        slot.free();
      }
      case CUT_KAFKA -> cut(slot.kafka().orElseThrow(), fault.duration());
      case LONG_CUT_KAFKA -> {
        slot.kafka().orElseThrow().silence();
        release(slot.kafka().orElseThrow(), fault.duration());
      }
      case CUT_PROVIDER -> cut(slot.provider().orElseThrow(), fault.duration());
      case BOUNCE -> {
        slot.free();
        campaign.broker().bounce();
      }
    }
    return "";
  }

  private void cut(TcpProxy network, Duration time) throws InterruptedException {
    network.cut();
    release(network, time);
  }

  private void release(TcpProxy network, Duration time) throws InterruptedException {
    try {
      slot.free();
      Thread.sleep(time);
    } finally {
      network.heal();
    }
  }

  /** Starts it again; perhaps it is killed once more on its way. */
  private void restart(boolean wiped) throws IOException, InterruptedException {
    Optional<Schedule.Task> onTheWay =
        campaign.attacks() ? campaign.schedule().nextStart(slot.role(), wiped) : Optional.empty();
    CompletableFuture<Boolean> hit = slot.start(onTheWay.map(Schedule.Task::point));
    if (onTheWay.isEmpty()) {
      return;
    }
    Schedule.Task task = onTheWay.get();
    if (await(hit, PATIENCE_AT_START)) {
      var open = campaign.endings().open();
      slot.kill();
      campaign.strikes().hit(task.point(), Fault.KILL, open, "");
      campaign.say(slot, task.point(), Fault.KILL, open.size());
      slot.start();
    } else {
      slot.free();
      if (campaign.attacks()) {
        campaign.strikes().notReached(task.point(), Fault.KILL);
      }
    }
    campaign.schedule().done(task);
  }
}
