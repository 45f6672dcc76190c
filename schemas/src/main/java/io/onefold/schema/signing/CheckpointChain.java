package io.onefold.schema.signing;

import io.onefold.schema.Checkpoint;
import java.util.Optional;

/**
 * Whether the checkpoints of a partition follow each other, and were signed. Keeps the newest one's
 * hash and no checkpoint. Not thread-safe.
 */
final class CheckpointChain {
  private final int partition;
  private final VerifyingKeys keys;
  private CheckpointSeries series = CheckpointSeries.EMPTY;
  private Optional<JournalPlace> first = Optional.empty();

  CheckpointChain(int partition, VerifyingKeys keys) {
    this.partition = partition;
    this.keys = keys;
  }

  /** The event with which the count began; empty before the first checkpoint. */
  Optional<JournalPlace> first() {
    return first;
  }

  /** Takes the next checkpoint; says what is wrong with it, empty if it follows. */
  Optional<CheckpointFinding> next(Checkpoint checkpoint) {
    JournalPlace begin =
        new JournalPlace(checkpoint.getFirstOperation(), checkpoint.getFirstSequence());
    first = first.or(() -> Optional.of(begin));
    Optional<CheckpointFinding> wrong =
        misplaced(checkpoint, begin).or(() -> unsigned(checkpoint)).or(() -> unlinked(checkpoint));
    if (wrong.isEmpty()) {
      series = CheckpointSeries.endingWith(checkpoint);
    }
    return wrong;
  }

  private Optional<CheckpointFinding> misplaced(Checkpoint one, JournalPlace begin) {
    if (one.getPartition() != partition) {
      return broken(one, "it lies in partition %d".formatted(partition));
    }
    return first.filter(begin::equals).isPresent()
        ? Optional.empty()
        : broken(
            one,
            "it counts from %s, the first checkpoint from %s"
                .formatted(begin, first.orElseThrow()));
  }

  private Optional<CheckpointFinding> unsigned(Checkpoint checkpoint) {
    Verdict verdict =
        SignatureCheck.check(SignedJson.CHECKPOINT, CheckpointJson.render(checkpoint), keys);
    return switch (verdict.kind()) {
      case VALID -> Optional.empty();
      case UNKNOWN_KEY -> wrong(CheckpointFinding.Kind.KEY_UNKNOWN, checkpoint, verdict.text());
      case UNSIGNED, ALTERED ->
          wrong(CheckpointFinding.Kind.SIGNATURE_WRONG, checkpoint, verdict.text());
    };
  }

  private Optional<CheckpointFinding> unlinked(Checkpoint one) {
    if (one.getNumber() != series.number() + 1) {
      return wrong(
          CheckpointFinding.Kind.MISSING,
          one,
          "it follows checkpoint %d; those between them are missing, or there are too many"
              .formatted(series.number()));
    }
    if (!one.getPrevious().equals(series.hash())) {
      return broken(one, "it does not name the checkpoint before it");
    }
    return one.getEvents() > series.covered()
        ? Optional.empty()
        : broken(
            one,
            "it covers %d events, the one before it %d"
                .formatted(one.getEvents(), series.covered()));
  }

  private static Optional<CheckpointFinding> broken(Checkpoint checkpoint, String text) {
    return wrong(CheckpointFinding.Kind.CHAIN_BROKEN, checkpoint, text);
  }

  private static Optional<CheckpointFinding> wrong(
      CheckpointFinding.Kind kind, Checkpoint checkpoint, String text) {
    return Optional.of(
        CheckpointFinding.of(kind, checkpoint.getPartition(), checkpoint.getNumber(), text));
  }
}
