package io.onefold.operation;

import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * When which timer of an operation is due, by the ledger's clock. Part of the state: a stale timer
 * cannot exist.
 */
public record Timers(Map<Kind, Instant> due) {
  /** No timer runs. */
  public static final Timers NONE = new Timers(Map.of());

  /** Kinds, in the order in which timers due at the same moment fire. */
  public enum Kind {
    /** The grant ends. */
    LEASE,
    /** The settle time is over. */
    SETTLE,
    /** The operation must not be sent any more. */
    EXPIRY,
    /** An attempt is to be offered, or offered again. */
    OFFER,
    /** The next readback is to be issued. */
    READBACK,
    /** Asking has taken too long. */
    DEADLINE,
    /** A final operation shrinks to a tombstone. */
    FORGET
  }

  public Timers {
    due = Map.copyOf(due);
  }

  Timers with(Kind kind, Instant at) {
    Map<Kind, Instant> changed = copy();
    changed.put(kind, at);
    return new Timers(changed);
  }

  Timers without(Kind kind) {
    Map<Kind, Instant> changed = copy();
    changed.remove(kind);
    return new Timers(changed);
  }

  /** Only these go on. */
  Timers keeping(Kind... kinds) {
    Map<Kind, Instant> changed = copy();
    changed.keySet().retainAll(Arrays.asList(kinds));
    return new Timers(changed);
  }

  /** When this timer is due, if it runs. */
  public Optional<Instant> at(Kind kind) {
    return Optional.ofNullable(due.get(kind));
  }

  /** When the first of all is due. */
  public Optional<Instant> first() {
    return due.values().stream().min(Instant::compareTo);
  }

  /** The first timer that is due now; of several the one that fires first. */
  public Optional<Kind> dueAt(Instant now) {
    return copy().entrySet().stream()
        .filter(e -> !e.getValue().isAfter(now))
        .min(Map.Entry.<Kind, Instant>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey);
  }

  private Map<Kind, Instant> copy() {
    Map<Kind, Instant> changed = new EnumMap<>(Kind.class);
    changed.putAll(due);
    return changed;
  }
}
