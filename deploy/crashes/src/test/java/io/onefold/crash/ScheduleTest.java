package io.onefold.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ScheduleTest {
  private final Schedule schedule = new Schedule(Points.all(), true, 1);

  @Test
  void shouldTryEveryPointOnceBeforeAnyTwice() {
    // given
    List<Point> running =
        Points.all().stream()
            .filter(p -> p.role() == Role.WORKER && p.phase() == Point.Phase.RUNNING)
            .toList();
    Set<Point> tried = new HashSet<>();

    // when
    for (int i = 0; i < running.size(); i++) {
      Schedule.Task task = schedule.next(Role.WORKER).orElseThrow();
      tried.add(task.point());
      schedule.done(task);
    }

    // then
    assertEquals(Set.copyOf(running), tried);
  }

  @Test
  void shouldNotArmAPointTwiceAtTheSameTime() {
    // when
    Schedule.Task one = schedule.next(Role.LEDGER).orElseThrow();
    Schedule.Task other = schedule.next(Role.LEDGER).orElseThrow();

    // then
    assertNotEquals(one.point(), other.point());
  }

  @Test
  void shouldKillTwoTimesOfThree() {
    // when
    int kills = 0;
    for (int i = 0; i < 600; i++) {
      Schedule.Task task = schedule.next(Role.WORKER).orElseThrow();
      kills += task.fault() == Fault.KILL ? 1 : 0;
      schedule.done(task);
    }

    // then
    assertTrue(kills > 380 && kills < 420, "kills: " + kills);
  }
}
