package io.onefold.proof.simulation;

import io.onefold.audit.Finding;
import io.onefold.audit.Rule;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A way to falsify or lose what stands in the topics. */
sealed interface Tamper
    permits TamperedJournal,
        TamperedDecisions,
        TamperedInputs,
        TamperedCommands,
        TamperedAnswers,
        TamperedControls {

  /** Every way there is. */
  static List<Tamper> all() {
    return Stream.<Tamper[]>of(
            TamperedJournal.values(),
            TamperedDecisions.values(),
            TamperedInputs.values(),
            TamperedCommands.values(),
            TamperedAnswers.values(),
            TamperedControls.values())
        .flatMap(Stream::of)
        .toList();
  }

  /** What it does. */
  Attack attack();

  /** Does it to a copy; empty if there is nothing in it that it could be done to. */
  default Optional<Trace> with(PlayedTopics copy) {
    return attack().on(copy);
  }

  /** Does something to a copy, as {@link #with} does. */
  interface Attack {
    Optional<Trace> on(PlayedTopics topics);
  }

  /** What an audit must tell of it, and where. */
  record Trace(Rule rule, String topic, int partition, long offset) {
    boolean isTold(Finding finding) {
      return finding.rule() == rule
          && finding.topic().equals(topic)
          && finding.partition() == partition
          && finding.offset() == offset;
    }
  }
}
