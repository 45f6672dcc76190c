package io.onefold.proof.simulation;

import io.onefold.topology.LedgerClock;
import io.onefold.topology.LedgerParts;
import io.onefold.topology.Policies;

/** A machine that runs a ledger instance, with a wall clock of its own. */
final class LedgerMachine {
  private final String name;
  private final Agenda agenda;
  private long skewMs;
  private final LedgerClock clock;
  private final LedgerParts parts;

  LedgerMachine(String name, History history, Policies policies, int partitions, long skewMs) {
    this.name = name;
    this.agenda = history.agenda();
    this.skewMs = skewMs;
    this.clock = new LedgerClock(() -> agenda.instant().plusMillis(this.skewMs), this::nanos);
    this.parts = LedgerParts.of(History.TOPICS, policies, partitions, History.IDS, clock);
  }

  private long nanos() {
    return agenda.now() * 1_000_000L;
  }

  String name() {
    return name;
  }

  LedgerParts parts() {
    return parts;
  }

  /** The wall clock is set by so much. */
  void jump(long ms) {
    skewMs += ms;
  }

  /** How long until this machine's ledger clock shows that time; 0 if it does already. */
  long until(long epochMs) {
    return Math.max(0, epochMs - clock.now().toEpochMilli());
  }
}
