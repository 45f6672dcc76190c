package io.onefold.audit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * All that an audit warns of. As with findings, each goes to a file, and the first ones stay.
 * Thread-safe.
 */
public final class Warnings implements AutoCloseable {
  private static final int MOST_KEPT = 1000;

  private final Map<Warning.Kind, Long> byKind = new EnumMap<>(Warning.Kind.class);
  private final List<Warning> kept = new ArrayList<>();
  private final List<Compared> listings = new ArrayList<>();
  private final Lines lines = new Lines();

  /**
   * How the listings of one destination were compared.
   *
   * @param items that they hold
   * @param withoutOperation of those, how many nothing speaks of
   * @param receipts VERIFIED ones that were looked for
   * @param withoutItem of those, how many were not found
   * @param later VERIFIED receipts that are newer than the listing, and were not looked for
   */
  public record Compared(
      String destination,
      long items,
      long withoutOperation,
      long receipts,
      long withoutItem,
      long later) {}

  Warnings() {}

  synchronized void add(Warning warning) {
    byKind.merge(warning.kind(), 1L, Long::sum);
    if (kept.size() < MOST_KEPT) {
      kept.add(warning);
    }
    lines.add(json(warning));
  }

  synchronized void compared(Compared listing) {
    listings.add(listing);
  }

  /** How many there are. */
  public synchronized long count() {
    return byKind.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many of each kind. */
  public synchronized Map<Warning.Kind, Long> byKind() {
    return new EnumMap<>(byKind);
  }

  /** The first 1000, by kind, destination and age. */
  public synchronized List<Warning> kept() {
    List<Warning> sorted = new ArrayList<>(kept);
    sorted.sort(
        Comparator.comparing(Warning::kind)
            .thenComparing(Warning::destination)
            .thenComparingLong(w -> w.operations().isEmpty() ? 0 : w.operations().get(0).atMs())
            .thenComparing(Warning::text));
    return sorted;
  }

  /** The listings that were given, by destination. */
  public synchronized List<Compared> listings() {
    return List.copyOf(listings);
  }

  /** Every warning as one line of JSON. */
  public void each(Consumer<String> sink) {
    lines.each(sink);
  }

  private static Map<String, Object> json(Warning warning) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("warning", warning.kind().name());
    json.put("destination", warning.destination());
    json.putAll(warning.details());
    json.put("count", warning.count());
    List<Map<String, Object>> operations = new ArrayList<>();
    for (Warning.Involved involved : warning.operations()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("operationId", involved.operationId());
      one.put("owner", involved.owner());
      one.put("state", involved.state());
      one.put("at", Instant.ofEpochMilli(involved.atMs()).toString());
      operations.add(one);
    }
    json.put("operations", operations);
    json.put("text", warning.text());
    return json;
  }

  @Override
  public void close() {
    lines.close();
  }
}
