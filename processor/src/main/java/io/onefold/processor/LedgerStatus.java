package io.onefold.processor;

import java.util.Map;
import java.util.Optional;

/** How the ledger is, for health checks and metrics. Thread-safe. */
public interface LedgerStatus {
  /** True while the topology runs and every partition is served, here or elsewhere. */
  boolean isRunning();

  /** The topology's state in its own word, for people. */
  String state();

  /** What ended the topology; empty while nothing has. */
  Optional<Throwable> failure();

  /** Why the brokers cannot be reached; empty if they can. May block for a few seconds. */
  Optional<String> brokerProblem();

  /** Counts since the start, by name, for example {@code inputs.IntentSubmitted}. */
  Map<String, Long> numbers();

  /** What it holds now; nothing while it starts. */
  LedgerHoldings holdings();
}
