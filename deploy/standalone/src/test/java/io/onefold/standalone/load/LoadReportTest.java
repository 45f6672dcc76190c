package io.onefold.standalone.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LoadReportTest {
  @Test
  void shouldNameTheLatencyThatAShareStaysBelow() {
    // given
    LoadReport report = report(100, 100, List.of(1L, 1L, 1L, 1L));

    // when, then
    assertEquals(50, report.latencies().percentileMs(0.5));
    assertEquals(99, report.latencies().percentileMs(0.99));
    assertEquals(100, report.latencies().percentileMs(1));
    assertEquals(10, report.throughput());
  }

  @Test
  void shouldPassWhenAllHaveOneReceiptAndTheBacklogStaysLevel() {
    assertTrue(report(100, 100, List.of(90L, 5L, 6L, 4L, 7L, 5L)).passed());
  }

  @Test
  void shouldFailWhenTheBacklogGrows() {
    // given
    LoadReport report = report(100, 100, List.of(5L, 10L, 20L, 30L, 40L, 50L, 60L, 70L));

    // when, then
    assertTrue(report.growing());
    assertFalse(report.passed());
  }

  @Test
  void shouldFailWhenAReceiptIsMissing() {
    assertFalse(report(100, 99, List.of(1L)).passed());
  }

  private static LoadReport report(long submitted, long received, List<Long> backlogs) {
    long[] latencies = LongStream.rangeClosed(1, received).map(ms -> ms * 1_000_000).toArray();
    return new LoadReport(
        10,
        submitted,
        received,
        0,
        Map.of("VERIFIED", received),
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        Latencies.ofNanos(latencies),
        backlogs);
  }
}
