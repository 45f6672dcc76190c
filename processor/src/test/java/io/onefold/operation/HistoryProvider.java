package io.onefold.operation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A destination that stores what reaches it, at its own pace. Knows nothing of the core's rules.
 */
final class HistoryProvider {
  private final HistoryScenario scenario;
  private final List<Item> items = new ArrayList<>();
  private Job job = Job.NONE;

  HistoryProvider(HistoryScenario scenario) {
    this.scenario = scenario;
  }

  /** State of a promise. */
  enum Job {
    NONE,
    PENDING,
    FAILED
  }

  /** One stored effect. */
  static final class Item {
    private final String id;
    private Instant visibleAt;

    Item(String id, Instant visibleAt) {
      this.id = id;
      this.visibleAt = visibleAt;
    }

    String id() {
      return id;
    }

    Instant visibleAt() {
      return visibleAt;
    }

    /** The attempt ended earlier than planned, so its effect cannot appear later than this. */
    void notAfter(Instant latest) {
      visibleAt = visibleAt.isAfter(latest) ? latest : visibleAt;
    }
  }

  /** Stores an effect, unless the key is known. */
  Item store(Instant visibleAt) {
    if (scenario.deduplicates() && !items.isEmpty()) {
      return items.get(0);
    }
    Item item = new Item("p-" + (items.size() + 1), visibleAt);
    items.add(item);
    return item;
  }

  void promise(Job state) {
    job = state;
  }

  /** Everything that was or will be stored. */
  int effects() {
    return items.size();
  }

  int visible(Instant now) {
    return (int) items.stream().filter(i -> !i.visibleAt().isAfter(now)).count();
  }

  /** The truth at this moment. */
  Observation look(Instant now) {
    List<Item> seen = items.stream().filter(i -> !i.visibleAt().isAfter(now)).toList();
    if (seen.size() > 1) {
      return Samples.seen(Observation.Kind.MANY);
    }
    if (seen.size() == 1) {
      return Samples.seen(Observation.Kind.MATCH, Optional.of(seen.get(0).id()));
    }
    return Samples.seen(
        switch (job) {
          case NONE -> Observation.Kind.ABSENT;
          case PENDING -> Observation.Kind.JOB_PENDING;
          case FAILED -> Observation.Kind.JOB_FAILED;
        });
  }

  /** The latest moment at which an effect of an attempt that ended now may appear. */
  Instant bound(Instant ended, Instant leaseUntil) {
    if (!scenario.bounded()) {
      return ended.plus(Duration.ofDays(2));
    }
    Instant last = scenario.pauseBounded() && leaseUntil.isAfter(ended) ? leaseUntil : ended;
    return last.plus(scenario.policy().settle()).minusMillis(1);
  }
}
