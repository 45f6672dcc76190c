package io.onefold.proof.simulation;

import java.util.List;

/** What befalls machines, topics and people from outside, at any time. */
final class Incidents {
  private static final long LATEST_MS = 2 * 60 * 60_000;

  private final Play play;
  private final History history;

  Incidents(Play play) {
    this.play = play;
    this.history = play.history();
  }

  /** Plans what is going to happen. */
  void start() {
    Choices choices = history.choices();
    if (history.world() == World.LOCKED_OUT) {
      history.agenda().in(choices.anyUpTo(20 * 60_000), history::withdrawCredentials);
    }
    for (int i = choices.below(7); i > 0; i--) {
      history.agenda().in(choices.anyUpTo(LATEST_MS), this::happen);
    }
  }

  /** An attempt was granted: the best time to disturb it. */
  void granted() {
    if (!history.choices().isCalm() && history.choices().perMille(150)) {
      history.agenda().in(history.choices().anyUpTo(3 * 60_000), this::happen);
    }
  }

  private void happen() {
    if (history.choices().isCalm()) {
      return;
    }
    switch (history.choices().below(20)) {
      case 1, 2, 3 -> {
        note(Fault.WORKER_CRASHED);
        play.fleet().any().crash();
      }
      case 4 -> {
        note(Fault.WORKER_STOPPED);
        play.fleet().any().stop();
      }
      case 5, 6 -> pauseWorker();
      case 7 -> {
        note(Fault.REBALANCED);
        play.fleet().rebalance();
      }
      case 8 -> {
        note(Fault.COMMANDS_REWOUND);
        play.fleet().rewind();
      }
      case 9 -> {
        note(Fault.TOPIC_REPLAYED);
        List<String> topics = play.replayable();
        play.log().replay(topics.get(history.choices().below(topics.size())));
      }
      case 10 -> {
        note(Fault.LEDGER_REWOUND);
        play.task().rewind();
      }
      case 11, 12 -> {
        note(Fault.LEDGER_TAKEN_OVER);
        play.task().takeOver(play.otherMachine());
      }
      case 13 -> {
        note(Fault.CLOCK_JUMPED);
        play.jumpClock();
      }
      case 14 -> {
        note(Fault.LEDGER_PAUSED);
        play.task().pause();
      }
      case 15 -> play.crossing().remove(play.operation());
      case 16 -> play.people().meddle(play.operation());
      case 17 -> everybodyLeaves();
      case 18 -> history.withdrawCredentials();
      case 19 -> play.operators().interfere();
      default -> {}
    }
  }

  /** What nobody claims any more must reach a person. */
  private void everybodyLeaves() {
    if (history.choices().below(4) == 3) {
      note(Fault.WORKERS_LEFT);
      play.fleet().machines().forEach(WorkerMachine::leave);
    }
  }

  private void pauseWorker() {
    note(Fault.WORKER_PAUSED);
    WorkerMachine machine = play.fleet().any();
    boolean bounded =
        history.world().byLeaseEnd()
            && machine.life().filter(WorkerLife::isAboutToSend).isPresent();
    long most = bounded ? VirtualNetwork.PROCESS_PAUSES_MS / 10 : 60 * 60_000;
    machine.pause(history.choices().anyUpTo(most));
  }

  private void note(Fault fault) {
    history.note(fault, () -> "");
  }
}
