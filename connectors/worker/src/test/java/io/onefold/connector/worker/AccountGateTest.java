package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.SendResult;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AccountGateTest {
  private final ManualClock clock = new ManualClock();
  private final AccountGate gate = new AccountGate(8, clock);

  @Test
  void shouldLetOnlyOneAttemptGoFirst() {
    gate.enter();

    assertFalse(gate.hasRoom());
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
    grow(7);

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
    grow(7);

    gate.learn(FakeConnector.notSent(why));

    boolean ownTrouble =
        switch (why) {
          case LEASE_TOO_SHORT, CONTRACT_MISMATCH, GIVEN_UP -> true;
          default -> false;
        };
    assertEquals(ownTrouble ? 8 : 4, gate.window());
  }

  @Test
  void shouldStayClosedForTheWholeTimeThatADeferralNames() {
    grow(7);

    gate.learn(FakeConnector.deferred(Duration.ofSeconds(3)));

    clock.pass(Duration.ofMillis(2999));
    assertFalse(gate.hasRoom());
    assertEquals(Duration.ofMillis(1), gate.closedFor());
    clock.pass(Duration.ofMillis(1));
    assertTrue(gate.hasRoom());
    assertEquals(1, gate.window());
  }

  @Test
  void shouldStartWithOneAgainWhateverEarlierAttemptsStillAnswer() {
    grow(7);
    gate.learn(FakeConnector.deferred(Duration.ofSeconds(3)));

    grow(5);
    clock.pass(Duration.ofSeconds(3));

    assertEquals(1, gate.window());
  }

  @Test
  void shouldMeasureAClosureOnTheMonotonicClock() {
    gate.learn(FakeConnector.deferred(Duration.ofSeconds(3)));

    clock.jumpWall(Duration.ofHours(1));

    assertFalse(gate.hasRoom());
  }

  @Test
  void shouldWaitLongerEachTimeWhenADeferralNamesNoTime() {
    for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 60, 60}) {
      gate.learn(FakeConnector.deferred(Duration.ZERO));
      assertEquals(Duration.ofSeconds(seconds), gate.closedFor());
      clock.pass(gate.closedFor());
    }
  }

  @Test
  void shouldWaitNoLongerThanNamedWhenEachOperationIsDeferredOnce() {
    for (int i = 0; i < 5; i++) {
      gate.learn(FakeConnector.deferred(Duration.ofSeconds(3)));
      assertEquals(Duration.ofSeconds(3), gate.closedFor());
      clock.pass(gate.closedFor());
    }
  }

  @Test
  void shouldCountDeferralsOfOneMomentOnceAndKeepTheLongest() {
    gate.learn(FakeConnector.deferred(Duration.ofSeconds(9)));
    gate.learn(FakeConnector.deferred(Duration.ZERO));
    gate.learn(FakeConnector.deferred(Duration.ofSeconds(4)));

    assertEquals(Duration.ofSeconds(9), gate.closedFor());
    clock.pass(Duration.ofSeconds(9));
    gate.learn(FakeConnector.deferred(Duration.ZERO));
    assertEquals(Duration.ofSeconds(2), gate.closedFor());
  }

  @Test
  void shouldForgetEarlierDeferralsAfterARealAnswer() {
    gate.learn(FakeConnector.deferred(Duration.ZERO));
    clock.pass(Duration.ofSeconds(1));
    gate.learn(FakeConnector.accepted());

    gate.learn(FakeConnector.deferred(Duration.ZERO));

    assertEquals(Duration.ofSeconds(1), gate.closedFor());
  }

  @Test
  void shouldNotCloseForEverWhenADeferralNamesAnAbsurdTime() {
    gate.learn(FakeConnector.deferred(Duration.ofSeconds(Long.MAX_VALUE)));

    assertEquals(Duration.ofDays(7), gate.closedFor());
  }

  @Test
  void shouldRefuseWhenMoreLeaveThanEntered() {
    assertThrows(IllegalStateException.class, gate::leave);
    assertThrows(IllegalArgumentException.class, () -> new AccountGate(0, clock));
  }

  private void grow(int times) {
    for (int answers = 0; answers < times; answers++) {
      gate.learn(FakeConnector.accepted());
    }
  }
}
