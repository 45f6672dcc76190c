package io.onefold.connector.simulated;

import io.onefold.connector.SendGate;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.simulated.Network.Leg;
import io.onefold.connector.simulated.Network.Passage;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import io.onefold.connector.wire.Exchange;
import io.onefold.connector.wire.Exchange.Lost;
import io.onefold.connector.wire.Wire;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A wire to a {@link SimulatedProvider} without a network: whatever the host of an address, the
 * provider is asked. Each call ends as it would over a real network. Thread-safe; no lock is held
 * while time passes.
 */
public final class SimulatedWire implements Wire {
  /** As over the network by default. */
  private static final int MOST_BYTES = 4 * 1024 * 1024;

  private final Addresses addresses;
  private final Network network;
  private volatile boolean closed;

  /** A wire that finds the operation of a write in the usual places. */
  public SimulatedWire(SimulatedProvider provider, Network network) {
    this.addresses = new Addresses(provider, OperationSource.USUAL);
    this.network = network;
  }

  @Override
  public Exchange exchange(Call call, SendGate gate) {
    if (closed) {
      return notStarted(NotSent.Why.GIVEN_UP, "The connector is closed");
    }
    Passage passage = network.passage(call);
    Optional<Exchange> obstacle = connect(call, gate, passage);
    if (obstacle.isPresent()) {
      return obstacle.get();
    }
    try {
      network.pass(Leg.FIRST_BYTE, passage.stalled());
      return carry(call, passage);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Lost(Lost.How.INTERRUPTED, Optional.empty(), "The caller was interrupted");
    }
  }

  /** What ends the call before its first byte. */
  private Optional<Exchange> connect(Call call, SendGate gate, Passage passage) {
    try {
      network.pass(Leg.CONNECTING, passage.connecting());
      if (passage.obstacle().isPresent()) {
        return Optional.of(
            notStarted(passage.obstacle().get(), "No connection to " + call.origin()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(
          notStarted(
              NotSent.Why.GIVEN_UP, "The caller was interrupted before the first byte was sent"));
    }
    return ask(gate);
  }

  private static Optional<Exchange> ask(SendGate gate) {
    try {
      return gate.open()
          ? Optional.empty()
          : Optional.of(
              notStarted(
                  NotSent.Why.LEASE_TOO_SHORT, "The lease left too little time for the call"));
    } catch (RuntimeException e) {
      return Optional.of(
          notStarted(NotSent.Why.GIVEN_UP, "The gate failed before the first byte: " + e));
    }
  }

  private static Exchange notStarted(NotSent.Why why, String message) {
    return new Exchange.NotStarted(why, message);
  }

  /** From the first byte on: the request travels by itself, and the caller waits for so long. */
  private Exchange carry(Call call, Passage passage) throws InterruptedException {
    Duration patience =
        passage.brokenAfter().filter(at -> at.compareTo(call.timeout()) < 0).orElse(call.timeout());
    FutureTask<Answering> arrival = new FutureTask<>(() -> addresses.answer(request(call)));
    passage.there().ifPresent(it -> start(arrival, it));
    if (passage.there().filter(there -> there.compareTo(patience) <= 0).isEmpty()) {
      network.pass(Leg.REQUEST, patience);
      return gaveUp(call, patience);
    }
    Duration there = passage.there().orElseThrow();
    network.pass(Leg.REQUEST, there);
    // Nothing happens twice: if the request has arrived by now, this does nothing.
    arrival.run();
    Answering answering = result(arrival);
    Duration answered = there.plus(answering.after()).plus(passage.back());
    boolean inTime = answered.compareTo(patience) <= 0;
    network.pass(Leg.ANSWER, (inTime ? answered : patience).minus(there));
    return inTime ? ending(call, answering) : gaveUp(call, patience);
  }

  private void start(Runnable arrival, Duration there) {
    if (there.isZero()) {
      arrival.run();
    } else {
      network.later(there, arrival);
    }
  }

  private static Answering result(FutureTask<Answering> arrival) throws InterruptedException {
    try {
      return arrival.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("The simulated provider failed", e);
    }
  }

  private static Addresses.Request request(Call call) {
    Map<String, String> headers = new HashMap<>();
    call.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
    return new Addresses.Request(call.method(), call.url(), headers, call.body());
  }

  private static Exchange gaveUp(Call call, Duration patience) {
    return patience.compareTo(call.timeout()) < 0
        ? cut(call, Optional.empty())
        : new Lost(
            Lost.How.TIMEOUT,
            Optional.empty(),
            "No whole answer from %s within %d ms"
                .formatted(call.origin(), call.timeout().toMillis()));
  }

  private static Exchange ending(Call call, Answering answering) {
    return switch (answering) {
      case Answering.Whole whole -> whole(whole);
      case Answering.Cut none when none.bytes() == 0 -> cut(call, Optional.empty());
      case Answering.Cut begun -> cut(call, Optional.of(201));
      case Answering.Silence silence -> gaveUp(call, call.timeout());
    };
  }

  private static Exchange cut(Call call, Optional<Integer> status) {
    String when = status.isEmpty() ? "before an answer" : "in the middle of the answer";
    return new Lost(
        Lost.How.CONNECTION_LOST,
        status,
        "The connection to %s was lost %s".formatted(call.origin(), when));
  }

  private static Exchange whole(Answering.Whole whole) {
    byte[] body = whole.bytes();
    if (body.length > MOST_BYTES) {
      return new Lost(
          Lost.How.TOO_LARGE,
          Optional.of(whole.status()),
          "The answer is larger than " + MOST_BYTES + " bytes");
    }
    Map<String, List<String>> headers = new HashMap<>();
    whole
        .headers()
        .forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), List.of(value)));
    return new Exchange.Answered(Answer.of(whole.status(), headers, body, MOST_BYTES));
  }

  @Override
  public void close() {
    closed = true;
  }
}
