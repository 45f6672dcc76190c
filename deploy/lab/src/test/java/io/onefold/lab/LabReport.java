package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.faults.Exchange;
import io.onefold.faults.FaultProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** The table of what the campaigns measured, {@code target/results.md}. */
final class LabReport {
  private static final Path FILE = Path.of("target", "results.md");
  private static final List<String> HEAD =
      List.of(
          "| destination | key | operations | writes | answers lost | cut before | stored |"
              + " receipts | seconds |",
          "| --- | --- | --- | --- | --- | --- | --- | --- | --- |");

  private LabReport() {}

  /** What happened to the writes of a campaign: all of them, answers lost, cut before. */
  record Faults(long writes, long lost, long cut) {}

  /**
   * Adds a line.
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
    if (Files.notExists(FILE)) {
      Files.createDirectories(FILE.getParent());
      Files.write(FILE, HEAD);
    }
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
    Files.write(FILE, List.of(line), StandardOpenOption.APPEND);
    System.out.println("lab: " + line);
  }

  private static long hits(List<Exchange> writes, String rule) {
    return writes.stream()
        .filter(exchange -> exchange.rule().filter(hit -> hit.name().equals(rule)).isPresent())
        .count();
  }
}
