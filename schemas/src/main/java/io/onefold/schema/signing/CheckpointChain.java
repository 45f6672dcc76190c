package io.onefold.schema.signing;

import io.onefold.schema.Checkpoint;
import java.util.List;
import java.util.Optional;

/** Whether the checkpoints of a partition follow each other, and were signed. */
final class CheckpointChain {
  private CheckpointChain() {}

  static JournalPlace first(Checkpoint checkpoint) {
    return new JournalPlace(checkpoint.getFirstOperation(), checkpoint.getFirstSequence());
  }

  /** The first that does not follow; empty if all do. */
  static Optional<CheckpointFinding> check(
      int partition, List<Checkpoint> checkpoints, VerifyingKeys keys) {
    CheckpointSeries series = CheckpointSeries.EMPTY;
    for (Checkpoint checkpoint : checkpoints) {
      Optional<String> wrong =
          misplaced(partition, checkpoint, checkpoints.get(0)).or(() -> unsigned(checkpoint, keys));
      if (wrong.isEmpty()) {
        wrong = unlinked(checkpoint, series);
      }
      if (wrong.isPresent()) {
        return Optional.of(CheckpointFinding.of(checkpoint, wrong.get()));
      }
      series = CheckpointSeries.endingWith(checkpoint);
    }
    return Optional.empty();
  }

  private static Optional<String> misplaced(int partition, Checkpoint one, Checkpoint first) {
    if (one.getPartition() != partition) {
      return Optional.of("it lies in partition %d".formatted(partition));
    }
    return first(one).equals(first(first))
        ? Optional.empty()
        : Optional.of(
            "it counts from %s, the first checkpoint from %s".formatted(first(one), first(first)));
  }

  private static Optional<String> unsigned(Checkpoint checkpoint, VerifyingKeys keys) {
    Verdict verdict =
        SignatureCheck.check(SignedJson.CHECKPOINT, CheckpointJson.render(checkpoint), keys);
    return verdict.valid() ? Optional.empty() : Optional.of(verdict.text());
  }

  private static Optional<String> unlinked(Checkpoint one, CheckpointSeries series) {
    if (one.getNumber() != series.number() + 1) {
      return Optional.of(
          "it follows checkpoint %d; those between them are missing, or there are too many"
              .formatted(series.number()));
    }
    if (!one.getPrevious().equals(series.hash())) {
      return Optional.of("it does not name the checkpoint before it");
    }
    return one.getEvents() > series.covered()
        ? Optional.empty()
        : Optional.of(
            "it covers %d events, the one before it %d"
                .formatted(one.getEvents(), series.covered()));
  }
}
