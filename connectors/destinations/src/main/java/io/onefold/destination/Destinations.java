package io.onefold.destination;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * All contracts of one file.
 *
 * @param byName the contracts by their names, in the order of the file; at least one
 * @param warnings weak spots, in the order of the file
 */
public record Destinations(Map<String, Destination> byName, List<Warning> warnings) {
  public Destinations {
    byName = Ordered.copy(byName);
    warnings = List.copyOf(warnings);
  }

  /** The contract of that name; empty if the file has none. */
  public Optional<Destination> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** All contracts, in the order of the file. */
  public Collection<Destination> all() {
    return byName.values();
  }

  /** The contracts that a worker fleet serves, in the order of the file. */
  public List<Destination> inPool(String pool) {
    return all().stream().filter(destination -> destination.pool().equals(pool)).toList();
  }

  /** The names of all worker fleets. */
  public SortedSet<String> pools() {
    SortedSet<String> pools = new TreeSet<>();
    all().forEach(destination -> pools.add(destination.pool()));
    return pools;
  }

  /** The weak spots of one contract, in the order of the file. */
  public List<Warning> warningsOf(String name) {
    return warnings.stream().filter(warning -> warning.destination().equals(name)).toList();
  }
}
