package io.onefold.audit;

import io.onefold.schema.Checkpoint;
import io.onefold.schema.signing.CheckpointFinding;
import io.onefold.schema.signing.CheckpointVerifier;
import io.onefold.schema.signing.JournalPlace;
import io.onefold.schema.signing.VerifyingKeys;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * One partition of the journal against its checkpoints: first these, then each event, then the end.
 * Keeps little of the checkpoints, and no event. Used by one thread.
 */
final class SealedPartition {
  private static final int CHAIN_BYTES = 32;

  private final int partition;
  private final CopiesOfPartition copies;
  private final Reading reading;
  private final Seals seals;
  private final Found found;
  private final CheckpointVerifier verifier;
  private final CausePeek peek = new CausePeek();

  /** Offsets of the checkpoints by their numbers. */
  private final Map<Long, Long> offsets = new HashMap<>();

  /** The first checkpoint with which this is wrong by itself. */
  private final Map<CheckpointFinding.Kind, TopicRecord> wrong =
      new EnumMap<>(CheckpointFinding.Kind.class);

  private @Nullable TopicRecord newest;
  private @Nullable Checkpoint newestInOrder;
  private long covered;
  private @Nullable TopicRecord firstOpen;
  private long firstOpenAtMs;
  private long newestAtMs;

  SealedPartition(
      int partition,
      VerifyingKeys keys,
      CopiesOfPartition copies,
      Reading reading,
      Seals seals,
      Found found) {
    this.partition = partition;
    this.copies = copies;
    this.reading = reading;
    this.seals = seals;
    this.found = found;
    this.verifier = new CheckpointVerifier(partition, keys);
  }

  /** The next record of the topic of checkpoints. */
  void checkpoint(TopicRecord record) {
    seals.checkpoint();
    try {
      Checkpoint read = (Checkpoint) reading.read(Kind.CHECKPOINT, record.topic(), record.value());
      if (!record.keyText().equals(Integer.toString(read.getPartition()))) {
        add(
            Rule.KEY_DIFFERS,
            record,
            OperationFindings.otherKey(record, "partition " + read.getPartition()));
      }
      copies.checkpoint(read);
      int known = verifier.findings().size();
      verifier.checkpoint(read);
      note(record, read.getNumber(), verifier.findings().size() > known);
      newestInOrder = verifier.finding().isEmpty() ? read : newestInOrder;
    } catch (SerializationException e) {
      add(Rule.UNREADABLE_RECORD, record, String.valueOf(e.getMessage()));
    }
  }

  private void note(TopicRecord record, long number, boolean isWrong) {
    newest = slim(record);
    if (isWrong) {
      wrong.put(verifier.findings().getLast().kind(), newest);
    } else {
      offsets.putIfAbsent(number, record.offset());
    }
  }

  /** Where it lies; what it says is kept already. */
  private static TopicRecord slim(TopicRecord record) {
    return new TopicRecord(
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestampMs(),
        null,
        null,
        record.headers());
  }

  /** The next record of the journal. */
  void event(TopicRecord record) {
    byte[] value = record.value();
    if (value == null || value.length < CHAIN_BYTES) {
      return;
    }
    peek.of(value)
        .ifPresent(
            event -> {
              // The chain is the last field in every released version.
              JournalPlace place = new JournalPlace(event.operationId(), event.sequence());
              byte[] chain = Arrays.copyOfRange(value, value.length - CHAIN_BYTES, value.length);
              verifier.event(place, chain);
              copies.event(place, chain);
              noteCover(record, event.atMs());
            });
  }

  private void noteCover(TopicRecord record, long atMs) {
    newestAtMs = Math.max(newestAtMs, atMs);
    if (verifier.covered() > covered) {
      if (covered == 0) {
        // What the first checkpoint covers may be older than the key.
        seals.signsFrom(partition, record.offset() + 1, atMs);
      }
      covered = verifier.covered();
      firstOpen = null;
    } else if (firstOpen == null) {
      firstOpen = slim(record);
      firstOpenAtMs = atMs;
    }
  }

  /** There are no more records. */
  void end() {
    boolean agrees = verifier.end().isEmpty();
    verifier.findings().forEach(this::disagree);
    if (agrees && firstOpen != null) {
      seals.leavesOpen(new Seals.Open(partition, firstOpen, firstOpenAtMs, newestAtMs));
    }
    seals.covers(verifier.covered(), verifier.before() + verifier.after());
    if (agrees && newestInOrder != null) {
      found.inOrderUpTo(newestInOrder);
    }
  }

  private void disagree(CheckpointFinding finding) {
    Rule rule =
        switch (finding.kind()) {
          case SIGNATURE_WRONG -> Rule.CHECKPOINT_SIGNATURE_WRONG;
          case KEY_UNKNOWN -> Rule.CHECKPOINT_KEY_UNKNOWN;
          case MISSING -> Rule.CHECKPOINT_MISSING;
          case CHAIN_BROKEN -> Rule.CHECKPOINT_CHAIN_BROKEN;
          case JOURNAL_DIFFERS -> Rule.CHECKPOINT_DIFFERS;
          case AHEAD -> Rule.CHECKPOINT_AHEAD;
        };
    add(rule, place(finding), finding.text());
  }

  private TopicRecord place(CheckpointFinding finding) {
    TopicRecord like = wrong.get(finding.kind());
    if (like != null) {
      return like;
    }
    like = Objects.requireNonNull(newest);
    return new TopicRecord(
        like.topic(),
        like.partition(),
        offsets.getOrDefault(finding.number(), like.offset()),
        like.timestampMs(),
        null,
        null,
        like.headers());
  }

  private void add(Rule rule, TopicRecord at, String text) {
    found.add(Finding.at(rule, at.topic(), at.partition(), at.offset(), text));
  }
}
