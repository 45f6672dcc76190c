package io.onefold.proof.simulation;

import static io.onefold.proof.simulation.SignedTopics.CHECKPOINTS;
import static io.onefold.proof.simulation.SignedTopics.JOURNAL;
import static io.onefold.proof.simulation.SignedTopics.RECEIPTS;
import static io.onefold.proof.simulation.SignedTopics.all;
import static io.onefold.proof.simulation.SignedTopics.changeReceipt;
import static io.onefold.proof.simulation.SignedTopics.forget;
import static io.onefold.proof.simulation.SignedTopics.newest;

import io.onefold.audit.Rule;
import io.onefold.audit.TopicRecord;
import io.onefold.schema.Checkpoint;
import io.onefold.schema.Receipt;
import io.onefold.schema.signing.ReceiptSignature;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;

/** What is done to records that are signed, or that checkpoints cover. */
enum SignedTamper {
  RECEIPT_SIGNED_BY_ANOTHER(
      Rule.RECEIPT_KEY_UNKNOWN,
      t -> changeNewest(t, r -> r.setSignature(ReceiptSignature.sign(r, SignedTopics.FORGERS)))),
  RECEIPT_SIGNATURE_FORGED(
      Rule.RECEIPT_SIGNATURE_WRONG,
      t ->
          changeNewest(
              t, r -> Objects.requireNonNull(r.getSignature()).setValue(ByteBuffer.allocate(64)))),
  RECEIPT_CHANGED(Rule.RECEIPT_SIGNATURE_WRONG, t -> changeNewest(t, r -> r.setOwner("me"))),
  RECEIPT_SIGNATURE_TAKEN_OFF(
      Rule.RECEIPT_UNSIGNED, t -> changeNewest(t, r -> r.setSignature(null))),
  CHECKPOINT_CHANGED(
      Rule.CHECKPOINT_SIGNATURE_WRONG, t -> changeCheckpoint(t, c -> c.setAtMs(c.getAtMs() + 1))),
  CHECKPOINT_OF_ANOTHER_KEY(
      Rule.CHECKPOINT_KEY_UNKNOWN,
      t ->
          changeCheckpoint(
              t, c -> c.getSignature().setKeyId(SignedTopics.FORGERS.verifying().id()))),
  CHECKPOINT_MOVED(
      Rule.CHECKPOINT_CHAIN_BROKEN,
      t -> changeCheckpoint(t, c -> c.setPartition(c.getPartition() + 1))),
  CHECKPOINT_KEYED_WRONGLY(
      Rule.KEY_DIFFERS,
      t -> {
        TopicRecord old = newest(t, CHECKPOINTS);
        t.replace(old, Attacks.keyed(old, "1"));
      }),
  CHECKPOINT_UNREADABLE(
      Rule.UNREADABLE_RECORD,
      t -> {
        TopicRecord old = newest(t, CHECKPOINTS);
        t.replace(old, Tampering.with(old, new byte[] {0, 1, 2, 3, 4, 5}));
      }),
  CHECKPOINT_REMOVED(Rule.CHECKPOINT_MISSING, t -> t.records.remove(all(t, CHECKPOINTS, 0).get(1))),
  CHECKPOINT_REPEATED(Rule.CHECKPOINT_MISSING, t -> t.repeat(newest(t, CHECKPOINTS))),
  TOPIC_OF_CHECKPOINTS_REMOVED(
      Rule.TOPIC_MISSING,
      t -> {
        t.records.removeIf(r -> r.topic().equals(CHECKPOINTS));
        t.partitions.remove(CHECKPOINTS);
      }),
  OPERATION_REMOVED(Rule.CHECKPOINT_DIFFERS, t -> forget(t, all(t, JOURNAL, 0).get(4))),
  NEWEST_OPERATION_REMOVED(Rule.CHECKPOINT_AHEAD, t -> forget(t, newest(t, JOURNAL))),
  JOURNAL_EVENT_REMOVED(Rule.CHECKPOINT_DIFFERS, t -> t.records.remove(all(t, JOURNAL, 0).get(4))),
  JOURNAL_EVENT_UNREADABLE(
      Rule.CHECKPOINT_DIFFERS,
      t -> {
        TopicRecord old = all(t, JOURNAL, 0).get(4);
        t.replace(old, Tampering.with(old, new byte[0]));
      });

  private final Rule rule;

  @SuppressWarnings("ImmutableEnumChecker") // Each is a function, and keeps nothing.
  private final Consumer<PlayedTopics> does;

  SignedTamper(Rule rule, Consumer<PlayedTopics> does) {
    this.rule = rule;
    this.does = does;
  }

  /** Does it to a copy; returns the rule that is broken then. */
  Rule with(PlayedTopics copy) {
    does.accept(copy);
    return rule;
  }

  private static void changeNewest(PlayedTopics topics, Consumer<Receipt> change) {
    changeReceipt(topics, newest(topics, RECEIPTS), change);
  }

  private static void changeCheckpoint(PlayedTopics topics, Consumer<Checkpoint> change) {
    TopicRecord old = all(topics, CHECKPOINTS, 0).get(1);
    Checkpoint checkpoint = (Checkpoint) Tampering.read(old);
    change.accept(checkpoint);
    topics.replace(old, Tampering.with(old, Tampering.write(old, checkpoint)));
  }
}
