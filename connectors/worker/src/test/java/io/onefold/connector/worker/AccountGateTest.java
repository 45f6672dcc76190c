package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AccountGateTest {
  private final ManualClock clock = new ManualClock();
  private final AccountGate gate = new AccountGate(clock);

  @Test
  void shouldNotBoundAnAccountThatWasNeverDeferred() {
    gate.enter();
    gate.enter();

    assertTrue(gate.hasRoom());
  }

  @Test
  void shouldStayClosedForTheWholeTimeThatADeferralNames() {
    gate.learn(FakeConnector.deferred(Duration.ofSeconds(3)));

    clock.pass(Duration.ofMillis(2999));
    assertFalse(gate.hasRoom());
    assertEquals(Duration.ofMillis(1), gate.closedFor());
    clock.pass(Duration.ofMillis(1));
    assertTrue(gate.hasRoom());
  }

  @Test
  void shouldLetOneGoFirstAfterADeferralAndTheRestAfterItsAnswer() {
    gate.learn(FakeConnector.deferred(Duration.ofSeconds(3)));
    clock.pass(Duration.ofSeconds(3));

    gate.enter();
    assertFalse(gate.hasRoom());

    gate.learn(FakeConnector.accepted());
    assertTrue(gate.hasRoom());
  }

  @Test
  void shouldLetTheNextOneGoFirstWhenTheFirstGotNoAnswer() {
    gate.learn(FakeConnector.deferred(Duration.ofSeconds(3)));
    clock.pass(Duration.ofSeconds(3));
    gate.enter();

    gate.learn(FakeConnector.unknown());
    assertFalse(gate.hasRoom());
    gate.leave();

    assertTrue(gate.hasRoom());
    gate.enter();
    assertFalse(gate.hasRoom());
  }

  @Test
  void shouldBelieveNoAnswerThatComesWhileItIsClosed() {
    gate.enter();
    gate.learn(FakeConnector.deferred(Duration.ofSeconds(3)));

    gate.learn(FakeConnector.accepted());
    clock.pass(Duration.ofSeconds(3));

    assertFalse(gate.hasRoom());
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
  }
}
