package io.onefold.connector.worker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Offers that are not claimed yet, in order within each destination. An operation is here at most
 * once.
 *
 * <p>Offers of a partition that is still being read up wait apart: a later record of the same
 * partition may show that they are stale, and a claim for a stale offer is refused without an
 * answer. Losing an offer is harmless at any time, because the ledger offers again.
 *
 * <p>Called by one thread at a time.
 */
public final class OfferQueue {
  /** What became of an offer. */
  public enum Added {
    /** It is queued. */
    QUEUED,
    /** The same or a newer token of the operation is queued already. */
    KNOWN,
    /** The queue is full. */
    DROPPED
  }

  private final int capacity;
  private final Map<String, Offer> byOperation = new HashMap<>();
  private final Map<String, Map<String, Offer>> lanes = new LinkedHashMap<>();
  private final Map<Integer, Map<String, Offer>> readingUp = new HashMap<>();

  /**
   * Makes an empty queue.
   *
   * @param capacity most offers held, at least 1
   */
  public OfferQueue(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1 but is " + capacity);
    }
    this.capacity = capacity;
  }

  /**
   * Keeps the offers of a partition apart until {@link #readUp}. Those that are here already are
   * forgotten: the partition is read from its committed offset again.
   */
  public void readingUp(int partition) {
    drop(List.of(partition));
    readingUp.put(partition, new LinkedHashMap<>());
  }

  /** Lets the offers of a partition be claimed. */
  public void readUp(int partition) {
    Map<String, Offer> waiting = readingUp.remove(partition);
    if (waiting != null) {
      waiting.values().forEach(offer -> lane(offer).put(offer.operationId(), offer));
    }
  }

  /** Queues an offer behind the others of its destination. */
  public Added add(Offer offer) {
    Offer known = byOperation.get(offer.operationId());
    if (known != null && known.token() >= offer.token()) {
      return Added.KNOWN;
    }
    if (known == null && byOperation.size() >= capacity) {
      return Added.DROPPED;
    }
    if (known != null) {
      remove(known);
    }
    byOperation.put(offer.operationId(), offer);
    lane(offer).put(offer.operationId(), offer);
    return Added.QUEUED;
  }

  /** The queued offer of an operation, left in place. */
  public Optional<Offer> of(String operationId) {
    return Optional.ofNullable(byOperation.get(operationId));
  }

  /** Removes the offer of an operation if its token is not above {@code token}. */
  public Optional<Offer> withdraw(String operationId, int token) {
    Optional<Offer> offer = of(operationId).filter(queued -> queued.token() <= token);
    offer.ifPresent(this::remove);
    return offer;
  }

  /**
   * Removes and returns the oldest offer of a destination that has room. The destination then goes
   * to the end of the line, so that a busy one does not starve the others.
   */
  public Optional<Offer> next(Predicate<String> hasRoom) {
    return lanes.keySet().stream().filter(hasRoom).findFirst().map(this::oldest);
  }

  /** How many offers of each destination may be claimed as soon as there is room. */
  public Map<String, Integer> waiting() {
    Map<String, Integer> waiting = new HashMap<>();
    lanes.forEach((destination, lane) -> waiting.put(destination, lane.size()));
    return waiting;
  }

  private Offer oldest(String destination) {
    Map<String, Offer> lane = Objects.requireNonNull(lanes.remove(destination));
    Offer oldest = lane.values().iterator().next();
    lane.remove(oldest.operationId());
    byOperation.remove(oldest.operationId());
    if (!lane.isEmpty()) {
      lanes.put(destination, lane);
    }
    return oldest;
  }

  /** Removes and returns the offers of these partitions. */
  public List<Offer> drop(Collection<Integer> partitions) {
    Set<Integer> gone = new HashSet<>(partitions);
    List<Offer> dropped = new ArrayList<>();
    for (Offer offer : byOperation.values()) {
      if (gone.contains(offer.position().partition())) {
        dropped.add(offer);
      }
    }
    dropped.forEach(this::remove);
    gone.forEach(readingUp::remove);
    return dropped;
  }

  /** Removes all offers. */
  public void clear() {
    byOperation.clear();
    lanes.clear();
    readingUp.values().forEach(Map::clear);
  }

  /** Number of offers here. */
  public int size() {
    return byOperation.size();
  }

  private Map<String, Offer> lane(Offer offer) {
    Map<String, Offer> apart = readingUp.get(offer.position().partition());
    return apart != null
        ? apart
        : lanes.computeIfAbsent(offer.destination(), any -> new LinkedHashMap<>());
  }

  private void remove(Offer offer) {
    byOperation.remove(offer.operationId());
    Map<String, Offer> lane = lane(offer);
    lane.remove(offer.operationId());
    if (lane.isEmpty()) {
      lanes.remove(offer.destination(), lane);
    }
  }
}
