package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The client chooses the address of an event, and the server shows it rewritten. */
@Lab("caldav")
class CalDavIT {
  private static final int EVENTS = 40;

  @Test
  void shouldMakeEachEventOnceWhenAnswersAreLostAndRequestsAreCut(LabStage stage) throws Exception {
    // given
    LabFaults.lossy(stage.proxy(), "PUT");
    Campaign events = events(stage, "caldav", EVENTS);

    // when
    events.submit().awaitEnds();

    // then
    events.assertEnds(Map.of("VERIFIED", (long) EVENTS));
    int stored = stored(events).size();
    assertEquals(EVENTS, stored);
    LabReport.add("CalDAV events (Radicale)", "address", events, stage.proxy(), stored);
  }

  @Test
  void shouldWriteNothingWhenThePasswordIsWrong(LabStage stage) throws Exception {
    // given
    LabSecrets.write("caldav", "WRONG", "no such password");

    // when
    Campaign events = events(stage, "caldav-wrong-password", 1).submit().awaitEnds();

    // then
    events.assertEnds(Map.of("UNRESOLVED AUTHORIZATION", 1L));
    assertEquals(List.of(), stored(events));
  }

  private static Campaign events(LabStage stage, String destination, int many) {
    Campaign events = stage.campaign(destination);
    for (int number = 0; number < many; number++) {
      ObjectNode payload = events.add().putObject("payload");
      payload
          .put("stamp", "20261130T120000Z")
          .put("start", "20270101T%02d%02d00Z".formatted(number / 60, number % 60))
          .put("end", "20270101T230000Z")
          .put("summary", "Lab " + events.run() + "; no. " + number)
          .put("location", "Berlin, \"Room\" 2")
          .put("description", "First line\nsecond line, which is long: " + "word ".repeat(30));
    }
    return events;
  }

  /** The files of this campaign's events: Radicale keeps one for each. */
  private static List<Path> stored(Campaign events) throws IOException {
    try (Stream<Path> files = Files.walk(LabServer.data("caldav").resolve("collections"))) {
      return files
          .filter(file -> file.toString().endsWith(".ics") && !isCache(file))
          .filter(file -> read(file).contains(events.run()))
          .toList();
    }
  }

  private static boolean isCache(Path file) {
    return file.toString().contains(".Radicale.cache");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
