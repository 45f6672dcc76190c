package io.onefold.topology;

import io.onefold.codec.ReceiptCodec;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.Decision;
import io.onefold.operation.OperationDecider;
import io.onefold.operation.OperationInput;
import io.onefold.operation.OperationInput.ClaimRequested;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.Origin;
import io.onefold.operation.Reason;
import io.onefold.operation.Timers;
import io.onefold.operation.Worker;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.signing.JournalPlace;
import io.onefold.suspension.Request;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.streams.processor.api.Record;

/**
 * One partition of the ledger: reads the state, lets the core decide, writes what follows.
 *
 * <p>Knows neither Kafka's consumers and stores nor a clock of its own. Called by one thread at a
 * time, first for what the partition was given by others, then as often as its input comes.
 */
public final class PartitionLedger {
  /** Timers fired in one go, so that records are not held up by many of them. */
  private static final int MOST_AT_ONCE = 1000;

  private final LedgerParts parts;
  private final JournalWriter journal;
  private final int partition;
  private final PartitionStore store;
  private final TimerIndex timers;
  private final DestinationGates gates;
  private final Outbox outbox;
  private final Reopenings reopenings;
  private final Checkpoints checkpoints;
  private final PartitionCensus census;
  private final LedgerTally tally;
  private int seenEpoch = -1;

  /**
   * Takes a partition over, with what is stored of it.
   *
   * @param parts what it shares with the other partitions of its instance
   * @param partition its number
   * @param store what it remembers
   * @param outlet takes what it sends, in order
   */
  public PartitionLedger(
      LedgerParts parts,
      int partition,
      PartitionStore store,
      Consumer<Record<byte[], Outgoing>> outlet) {
    this.parts = parts;
    this.partition = partition;
    this.store = store;
    this.journal =
        new JournalWriter(
            AvroSerde.forTopic(parts.topics().journal(), OperationEvent.class, parts.ids()),
            parts.topics().journal());
    this.timers = new TimerIndex(store.timers());
    this.gates = new DestinationGates(partition, store, new ControlOutbox(parts, outlet));
    this.outbox =
        new Outbox(outlet, parts.topics(), parts.policies(), parts.ids(), parts.counters(), gates);
    this.reopenings = new Reopenings(parts, gates, partition, store, timers, this::apply);
    this.checkpoints = new Checkpoints(parts, partition, store, outlet);
    this.census = parts.census().begin(partition);
    this.tally = new LedgerTally(parts.counters(), parts.policies());
  }

  /** Decides about a record of an input topic; one that cannot be read goes to the dead letters. */
  public void process(Record<byte[], byte[]> record, Origin origin) {
    Instant recordTime = Instant.ofEpochMilli(Math.max(0, record.timestamp()));
    // Read after the record was taken: an earlier reading could end a lease before its worker's own
    // count began.
    Instant at = now();
    try {
      switch (parts.reader().read(origin, record.key(), record.value(), recordTime, at)) {
        case Inbound.ToOperation to -> apply(to.operationId(), to.input());
        case Inbound.Claim claim -> apply(claim.operationId(), judged(claim.asIfAlive()));
        case Inbound.WorkerLife life -> bury(life, origin, at);
        case Inbound.ToControl to -> {
          checkDestination(to);
          reopenings.react(
              to.destination(), gates.decide(to.destination(), to.request()), origin, at);
        }
        case Inbound.ControlNews news ->
            reopenings.react(
                news.control().destination(),
                gates.learn(news.control(), news.chain(), at),
                origin,
                at);
      }
    } catch (PoisonRecordException e) {
      outbox.deadLetter(record, origin, e);
    }
  }

  /** Decides about the timers that are due. Meant to be called often. */
  public void tick() {
    Instant now = now();
    fireDue(now);
    reopenings.goOn(now);
    census.destinations(gates.known());
    checkpoints.goOn(now);
  }

  /** Its numbers, which are those of its changes alone until somebody passes the store. */
  PartitionCensus census() {
    return census;
  }

  /** What the ledger itself asks is taken of every destination: its contract may be gone by now. */
  private void checkDestination(Inbound.ToControl to) throws PoisonRecordException {
    boolean nobodyKnows =
        parts.policies().of(to.destination()).isEmpty()
            && gates.find(to.destination()).control().sequence() == 0;
    if (nobodyKnows && to.request().asker() instanceof Request.Asker.Person) {
      throw new PoisonRecordException(
          Reason.UNKNOWN_DESTINATION.name(),
          "no destination named '%s' is known".formatted(to.destination()));
    }
  }

  private ClaimRequested judged(ClaimRequested claim) {
    Long newest = store.newestLife(claim.worker().id());
    boolean alive = newest == null || claim.worker().incarnation() >= newest;
    return new ClaimRequested(
        claim.at(), claim.origin(), claim.token(), claim.claimId(), claim.worker(), alive);
  }

  private void apply(String id, OperationInput input) {
    StoredOperation stored = store.operation(id);
    apply(stored == null ? StoredOperation.absent(id, input.at().toEpochMilli()) : stored, input);
  }

  private StoredOperation apply(StoredOperation before, OperationInput input) {
    DecisionStep step = new DecisionStep(before, input);
    return step.during(() -> apply(before, input, step));
  }

