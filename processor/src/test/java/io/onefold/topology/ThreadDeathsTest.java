package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.onefold.schema.RegistryException;
import io.onefold.schema.SchemaIds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

final class ThreadDeathsTest {
  private static final ThreadDeaths.Replace AT_ONCE = new ThreadDeaths.Replace(false);
  private static final ThreadDeaths.Replace AFTER_PAUSE = new ThreadDeaths.Replace(true);

  private final ThreadDeaths deaths = new ThreadDeaths();
  private long now = 1_000;

  private ThreadDeaths.Verdict die(Throwable death) {
    return deaths.judge(new StreamsException("task 0_1", death), now);
  }

  private List<ThreadDeaths.Verdict> dieOften(int times, Throwable death) {
    return Stream.generate(() -> die(death)).limit(times).toList();
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  /** What a client of a registry throws that nobody answers. */
  private static RegistryException registryAway() throws IOException {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = taken.getLocalPort();
    }
    SchemaIds ids = SchemaIds.from(Map.of(SchemaIds.REGISTRY_URL, "http://127.0.0.1:" + port));
    return assertThrows(RegistryException.class, () -> ids.writerSchema(77));
  }

  @Test
  void shouldStopWhenThreadsDieTooOftenInAShortTime() {
    // given
    RuntimeException bug = new IllegalStateException("bug");
    List<ThreadDeaths.Verdict> before = dieOften(ThreadDeaths.MOST_REPLACED, bug);

    // when
    ThreadDeaths.Verdict last = die(bug);

    // then
    before.forEach(verdict -> assertEquals(AT_ONCE, verdict));
    assertSame(bug, assertInstanceOf(ThreadDeaths.Stop.class, last).failure().getCause());
  }

  @Test
  void shouldGoOnWhenDeathsLieFarApart() {
    // given
    RuntimeException fault = new IllegalStateException("passing");
    var unused = dieOften(ThreadDeaths.MOST_REPLACED, fault);
    pass(ThreadDeaths.CALM.plusSeconds(1));

    // when
    ThreadDeaths.Verdict verdict = die(fault);

    // then
    assertEquals(AT_ONCE, verdict);
  }

  @Test
  void shouldTryAgainAfterAPauseForAsLongAsTheRegistryDoesNotAnswer() throws IOException {
    // given
    RegistryException away = registryAway();

    // when
    List<ThreadDeaths.Verdict> verdicts = dieOften(10 * ThreadDeaths.MOST_REPLACED, away);

    // then
    verdicts.forEach(verdict -> assertEquals(AFTER_PAUSE, verdict));
    assertEquals(AT_ONCE, die(new IllegalStateException("these were not counted")));
  }

  @Test
  void shouldLookASecondTimeWhenAPartitionHasAGapAndThenStop() {
    // given
    StateGapException gap = new StateGapException(3, "a gap");
    ThreadDeaths.Verdict first = die(gap);
    ThreadDeaths.Verdict ofAnother = die(new StateGapException(4, "another"));

    // when
    ThreadDeaths.Verdict second = die(gap);

    // then
    assertEquals(AT_ONCE, first);
    assertEquals(AT_ONCE, ofAnother);
    assertEquals(new ThreadDeaths.Stop("a gap", gap), second);
  }

  @Test
  void shouldNotCountWhenKafkaDidNotAnswerATask() {
    // given
    StartRefusedException unanswered = new StartRefusedException("Kafka does not answer");

    // when
    List<ThreadDeaths.Verdict> verdicts = dieOften(10 * ThreadDeaths.MOST_REPLACED, unanswered);

    // then
    verdicts.forEach(verdict -> assertEquals(AT_ONCE, verdict));
  }
}
