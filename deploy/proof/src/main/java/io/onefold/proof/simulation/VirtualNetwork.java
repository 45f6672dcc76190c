package io.onefold.proof.simulation;

import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.simulated.Network;
import io.onefold.connector.wire.Call;
import io.onefold.guarantee.Assumption;
import java.time.Duration;
import java.util.Optional;

/** The network between one worker process and the destination, on virtual time. */
final class VirtualNetwork implements Network {
  private static final long ANY_TIME_MS = 4 * 60 * 60_000;

  /** By how much all pauses of whole processes together may lengthen one call, in lease-end. */
  static final long PROCESS_PAUSES_MS = 10_000;

  private final History history;
  private final Crossing crossing;
  private final Calls calls;
  private final World world;

  VirtualNetwork(History history, Crossing crossing, Calls calls) {
    this.history = history;
    this.crossing = crossing;
    this.calls = calls;
    this.world = history.world();
  }

  /** A request on its way. */
  private final class Letter {
    private final Call call;
    private final Runnable arrival;
    private final boolean mayBreakSettle;
    private final long lag;
    private long bound;
    private long at;
    private boolean arrived;

    Letter(Call call, long at, long bound, Runnable arrival) {
      this.call = call;
      this.lag = crossing.lag(Crossing.operation(call));
      this.bound = bound;
      this.arrival = arrival;
      this.mayBreakSettle =
          history.isBroken(Crossing.operation(call), Assumption.SETTLE_IS_LONG_ENOUGH);
      this.at = Math.min(at, Math.max(history.now(), bound - lag - 1));
    }

    private void send() {
      long planned = at;
      history
          .agenda()
          .at(
              at,
              () -> {
                if (!arrived && planned == at) {
                  arrived = true;
                  crossing.arrived(call, settledBy(), arrival);
                }
              });
    }

    private long settledBy() {
      if (!world.settles() || mayBreakSettle) {
        return Long.MAX_VALUE;
      }
      // An attempt that still runs ends no earlier than now.
      return Math.min(bound, history.now() + world.settle().toMillis());
    }

    /** Its attempt is over: what follows from it must be seen within the settle time. */
    private void attemptEnded() {
      if (arrived || !world.settles() || world.byLeaseEnd() || mayBreakSettle) {
        return;
      }
      bound = calls.endedAt() + world.settle().toMillis();
      if (at > bound - lag - 1) {
        at = Math.max(history.now(), bound - lag - 1);
        send();
      }
    }
  }

  @Override
  public Passage passage(Call call) {
    calls.current().carries(call);
    if (calls.isDead()) {
      return Passage.SMOOTH;
    }
    return Crossing.isWrite(call) ? write(call) : read();
  }

  private Passage read() {
    Choices choices = history.choices();
    return new Passage(
        history.strikes(Fault.NOT_CONNECTED, 8)
            ? Optional.of(NotSent.Why.CONNECTION_REFUSED)
            : Optional.empty(),
        Duration.ZERO,
        Duration.ZERO,
        Optional.of(Duration.ofMillis(1 + choices.anyUpTo(100))),
        Duration.ofMillis(history.strikes(Fault.ANSWER_LATE, 10) ? choices.anyUpTo(30_000) : 1),
        Optional.empty());
  }

  private Passage write(Call call) {
    Choices choices = history.choices();
    long connecting = choices.anyUpTo(200);
    if (history.strikes(Fault.CALL_PAUSED_BEFORE_CHECK, 40)) {
      connecting += choices.anyUpTo(30 * 60_000);
    }
    Optional<NotSent.Why> obstacle = Optional.empty();
    if (history.strikes(Fault.NOT_CONNECTED, 20)) {
      obstacle = Optional.of(obstacle(choices));
    }
    long stalled = stalled(call);
    Optional<Duration> broken = Optional.empty();
    if (history.strikes(Fault.CONNECTION_CUT, 40)) {
      broken = Optional.of(Duration.ofMillis(choices.anyUpTo(call.timeout().toMillis())));
    }
    return new Passage(
        obstacle,
        Duration.ofMillis(connecting),
        Duration.ofMillis(stalled),
        there(call, stalled),
        Duration.ofMillis(1 + choices.anyUpTo(100)),
        broken);
  }