  private StoredOperation apply(StoredOperation before, OperationInput input, DecisionStep step) {
    Decision decision =
        OperationDecider.decide(before.state(), input, gates.gate(before.state(), input));
    JournalWriter.Written event = journal.write(before.state(), decision, before.chain());
    StoredOperation after =
        signed(
            before,
            before
                .followedBy(
                    decision.after(),
                    event.chain(),
                    input.at(),
                    timers.move(before, decision.after()))
                .inTrace(step.trace()));
    step.decided(after.state());
    store.keep(after);
    outbox.journal(after.state().operationId(), event.value(), input.at());
    checkpoints.count(
        new JournalPlace(after.state().operationId(), after.state().sequence()), event.chain());
    outbox.perform(before.state(), decision, after);
    tally.count(before.state(), decision);
    census.moved(before.state(), after.state());
    return after;
  }

  /** A receipt is signed once, with the event that it follows from. */
  private StoredOperation signed(StoredOperation before, StoredOperation after) {
    if (before.receipt().isPresent() || !(after.state() instanceof Final end)) {
      return after;
    }
    return parts
        .signing()
        .key()
        .map(key -> after.signed(ReceiptCodec.signature(end, after.receipt().orElseThrow(), key)))
        .orElse(after);
  }

  /** Every older life of this worker is over, and with it what it was doing. */
  private void bury(Inbound.WorkerLife life, Origin origin, Instant at) {
    Worker newest = life.worker();
    Long known = store.newestLife(newest.id());
    if (known != null && known >= newest.incarnation()) {
      return;
    }
    store.keepLife(newest.id(), newest.incarnation());
    OperationInput died = new OperationInput.HolderDied(at, origin, newest, life.fencedBecause());
    applyToRunning(state -> heldByOlderLife(state, newest), died);
  }

  private static boolean heldByOlderLife(Known state, Worker newest) {
    return state
        .operation()
        .attempts()
        .current()
        .filter(h -> !h.over() && h.worker().id().equals(newest.id()))
        .filter(h -> h.worker().incarnation() < newest.incarnation())
        .isPresent();
  }

  /**
   * Applies an input to every operation that has not ended and is concerned. Goes page by page, so
   * that memory does not grow with the number of operations; what is applied only ever moves an
   * operation to an earlier time, so that none is met twice.
   */
  private void applyToRunning(Predicate<Known> concerned, OperationInput input) {
    List<TimerIndex.Entry> page = timers.running(Optional.empty(), MOST_AT_ONCE);
    while (!page.isEmpty()) {
      for (TimerIndex.Entry entry : page) {
        StoredOperation stored = store.operation(entry.operationId());
        if (stored != null && stored.state() instanceof Known known && concerned.test(known)) {
          apply(stored, input);
        }
      }
      page = timers.running(Optional.of(page.get(page.size() - 1)), MOST_AT_ONCE);
    }
  }

  /** The time to decide by; nothing is decided by a clock that is known to be wrong. */
  private Instant now() {
    int epoch = parts.clock().epoch();
    Instant now = parts.clock().now();
    if (epoch != seenEpoch) {
      seenEpoch = epoch;
      restartIntervals(now);
    }
    return now;
  }

  /**
   * A deadline was written by another clock: this task may come from another machine, or our own
   * clock was set. Running leases and settle times start again in full, before any of them can
   * fire.
   */
  private void restartIntervals(Instant now) {
    Origin origin = new Origin(Origin.LEDGER, partition, -1);
    applyToRunning(
        PartitionLedger::measuresAnInterval, new OperationInput.IntervalsRestarted(now, origin));
  }

  private static boolean measuresAnInterval(Known state) {
    Timers running = state.operation().timers();
    return running.at(Timers.Kind.LEASE).isPresent() || running.at(Timers.Kind.SETTLE).isPresent();
  }

  private void fireDue(Instant now) {
    List<TimerIndex.Entry> due = timers.dueUntil(now, MOST_AT_ONCE);
    census.lookedAtTimers(now, due.stream().mapToLong(TimerIndex.Entry::dueMs).min());
    for (TimerIndex.Entry entry : due) {
      timers.remove(entry);
      StoredOperation stored = store.operation(entry.operationId());
      if (stored != null) {
        fire(stored.scheduledAt(StoredOperation.UNSCHEDULED), now);
      }
    }
  }

  private void fire(StoredOperation unscheduled, Instant now) {
    StoredOperation current = unscheduled;
    boolean fired = false;
    for (Optional<Timers.Kind> due = due(current, now); due.isPresent(); due = due(current, now)) {
      int token = ((Known) current.state()).operation().attempts().token();
      Origin origin = new Origin(Origin.TIMER, partition, -1);
      current = apply(current, new OperationInput.TimerFired(now, origin, due.get(), token));
      fired = true;
    }
    if (!fired) {
      long at = timers.move(current, current.state());
      store.keep(current.scheduledAt(at));
    }
  }

  private static Optional<Timers.Kind> due(StoredOperation stored, Instant now) {
    return stored.state() instanceof Known known
        ? known.operation().timers().dueAt(now)
        : Optional.empty();
  }
}
