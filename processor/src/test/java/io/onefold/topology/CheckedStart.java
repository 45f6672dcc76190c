package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.onefold.schema.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A cluster with all topics of a ledger that is about to start, and what the checks say of it. */
final class CheckedStart {
  static final int PARTITIONS = 3;
  static final Topics TOPICS = LedgerDriver.TOPICS;
  static final String INTENTS = TOPICS.intents();
  static final String DESTINATIONS_STATE = "onefold-ledger-destinations-changelog";
  static final String HEADS_STATE = "onefold-ledger-heads-changelog";
  static final String MARKS_STATE = "onefold-ledger-marks-changelog";
  static final String STATE = "onefold-ledger-operations-changelog";

  private final FakeCluster cluster = new FakeCluster();
  private LedgerSettings settings =
      LedgerSettings.of("localhost:1", Path.of("unused"), LedgerDriver.destinations(), 0);
  private Duration patience = Duration.ZERO;

  CheckedStart() {
    TOPICS.specs(LedgerDriver.destinations().pools()).forEach(s -> cluster.with(s, PARTITIONS));
  }

  FakeCluster cluster() {
    return cluster;
  }

  /** Partition 0 has been in use, by a version that made no marks. */
  void ran() {
    cluster.holds(TOPICS.journal(), 0, 0, 5).holds(STATE, 0, 0, 5);
    for (String store : List.of("operations", "timers", "workers", "destinations", "heads")) {
      cluster.with("onefold-ledger-" + store + "-changelog", PARTITIONS);
    }
  }

  void inClassicGroup() {
    settings = settings.withStreaming(LedgerSettings.Streaming.of("classic"));
  }

  void waiting(Duration atMost) {
    patience = atMost;
  }

  StartChecks.Findings run() {
    return new StartChecks(cluster, settings, patience).run();
  }

  /** All that is wrong. */
  List<String> refused() {
    StartRefusedException refused = assertThrows(StartRefusedException.class, this::run);
    String message = String.valueOf(refused.getMessage());
    // People read whether a rebuild helps, programs ask: both must be told the same.
    assertEquals(message.contains("onefold rebuild"), refused.rebuildHelps(), message);
    return message.lines().toList();
  }
}