  private static NotSent.Why obstacle(Choices choices) {
    return switch (choices.below(4)) {
      case 0 -> NotSent.Why.CONNECTION_REFUSED;
      case 1 -> NotSent.Why.NAME_NOT_RESOLVED;
      case 2 -> NotSent.Why.CONNECT_TIMEOUT;
      default -> NotSent.Why.TLS_FAILED;
    };
  }

  private long stalled(Call call) {
    if (!history.strikes(Fault.CALL_PAUSED_AFTER_CHECK, 60)) {
      return 0;
    }
    if (!world.byLeaseEnd()) {
      return history.choices().anyUpTo(ANY_TIME_MS / 2);
    }
    return history
        .choices()
        .anyUpTo(
            world.breaks(Assumption.PAUSES_ARE_BOUNDED)
                ? ANY_TIME_MS / 2
                : longestPause(call) - PROCESS_PAUSES_MS);
  }

  /** By lease end, pause, way and lag together must end before the settle point. */
  private long longestPause(Call call) {
    long lag = crossing.lag(Crossing.operation(call));
    return world.contract().margin().plus(world.settle()).toMillis() - lag - 1;
  }

  /** From the first byte to the provider. */
  private Optional<Duration> there(Call call, long stalled) {
    if (history.strikes(Fault.REQUEST_LOST, 15)) {
      return Optional.empty();
    }
    long there = 1 + history.choices().anyUpTo(100);
    if (history.strikes(Fault.REQUEST_LATE, 70)) {
      there += history.choices().anyUpTo(latest(call, stalled));
    }
    return Optional.of(Duration.ofMillis(there));
  }

  private long latest(Call call, long stalled) {
    String operation = Crossing.operation(call);
    if (!world.settles()) {
      return ANY_TIME_MS;
    }
    if (world.breaks(Assumption.SETTLE_IS_LONG_ENOUGH) && history.choices().below(3) == 2) {
      history.breaks(operation, Assumption.SETTLE_IS_LONG_ENOUGH);
      return ANY_TIME_MS;
    }
    long sinceFirstByte =
        call.timeout().toMillis() + world.settle().toMillis() - crossing.lag(operation) - 102;
    if (!world.byLeaseEnd()) {
      return sinceFirstByte;
    }
    return Math.max(1, sinceFirstByte - stalled);
  }

  @Override
  public void pass(Leg leg, Duration time) throws InterruptedException {
    if (leg == Leg.FIRST_BYTE) {
      calls.current().checked();
      Call call = calls.current().carried();
      if (Crossing.isWrite(call) && !calls.isDead()) {
        history.letsGo(Crossing.operation(call));
      }
    }
    calls.current().pass(time.toMillis());
    if (leg == Leg.FIRST_BYTE) {
      calls.current().sent();
    }
  }

  @Override
  public void later(Duration time, Runnable arrival) {
    Calls.Call mine = calls.current();
    Call call = mine.carried();
    long bound = Long.MAX_VALUE;
    if (Crossing.isWrite(call) && world.settles() && world.byLeaseEnd()) {
      long paused = history.now() - mine.checkedAt();
      if (paused > longestPause(call)) {
        history.breaks(Crossing.operation(call), Assumption.PAUSES_ARE_BOUNDED);
      }
      bound =
          mine.checkedAt()
              + call.timeout().plus(world.contract().margin()).plus(world.settle()).toMillis();
    }
    Letter letter = new Letter(call, history.now() + time.toMillis(), bound, arrival);
    letter.send();
    if (Crossing.isWrite(call)) {
      mine.atEnd(letter::attemptEnded);
    }
  }
}
