package io.onefold.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bounded taste of the matrix; the whole of it is {@code onefold prove crashes}. */
final class CrashMatrixIT {
  private static final Set<String> TASTE =
      Set.of(
          "ledger: claim decided",
          "ledger: grant in transaction",
          "ledger: receipt before its commit",
          "worker: after the check, before the first byte",
          "worker: after the first byte",
          "worker: result acknowledged",
          "worker: start record in some partitions",
          "worker: provider after commit, before answer");

  @TempDir Path folder;

  @Test
  void shouldKeepThePromiseWhenProcessesAreKilledAtPoints() throws Exception {
    // given
    List<Point> points =
        Points.all().stream().filter(point -> TASTE.contains(point.title())).toList();
    assertEquals(TASTE.size(), points.size());

    // when
    CrashRun.Result result =
        run(
            new CampaignSettings(
                8,
                Duration.ofSeconds(25),
                points,
                List.of(new CampaignSettings.Fleet(1, 2)),
                4,
                "streams",
                false,
                System.nanoTime()));

    // then
    assertEquals(List.of(), result.problems());
    assertTrue(kills(result) > 0, "nobody was killed");
  }

  @Test
  @Tag("campaign")
  void shouldKeepThePromiseWhenProcessesAreKilledThreeHundredTimes() throws Exception {
    // when
    CrashRun.Result result =
        run(
            new CampaignSettings(
                300,
                Duration.ofMinutes(60),
                Points.all(),
                CampaignSettings.ALL_FLEETS,
                4,
                "streams",
                false,
                System.nanoTime()));

    // then
    assertEquals(List.of(), result.problems());
    assertTrue(kills(result) >= 300, "killed only " + kills(result) + " times within the hour");
  }

  private static long kills(CrashRun.Result result) {
    return result.strikes().stream()
        .filter(strike -> strike.reached() && strike.fault().isKill())
        .count();
  }

  private CrashRun.Result run(CampaignSettings settings) throws Exception {
    CrashRun.Result result =
        CrashRun.run(settings, folder, new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    System.out.println(new MatrixReport(result, settings, "mvn verify").summary());
    return result;
  }
}
