package io.onefold.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rolling restart of one of each; that of all is {@code onefold prove rolling}. */
@Tag("campaign")
@Tag("instances")
final class RollingRestartIT {
  @TempDir Path folder;

  @Test
  void shouldServeEveryKeyAgainWithinTenSecondsWhenOneOfEachIsRestarted() throws Exception {
    // given
    RollingSettings settings = new RollingSettings(10, "classic", 1);

    // when
    RollingRun.Result result =
        RollingRun.run(settings, folder, new PrintWriter(System.out, true, StandardCharsets.UTF_8));

    // then
    System.out.println(new RollingReport(result, settings).markdown());
    assertEquals(List.of(), result.problems());
    assertEquals(List.of(), result.remarks());
  }
}
