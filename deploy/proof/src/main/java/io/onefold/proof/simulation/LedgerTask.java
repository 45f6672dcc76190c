package io.onefold.proof.simulation;

import io.onefold.operation.Origin;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.Topics;
import io.onefold.topology.Outgoing;
import io.onefold.topology.PartitionLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.streams.processor.api.Record;

/**
 * One partition of the ledger as Kafka Streams runs it: what was read, what is stored and what was
 * sent are committed together or not at all.
 */
final class LedgerTask {
  /** Longest that a task stands still by itself. */
  private static final long LONGEST_PAUSE_MS = 20 * 60_000;

  private final History history;
  private final VirtualLog log;
  private final int partition;
  private final VirtualStore store;
  private final List<String> inputs = VirtualLog.inputs();
  private final int[] committed = new int[inputs.size()];
  private final int[] read = new int[inputs.size()];
  private final long[] heldUntil = new long[inputs.size()];
  private final List<Record<byte[], Outgoing>> sent = new ArrayList<>();
  private final List<Read> controlsRead = new ArrayList<>();
  private LedgerMachine machine;
  private PartitionLedger ledger;
  private boolean busy;
  private boolean pollPlanned;
  private long standsUntil;
  private int life;
  private long tickAt = Long.MAX_VALUE;

  /** What a control decided, and how much had been sent when it was read. */
  private record Read(int sentBefore, DestinationEvent event) {}

  LedgerTask(
      History history, VirtualLog log, int partition, LedgerMachine machine, VirtualStore store) {
    this.history = history;
    this.log = log;
    this.partition = partition;
    this.store = store;
    this.machine = machine;
    this.ledger = new PartitionLedger(machine.parts(), partition, store, sent::add);
  }

  VirtualStore store() {
    return store;
  }

  LedgerMachine machine() {
    return machine;
  }

  /** True while something is decided that is not committed yet. */
  boolean isBusy() {
    return busy;
  }

  /** A record has reached one of the inputs. */
  void arrived() {
    if (history.strikes(Fault.READER_LAGGED, 10)) {
      int input = history.choices().below(inputs.size());
      heldUntil[input] = history.now() + history.choices().anyUpTo(30 * 60_000);
    }
    pollIn(1 + history.choices().anyUpTo(100));
  }

  private void pollIn(long ms) {
    if (!pollPlanned) {
      pollPlanned = true;
      history.agenda().in(ms, this::poll);
    }
  }

  private void poll() {
    pollPlanned = false;
    int input = busy ? -1 : next();
    if (input < 0) {
      return;
    }
    long wait = Math.max(standsUntil, heldUntil[input]) - history.now();
    if (wait > 0 && !history.choices().isCalm()) {
      pollIn(wait);
      return;
    }
    for (int i = history.choices().below(3); i >= 0 && input >= 0; i--) {
      take(input);
      input = next();
    }
    committing();
  }

  /** The input to read next; those that are held back come last. Negative: there is none. */
  private int next() {
    int best = -1;
    for (int input = 0; input < read.length; input++) {
      if (read[input] >= log.topic(inputs.get(input)).end(partition)) {
        continue;
      }
      boolean sooner =
          best >= 0
              && (heldUntil[input] != heldUntil[best]
                  ? heldUntil[input] < heldUntil[best]
                  : history.choices().below(2) == 1);
      best = best < 0 || sooner ? input : best;
    }
    return best;
  }

  private boolean waits() {
    for (int input = 0; input < read.length; input++) {
      if (read[input] < log.topic(inputs.get(input)).end(partition)) {
        return true;
      }
    }
    return false;
  }

  private void take(int input) {
    int offset = read[input]++;
    String topic = inputs.get(input);
    VirtualTopic.Entry entry = log.topic(topic).read(partition, offset);
    // Kafka Streams reads what is committed: an aborted record of a ledger is none.
    if (!entry.isVisible(true)) {
      return;
    }
    if (topic.equals(History.TOPICS.destinations())
        && VirtualLog.read(topic, entry.value()) instanceof DestinationRecord record
        && record.getFact() instanceof DestinationEvent event) {
      controlsRead.add(new Read(sent.size(), event));
    }
    ledger.process(
        new Record<>(entry.key(), entry.value(), entry.epochMs()),
        new Origin(inputs.get(input), partition, offset));
  }

