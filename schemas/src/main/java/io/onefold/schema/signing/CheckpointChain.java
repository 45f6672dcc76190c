package io.onefold.schema.signing;

import io.onefold.schema.Checkpoint;
import io.onefold.schema.InvalidJsonException;
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

  /**
   * What is known of a checkpoint by the checkpoints before it.
   *
   * @param wrong with it; empty if it follows
   * @param vouches whether a key of the set signed it, for this partition and this count: then the
   *     journal must agree with it, even if it does not follow
   */
  record Link(Optional<CheckpointFinding> wrong, boolean vouches) {}

  /** The event with which the count began; empty before the first signed checkpoint. */
  Optional<JournalPlace> first() {
    return first;
  }

  /** Takes the next checkpoint. What is wrong with it does not hide what is wrong later. */
  Link next(Checkpoint checkpoint) {
    JournalPlace begin =
        new JournalPlace(checkpoint.getFirstOperation(), checkpoint.getFirstSequence());
    Optional<CheckpointFinding> alone = misplaced(checkpoint, begin).or(() -> unsigned(checkpoint));
    if (alone.isEmpty()) {
      // What nobody signed must not say from where on the journal is counted.
      first = first.or(() -> Optional.of(begin));
    }
    Link link = new Link(alone.or(() -> unlinked(checkpoint)), alone.isEmpty());
    goOn(checkpoint);
    return link;
  }

  private void goOn(Checkpoint checkpoint) {
    try {
      series = CheckpointSeries.endingWith(checkpoint);
    } catch (InvalidJsonException e) {
      // It has no canonical form, so no later one can name it.
    }
  }

  private Optional<CheckpointFinding> misplaced(Checkpoint one, JournalPlace begin) {
    if (one.getPartition() != partition) {
      return broken(one, "it lies in partition %d".formatted(partition));
    }
    return first
        .filter(known -> !known.equals(begin))
        .flatMap(
            known ->
                broken(
                    one,
                    "it counts from %s, the first checkpoint from %s".formatted(begin, known)));
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
