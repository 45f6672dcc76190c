package io.onefold.connector.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.onefold.connector.Connector;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.SendResult.Unknown;
import io.onefold.connector.contract.ConnectorContract;
import io.onefold.connector.contract.Situation;
import io.onefold.connector.simulated.Network;
import io.onefold.connector.simulated.Network.Leg;
import io.onefold.connector.simulated.Network.Passage;
import io.onefold.connector.simulated.ProviderProfile;
import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.connector.simulated.SimulatedWire;
import io.onefold.connector.wire.Call;
import io.onefold.destination.Destination;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Without a network the connector does what it does over one. */
class SimulatedWireTest extends ConnectorContract {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final VirtualNetwork network = new VirtualNetwork();
  private final SimulatedProvider provider =
      new SimulatedProvider(ProviderProfile.PLAIN, network::now, "http://blog.test");
  private final HttpConnector connector =
      new HttpConnector(
          new SimulatedWire(provider, network),
          HttpSettings.DEFAULT,
          Blog.secrets(),
          network::now,
          () -> Duration.between(START, network.now()).toNanos());
  private final Destination destination = Blog.destination(Blog.CONTRACT, "http://blog.test");

  /** One caller, and a clock that moves only while it waits. */
  private static final class VirtualNetwork implements Network {
    private static final Duration INTERRUPTIBLE_FOR = Duration.ofSeconds(2);

    private record Arrival(Instant at, Runnable what) {}

    private final List<Arrival> arrivals = new ArrayList<>();
    private final List<Leg> passed = new ArrayList<>();
    private Instant now = START;
    private Passage passage = Passage.SMOOTH;
    private boolean silent;

    Instant now() {
      return now;
    }

    @Override
    public Passage passage(Call call) {
      return call.method().equals("GET") ? Passage.SMOOTH : passage;
    }

    @Override
    public void pass(Leg leg, Duration time) throws InterruptedException {
      if (Thread.interrupted()) {
        throw new InterruptedException("while " + leg);
      }
      passed.add(leg);
      advance(now.plus(time));
      if (silent && leg == Leg.ANSWER) {
        // Somebody may interrupt a caller who waits in vain, and he does it in real time.
        Thread.sleep(INTERRUPTIBLE_FOR);
      }
    }

    void advance(Instant to) {
      for (Arrival arrival : List.copyOf(arrivals)) {
        if (!arrival.at().isAfter(to)) {
          arrivals.remove(arrival);
          now = arrival.at();
          arrival.what().run();
        }
      }
      now = to;
    }

    @Override
    public void later(Duration time, Runnable arrival) {
      arrivals.add(new Arrival(now.plus(time), arrival));
    }
  }

  @Override
  protected Connector connector() {
    return connector;
  }

  @Override
  protected Destination destination() {
    return destination;
  }

  @Override
  protected byte[] payload(String operation) {
    return Blog.payload(operation);
  }

  @Override
  protected void arrange(String operation, Situation situation) {
    if (situation == Situation.UNREACHABLE) {
      network.passage = Passage.blocked(NotSent.Why.CONNECTION_REFUSED);
    } else {
      network.silent = situation == Situation.SILENT_AFTER_STORING;
      provider.script(operation, Blog.script(situation));
    }
  }

  @Override
  protected int writes(String operation) {
    return provider.writes(operation);
  }

  @Override
  protected int effects(String operation) {
    return provider.effects(operation).size();
  }

  @Override
  protected List<String> secrets() {
    return List.of(Blog.SECRET);
  }

  private static Passage there(Optional<Duration> there, Optional<Duration> brokenAfter) {
    return new Passage(
        Optional.empty(), Duration.ZERO, Duration.ZERO, there, Duration.ZERO, brokenAfter);
  }

  private Unknown.Why why() {
    SendResult result = connector.send(Blog.send(destination, operation), () -> true);
    return assertInstanceOf(Unknown.class, result).why();
  }

  @Test
  void shouldWaitOnEachLegInItsOrder() {
    // when
    connector.send(Blog.send(destination, operation), () -> true);

    // then
    assertEquals(List.of(Leg.values()), network.passed);
  }

  @Test
  void shouldLetARequestArriveThatItsCallerGaveUp() {
    // given
    Duration slow = destination.effectiveSendTimeout().plusSeconds(5);
    network.passage = there(Optional.of(slow), Optional.empty());

    // when
    Unknown.Why why = why();

    // then
    assertEquals(Unknown.Why.TIMEOUT, why);
    assertEquals(START.plus(destination.effectiveSendTimeout()), network.now());
    assertEquals(0, provider.writes(operation));
    network.advance(START.plus(slow));
    assertEquals(1, provider.effects(operation).size());
  }

  @Test
  void shouldLoseARequestThatNeverArrives() {
    // given
    network.passage = there(Optional.empty(), Optional.empty());

    // when
    Unknown.Why why = why();

    // then
    assertEquals(Unknown.Why.TIMEOUT, why);
    assertEquals(0, provider.writes(operation));
  }

  @Test
  void shouldTellABrokenConnectionFromATimeout() {
    // given
    network.passage = there(Optional.of(Duration.ofMillis(20)), Optional.of(Duration.ofMillis(10)));

    // when
    Unknown.Why why = why();

    // then
    assertEquals(Unknown.Why.CONNECTION_LOST, why);
    assertEquals(START.plusMillis(10), network.now());
  }
}