  private void committing() {
    busy = true;
    if (history.strikes(Fault.LEDGER_CRASHED_BEFORE_COMMIT, 8)) {
      crash();
      return;
    }
    int mine = life;
    history
        .agenda()
        .in(
            1 + history.choices().anyUpTo(50),
            () -> {
              if (mine == life) {
                commit();
              }
            });
  }

  private void commit() {
    store.commit();
    System.arraycopy(read, 0, committed, 0, read.length);
    List<Record<byte[], Outgoing>> outgoing = List.copyOf(sent);
    List<Read> read = List.copyOf(controlsRead);
    sent.clear();
    controlsRead.clear();
    history.commits(partition, () -> appendAll(outgoing, read));
    busy = false;
    if (history.strikes(Fault.LEDGER_CRASHED_AFTER_COMMIT, 5)) {
      crash();
      return;
    }
    goOn();
  }

  private void appendAll(List<Record<byte[], Outgoing>> outgoing, List<Read> read) {
    int next = 0;
    for (int i = 0; i <= outgoing.size(); i++) {
      for (; next < read.size() && read.get(next).sentBefore() == i; next++) {
        history.gates().reads(read.get(next).event());
      }
      if (i < outgoing.size()) {
        append(outgoing.get(i), true);
      }
    }
  }

  private void append(Record<byte[], Outgoing> record, boolean isCommitted) {
    byte[] value = record.value().value();
    if (value == null) {
      throw new IllegalStateException("a record for " + record.value().topic() + " has no value");
    }
    int to = record.value().partition();
    log.append(
        record.value().topic(),
        to == Outgoing.BY_KEY ? Topics.partitionOf(record.key(), log.partitions()) : to,
        record.key(),
        value,
        isCommitted);
  }

  private void goOn() {
    if (waits()) {
      pollIn(1);
    }
    planTick();
  }

  private void planTick() {
    long running = until(store.firstDue(false));
    long ended = until(store.firstDue(true));
    if (Math.min(running, ended) == Long.MAX_VALUE) {
      return;
    }
    long at = history.now() + Math.min(running, ended) + 1;
    if (at < tickAt) {
      tickAt = at;
      int mine = life;
      history.agenda().at(at + history.choices().anyUpTo(200), () -> tick(mine));
    }
  }

  private long until(OptionalLong due) {
    return due.isEmpty() ? Long.MAX_VALUE : machine.until(due.getAsLong());
  }

  private void tick(int ofLife) {
    if (ofLife != life) {
      return;
    }
    tickAt = Long.MAX_VALUE;
    long wait = standsUntil - history.now();
    if (busy || (wait > 0 && !history.choices().isCalm())) {
      int mine = life;
      history.agenda().in(Math.max(50, wait), () -> tick(mine));
      return;
    }
    ledger.tick();
    if (store.isChanged() || !sent.isEmpty()) {
      committing();
    } else {
      planTick();
    }
  }

  /** Its machine's clock may have been set: it looks. */
  void lookAtClock() {
    int mine = life;
    history.agenda().in(1, () -> tick(mine));
  }

  void pause() {
    standsUntil = history.now() + history.choices().anyUpTo(LONGEST_PAUSE_MS);
  }

  /** The process ends, and the same or another one goes on from the last commit. */
  void crash() {
    restartOn(machine, history.choices().anyUpTo(2 * 60_000));
  }

  /** Another instance goes on from the last commit; what this one has begun is fenced. */
  void takeOver(LedgerMachine by) {
    restartOn(by, history.choices().anyUpTo(60_000));
  }

  private void restartOn(LedgerMachine by, long after) {
    life++;
    store.rollback();
    sent.forEach(record -> append(record, false));
    sent.clear();
    controlsRead.clear();
    System.arraycopy(committed, 0, read, 0, read.length);
    machine = by;
    ledger = new PartitionLedger(machine.parts(), partition, store, sent::add);
    busy = false;
    tickAt = Long.MAX_VALUE;
    standsUntil = history.now() + after;
    pollIn(after + 1);
    int mine = life;
    history.agenda().in(after + 1, () -> tick(mine));
  }

  /** Somebody sets the offsets of the ledger's inputs back. */
  void rewind() {
    if (busy) {
      return;
    }
    int input = history.choices().below(inputs.size());
    committed[input] = history.choices().below(committed[input] + 1);
    crash();
  }
}
