package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.onefold.connector.SendResult;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DestinationGateTest {
  private final ManualClock clock = new ManualClock();
  private final AccountGate account = new AccountGate(clock);
  private final DestinationGate gate = gate(Optional.empty(), Optional.empty());

  @Test
  void shouldLetOnlyOneAttemptGoFirst() {
    gate.claim();

    assertEquals(Optional.of(Hold.WINDOW), gate.hold());
    assertEquals(1, gate.window());
  }

  @Test
  void shouldGrowByOneWithEachRealAnswerUpToTheLimit() {
    for (int answers = 0; answers < 20; answers++) {
      gate.learn(answers % 2 == 0 ? FakeConnector.accepted() : FakeConnector.refused());
    }

    assertEquals(8, gate.window());
  }

  @Test
  void shouldHalveWhenTheOutcomeIsUnknownButNotBelowOne() {
    grow(gate, 7);

    gate.learn(FakeConnector.unknown());
    assertEquals(4, gate.window());
    for (int more = 0; more < 5; more++) {
      gate.learn(FakeConnector.unknown());
    }
    assertEquals(1, gate.window());
  }

  @ParameterizedTest
  @EnumSource(SendResult.NotSent.Why.class)
  void shouldTellTroubleOnTheWayFromTroubleOfTheWorker(SendResult.NotSent.Why why) {
    grow(gate, 7);

    gate.learn(FakeConnector.notSent(why));

    boolean ownTrouble =
        switch (why) {
          case LEASE_TOO_SHORT, CONTRACT_MISMATCH, GIVEN_UP -> true;
          default -> false;
        };
    assertEquals(ownTrouble ? 8 : 4, gate.window());
  }

  @Test
  void shouldStartWithOneAgainAfterADeferralWhateverEarlierAttemptsStillAnswer() {
    grow(gate, 7);
    gate.learn(FakeConnector.deferred(Duration.ofSeconds(3)));

    grow(gate, 5);
    assertEquals(Optional.of(Hold.DEFERRED), gate.hold());
    clock.pass(Duration.ofSeconds(3));

    assertEquals(1, gate.window());
    assertEquals(Optional.empty(), gate.hold());
  }

  @Test
  void shouldCloseAndStartAgainTogetherWithADestinationOfTheSameAccount() {
    DestinationGate other = gate(Optional.empty(), Optional.empty());
    grow(other, 7);

    gate.learn(FakeConnector.deferred(Duration.ofSeconds(3)));

    assertEquals(Optional.of(Hold.DEFERRED), other.hold());
    assertEquals(1, other.window());
    clock.pass(Duration.ofSeconds(3));
    gate.claim();
    assertEquals(Optional.of(Hold.DEFERRED), other.hold());
    gate.learn(FakeConnector.accepted());
    gate.leave();
    assertEquals(Optional.empty(), other.hold());
  }

  @Test
  void shouldNotSlowDownForTheTroubleOfAnotherDestination() {
    DestinationGate other = gate(Optional.empty(), Optional.empty());
    grow(other, 7);

    gate.learn(FakeConnector.unknown());

    assertEquals(8, other.window());
  }

  @Test
  void shouldNotPassTheConcurrencyOfTheContract() {
    DestinationGate two = gate(Optional.of(2), Optional.empty());
    grow(two, 7);

    two.claim();
    two.claim();

    assertEquals(Optional.of(Hold.CONCURRENCY), two.hold());
    two.leave();
    assertEquals(Optional.empty(), two.hold());
  }

  @Test
  void shouldKeepToTheWorkersLimitWhenTheContractAllowsMore() {
    DestinationGate many = gate(Optional.of(100), Optional.empty());

    grow(many, 99);

    assertEquals(8, many.window());
  }

  @Test
  void shouldWaitForItsTurnWhenTheContractNamesARate() {
    DestinationGate slow = gate(Optional.empty(), Optional.of(Duration.ofSeconds(1)));
    grow(slow, 7);

    slow.claim();
    slow.leave();

    assertEquals(Optional.of(Hold.RATE), slow.hold());
    clock.pass(Duration.ofSeconds(1));
    assertEquals(Optional.empty(), slow.hold());
  }

  @Test
  void shouldRefuseALimitBelowOne() {
    assertThrows(IllegalArgumentException.class, () -> gate(Optional.of(0), Optional.empty()));
  }

  private DestinationGate gate(Optional<Integer> concurrency, Optional<Duration> interval) {
    return new DestinationGate(
        8, concurrency, interval.map(each -> new Pace(each, clock)), account);
  }

  private static void grow(DestinationGate gate, int times) {
    for (int answers = 0; answers < times; answers++) {
      gate.learn(FakeConnector.accepted());
    }
  }
}
