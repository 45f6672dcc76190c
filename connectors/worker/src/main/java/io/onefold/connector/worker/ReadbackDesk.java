package io.onefold.connector.worker;

import io.onefold.connector.ReadbackRequest;
import io.onefold.destination.Destination;
import io.onefold.schema.Command;
import io.onefold.schema.Readback;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Readbacks of one worker, bounded apart from its sends, so that none waits behind a send. An
 * account takes half of the places at most: a destination that does not answer leaves room for the
 * others. A command that finds no room is dropped; the ledger asks again by itself.
 *
 * <p>Called by one thread at a time.
 */
final class ReadbackDesk {
  private record Key(String operationId, int token, int number) {}

  private record Task(
      Key key, AccountKey account, Position position, Command command, Readback order) {
    private Errand errand() {
      return new Errand(key.operationId(), command.getDestination(), key.token());
    }

    private int bytes() {
      return order.getPayload().remaining();
    }
  }

  private final WorkerLimits limits;
  private final int maxOfAccount;
  private final Catalogue catalogue;
  private final ProviderEvents events;
  private final OffsetBook offsets;
  private final WorkerMetrics metrics;
  private final WorkerOutlet outlet;
  private final Map<AccountKey, Deque<Task>> lanes = new LinkedHashMap<>();
  private final Set<Key> known = new HashSet<>();
  private final Map<AccountKey, Integer> runningOf = new HashMap<>();
  private final Map<Key, Runnable> interrupts = new LinkedHashMap<>();
  private int waiting;
  private long waitingBytes;

  ReadbackDesk(
      WorkerLimits limits,
      Catalogue catalogue,
      ProviderEvents events,
      OffsetBook offsets,
      WorkerMetrics metrics,
      WorkerOutlet outlet) {
    this.limits = limits;
    this.maxOfAccount = Math.max(1, limits.maxReadbacks() / 2);
    this.catalogue = catalogue;
    this.events = events;
    this.offsets = offsets;
    this.metrics = metrics;
    this.outlet = outlet;
  }

  /** Queues a readback; a later {@link #tick} starts it. */
  void asked(Command command, Readback order, Position position) {
    Key key = new Key(command.getOperationId(), order.getToken(), order.getNumber());
    Task task =
        new Task(key, catalogue.account(command.getDestination()), position, command, order);
    if (known.contains(key)) {
      return;
    }
    if (waiting >= limits.maxWaitingReadbacks()
        || (waiting > 0 && waitingBytes + task.bytes() > limits.maxWaitingReadbackBytes())) {
      metrics.count(WorkerMetrics.Counter.DROPPED_READBACKS);
      return;
    }
    metrics.count(WorkerMetrics.Counter.READBACKS);
    known.add(key);
    waiting++;
    waitingBytes += task.bytes();
    lanes.computeIfAbsent(task.account(), any -> new ArrayDeque<>()).add(task);
    offsets.hold(position);
  }

  /** Starts what there is room for, one account after the other. */
  void tick() {
    while (interrupts.size() < limits.maxReadbacks()) {
      Optional<Task> next = next();
      if (next.isEmpty()) {
        break;
      }
      start(next.get());
    }
    metrics.readbacksNow(waiting, interrupts.size());
  }

  private Optional<Task> next() {
    return lanes.keySet().stream()
        .filter(account -> runningOf.getOrDefault(account, 0) < maxOfAccount)
        .findFirst()
        .map(this::oldest);
  }

  private Task oldest(AccountKey account) {
    Deque<Task> lane = Objects.requireNonNull(lanes.remove(account));
    Task task = lane.remove();
    if (!lane.isEmpty()) {
      lanes.put(account, lane);
    }
    waiting--;
    waitingBytes -= task.bytes();
    return task;
  }

  private void start(Task task) {
    runningOf.merge(task.account(), 1, Integer::sum);
    interrupts.put(
        task.key(),
        outlet.start(task.errand(), () -> observe(task), (Seen seen) -> ended(task, seen)));
  }

  private Seen observe(Task task) {
    String name = task.command().getDestination();
    return catalogue
        .mismatch(name, task.command().getContractHash())
        .map(why -> new Seen(Attempt.unavailable(why), events.clock().now()))
        .orElseGet(() -> observe(task, catalogue.find(name).orElseThrow()));
  }

  private Seen observe(Task task, Catalogue.Entry entry) {
    return Attempt.observe(
        entry.connector(), task.errand(), () -> request(task, entry.destination()), events.clock());
  }

  private static ReadbackRequest request(Task task, Destination destination) {
    Readback order = task.order();
    return new ReadbackRequest(
        destination,
        task.key().operationId(),
        Payloads.bytes(order.getPayload()),
        order.getContentType(),
        order.getAttributes(),
        Optional.ofNullable(order.getProviderId()),
        Optional.ofNullable(order.getPublicUrl()),
        Optional.ofNullable(order.getJob()),
        order.getAccepted(),
        Optional.ofNullable(order.getFirstSentAtMs()).map(Instant::ofEpochMilli));
  }

  private void ended(Task task, Seen seen) {
    if (interrupts.remove(task.key()) == null) {
      // The stop has given this readback up; its offset was not committed.
      return;
    }
    runningOf.computeIfPresent(task.account(), (account, number) -> number > 1 ? number - 1 : null);
    known.remove(task.key());
    metrics.readBack(task.command().getDestination(), seen.observation());
    Key key = task.key();
    outlet.report(
        events.readbackReported(key.operationId(), key.token(), key.number(), seen),
        () -> offsets.release(task.position()));
  }

  /** Another worker reads these partitions from now on and asks what still waits here. */
  void revoked(Collection<Integer> partitions) {
    for (Deque<Task> lane : lanes.values()) {
      lane.removeIf(task -> partitions.contains(task.position().partition()) && drop(task));
    }
    lanes.values().removeIf(Collection::isEmpty);
  }

  private boolean drop(Task task) {
    metrics.count(WorkerMetrics.Counter.DROPPED_READBACKS);
    known.remove(task.key());
    waiting--;
    waitingBytes -= task.bytes();
    return true;
  }

  /** Starts no more. Readbacks that run go on. */
  void stop() {
    lanes.clear();
    waiting = 0;
    waitingBytes = 0;
    metrics.readbacksNow(0, interrupts.size());
  }

  /** Asks the running calls to come back. */
  void interrupt() {
    interrupts.values().forEach(Runnable::run);
  }

  /** Gives up the calls that did not come back. Nothing is reported: somebody asks again. */
  void abandon() {
    interrupts.clear();
  }

  /** Readbacks that run now. */
  int running() {
    return interrupts.size();
  }
}
