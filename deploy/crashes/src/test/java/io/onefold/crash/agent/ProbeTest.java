package io.onefold.crash.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ProbeTest {
  private static final Trigger DECIDED =
      new Trigger("a.B#decide/1", Edge.EXIT, Trigger.Kind.TYPE, 0, "String");
  private static final Trigger COMMIT =
      new Trigger("a.B#commit/0", Edge.ENTRY, Trigger.Kind.ANY, 0, "");

  private final LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();

  @BeforeEach
  void listen() {
    Probe.tellTo(told::add);
  }

  @AfterEach
  void release() {
    Probe.release();
  }

  @Test
  void shouldHoldTheThreadAndTellWhenAllStepsWerePassedInOrder() throws Exception {
    // given
    Probe.arm(new Probe.Armed("p", List.of(DECIDED, COMMIT)));
    Probe.entered(COMMIT.site(), new Object[0]);
    Probe.left(DECIDED.site(), new Object[] {1});
    Probe.left(DECIDED.site(), new Object[] {"text"});
    assertTrue(told.isEmpty());

    // when
    Thread held = Thread.ofVirtual().start(() -> Probe.entered(COMMIT.site(), new Object[0]));

    // then
    assertEquals("HIT\tp", told.poll(10, TimeUnit.SECONDS));
    assertFalse(held.join(Duration.ofMillis(50)));
    Probe.release();
    assertTrue(held.join(Duration.ofSeconds(10)));
  }

  @Test
  void shouldHoldNobodyWhenReleased() {
    // given
    Probe.arm(new Probe.Armed("p", List.of(COMMIT)));
    Probe.release();

    // when
    Probe.entered(COMMIT.site(), new Object[0]);

    // then
    assertTrue(told.isEmpty());
  }

  @Test
  void shouldTellOnceWhenAWatchedBoundaryIsPassedTwice() {
    // given
    Probe.watch(new Probe.Watch("first", COMMIT));

    // when
    Probe.entered(COMMIT.site(), new Object[0]);
    Probe.entered(COMMIT.site(), new Object[0]);

    // then
    assertEquals(List.of("SEEN\tfirst"), List.copyOf(told));
  }

  @Test
  void shouldBeTheSameAfterItsWayOverTheLine() {
    assertEquals(DECIDED, Trigger.decoded(DECIDED.encoded()));
  }
}
