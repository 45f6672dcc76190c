package io.onefold.topology;

import io.onefold.codec.StoredDestination;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationInput;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.Origin;
import io.onefold.operation.StateName;
import io.onefold.operation.Timers;
import io.onefold.schema.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Offers what was held back once its destination takes it: one operation as a test, or all of them.
 * A long suspension leaves many behind; they are taken in portions, so that nothing else waits long
 * and no transaction grows without bound.
 */
final class Reopenings {
  private static final int PAGE = 1000;

  /** After so many offers the rest waits for the next tick. */
  private static final int MOST_OFFERED = 1000;

  /** And after looking at so many operations, most of which may be of other destinations. */
  private static final int MOST_SEEN = 10_000;

  private final LedgerParts parts;
  private final DestinationGates gates;
  private final int partition;
  private final PartitionStore store;
  private final TimerIndex timers;
  private final BiConsumer<StoredOperation, OperationInput> apply;

  /** How far each has come. After a restart it begins again, and passes those it has offered. */
  private final Map<String, TimerIndex.Entry> cursors = new HashMap<>();

  Reopenings(
      LedgerParts parts,
      DestinationGates gates,
      int partition,
      PartitionStore store,
      TimerIndex timers,
      BiConsumer<StoredOperation, OperationInput> apply) {
    this.parts = parts;
    this.gates = gates;
    this.partition = partition;
    this.store = store;
    this.timers = timers;
    this.apply = apply;
  }

  /** Does what the news of a destination's control asks for here. */
  void react(String destination, DestinationGates.News news, Origin origin, Instant at) {
    switch (news) {
      case DestinationGates.News.Nothing nothing -> {}
      case DestinationGates.News.Test test -> {
        if (isHere(test.operationId())) {
          begin(destination, test.operationId(), origin, at);
        }
      }
      case DestinationGates.News.Reopened reopened -> {
        cursors.remove(destination);
        offerSome(gates.find(destination), at);
      }
    }
  }

  private boolean isHere(String operationId) {
    byte[] key = operationId.getBytes(StandardCharsets.UTF_8);
    return Topics.partitionOf(key, parts.partitions()) == partition;
  }

  /** Only what waits for nothing but its destination can show whether that takes it. */
  private void begin(String destination, String id, Origin origin, Instant at) {
    StoredOperation stored = store.operation(id);
    Optional<String> unfit = unfit(destination, stored, at);
    if (unfit.isPresent()) {
      gates.endTest(destination, id, false, unfit.get(), at);
    } else if (stored != null && stored.state() instanceof Ready ready) {
      apply.accept(stored, reopened(ready, origin, at));
    }
  }

  private static Optional<String> unfit(
      String destination, @Nullable StoredOperation stored, Instant at) {
    if (stored == null || !(stored.state() instanceof Known known)) {
      return Optional.of("there is no such operation");
    }
    String its = DestinationGates.destination(known);
    if (!its.equals(destination)) {
      return Optional.of("it is an operation of destination '%s'".formatted(its));
    }
    if (!(known instanceof Ready ready)) {
      return Optional.of(
          "it is %s; only one that is READY can be tried".formatted(StateName.of(known)));
    }
    return ready.isDue(at) ? Optional.empty() : Optional.of("it is not due yet");
  }

  private static OperationInput reopened(Ready ready, Origin origin, Instant at) {
    return new OperationInput.DestinationReopened(at, origin, ready.operation().attempts().token());
  }

  /** Goes on with every destination whose held operations are still to be offered. */
  void goOn(Instant now) {
    gates.reopening().forEach(destination -> offerSome(destination, now));
  }

  private void offerSome(StoredDestination destination, Instant now) {
    String name = destination.name();
    Instant since = Instant.ofEpochMilli(destination.reopenedAtMs().orElse(0L));
    int offered = 0;
    for (int looked = 0; looked < MOST_SEEN && offered < MOST_OFFERED; looked += PAGE) {
      List<TimerIndex.Entry> page = timers.running(Optional.ofNullable(cursors.get(name)), PAGE);
      for (TimerIndex.Entry entry : page) {
        StoredOperation stored = store.operation(entry.operationId());
        if (stored != null
            && stored.state() instanceof Ready ready
            && DestinationGates.destination(ready).equals(name)
            && waited(ready, since, now)) {
          apply.accept(stored, reopened(ready, new Origin(Origin.LEDGER, partition, -1), now));
          offered++;
        }
      }
      if (page.size() < PAGE) {
        cursors.remove(name);
        gates.keep(gates.find(name).reopened(Optional.empty()));
        return;
      }
      cursors.put(name, page.get(page.size() - 1));
    }
  }

  /** True if it was held, and was not offered since. */
  private static boolean waited(Ready ready, Instant since, Instant now) {
    boolean held = ready.operation().timers().at(Timers.Kind.OFFER).isEmpty();
    boolean concerned = ready.isDue(now) || ready.operation().attempts().unsent() > 0;
    // One that came in the millisecond of the opening waited, too; an offer too many is harmless.
    return held || (concerned && !ready.operation().attempts().waitingSince().isAfter(since));
  }
}
