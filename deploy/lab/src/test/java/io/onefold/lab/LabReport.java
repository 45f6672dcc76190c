package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.faults.Exchange;
import io.onefold.faults.FaultProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the campaigns measured last: the table {@code target/results.md}. */
final class LabReport {
  private static final Path FILE = Path.of("target", "results.md");
  private static final List<String> HEAD =
      List.of(
          "| destination | its key | operations | writes | answers lost | cut before | stored |"
              + " receipts | seconds |",
          "| --- | --- | --- | --- | --- | --- | --- | --- | --- |");

  private LabReport() {}

  /** What happened to the writes of a campaign: all of them, answers lost, cut before. */
  record Faults(long writes, long lost, long cut) {}

  /**
   * Adds a line, in place of that of an earlier run.
   *
   * @param key how the destination recognises a repeated write
   * @param stored how many things the destination holds of this campaign
   */
  static void add(String what, String key, Campaign campaign, FaultProxy proxy, int stored)
      throws IOException {
    List<Exchange> writes =
        proxy.exchanges().stream()
            .filter(exchange -> exchange.at().isAfter(campaign.began()))
            .filter(exchange -> !exchange.method().equals("GET"))
            .toList();
    Faults faults =
        new Faults(writes.size(), hits(writes, LabFaults.LOST), hits(writes, LabFaults.CUT));
    add(what, key, campaign, faults, stored);
  }

  /** The same with faults that were counted elsewhere. */
  static synchronized void add(
      String what, String key, Campaign campaign, Faults faults, int stored) throws IOException {
    assertTrue(faults.lost() > 0 && faults.cut() > 0, () -> "nothing was tried: " + faults);
    String line =
        "| %s | %s | %d | %d | %d | %d | %d | %d | %d |"
            .formatted(
                what,
                key,
                campaign.size(),
                faults.writes(),
                faults.lost(),
                faults.cut(),
                stored,
                campaign.receipts(),
                campaign.took().toSeconds());
    List<String> lines = new ArrayList<>(Files.exists(FILE) ? Files.readAllLines(FILE) : HEAD);
    lines.removeIf(earlier -> earlier.startsWith("| " + what + " |"));
    lines.add(line);
    Files.createDirectories(FILE.getParent());
    Files.write(FILE, lines);
    System.out.println("lab: " + line);
  }

  private static long hits(List<Exchange> writes, String rule) {
    return writes.stream()
        .filter(exchange -> exchange.rule().filter(hit -> hit.name().equals(rule)).isPresent())
        .count();
  }
}
