package io.onefold.drill;

import io.onefold.connector.SendGate;
import io.onefold.connector.wire.Call;
import io.onefold.connector.wire.Exchange;
import io.onefold.connector.wire.Wire;
import io.onefold.faults.NamingConnector;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Stands still for ever in one moment of one operation's write, and says so on standard output. */
final class StandingWire implements Wire {
  /** What it says. */
  static final String HERE = "here";

  private final Wire wire;
  private final Optional<FrailWorker.Moment> moment;
  private final String operation;

  StandingWire(Wire wire, Optional<FrailWorker.Moment> moment, String operation) {
    this.wire = wire;
    this.moment = moment;
    this.operation = operation;
  }

  @Override
  public Exchange exchange(Call call, SendGate gate) {
    boolean meant = NamingConnector.operation().filter(operation::equals).isPresent();
    if (meant && moment.equals(Optional.of(FrailWorker.Moment.BEFORE))) {
      standStill();
    }
    Exchange exchange = wire.exchange(call, gate);
    if (meant && moment.equals(Optional.of(FrailWorker.Moment.AFTER))) {
      standStill();
    }
    return exchange;
  }

  private static void standStill() {
    System.out.println(HERE);
    System.out.flush();
    while (true) {
      LockSupport.park();
    }
  }

  @Override
  public Exchange read(Call call) {
    return wire.read(call);
  }

  @Override
  public void close() {
    wire.close();
  }
}
