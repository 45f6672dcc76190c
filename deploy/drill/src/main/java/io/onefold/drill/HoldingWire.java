package io.onefold.drill;

import io.onefold.connector.SendGate;
import io.onefold.connector.wire.Call;
import io.onefold.connector.wire.Exchange;
import io.onefold.connector.wire.Wire;
import io.onefold.faults.NamingConnector;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Holds the first write of some operations back, with no byte of it sent: like a process that is
 * starved between its grant and its connection.
 */
final class HoldingWire implements Wire {
  /** Which operations are held, for whom it is made; thread-safe. */
  static final class Holds {
    private final Map<String, Duration> waiting = new ConcurrentHashMap<>();

    void hold(String operation, Duration time) {
      waiting.put(operation, time);
    }

    private Optional<Duration> take() {
      return NamingConnector.operation().flatMap(id -> Optional.ofNullable(waiting.remove(id)));
    }
  }

  private final Wire wire;
  private final Holds holds;

  HoldingWire(Wire wire, Holds holds) {
    this.wire = wire;
    this.holds = holds;
  }

  @Override
  public Exchange exchange(Call call, SendGate gate) {
    holds.take().ifPresent(HoldingWire::pause);
    return wire.exchange(call, gate);
  }

  @Override
  public Exchange read(Call call) {
    return wire.read(call);
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      // Kept for the wire below, which ends the call then.
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    wire.close();
  }
}
