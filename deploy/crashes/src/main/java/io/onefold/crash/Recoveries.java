package io.onefold.crash;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long new lives took from the start of the process to the first work. Thread-safe. */
final class Recoveries {
  private final Map<String, List<Duration>> times = new LinkedHashMap<>();
  private String fleet = "";

  /** Later measurements belong to this fleet. */
  synchronized void fleet(String name) {
    fleet = name;
  }

  synchronized void worked(Slot slot, Duration sinceStart) {
    String what =
        slot.role() == Role.LEDGER
            ? "ledger, process start to first processed record"
            : "worker, process start to first claim";
    times.computeIfAbsent(what + ": " + fleet, any -> new ArrayList<>()).add(sinceStart);
  }

  /** Sorted times by what was measured. */
  synchronized Map<String, List<Duration>> sorted() {
    Map<String, List<Duration>> all = new LinkedHashMap<>();
    times.forEach((what, list) -> all.put(what, list.stream().sorted().toList()));
    return all;
  }
}
