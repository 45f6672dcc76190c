package io.onefold.guarantee;

import io.onefold.schema.Intent;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.Review;
import io.onefold.schema.WorkerStarted;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The journal of one operation: numbered without gaps, each state the one that the event before
 * left, chained over the bytes as they lie in the topic, with an event for each intent, and with
 * nothing decided on that stands in no topic.
 */
public final class EverythingIsInTheLog extends PerOperation {
  private final Sources workers;

  /** For one run. */
  public EverythingIsInTheLog() {
    this(sha256(), new Sources());
  }

  private EverythingIsInTheLog(MessageDigest digest, Sources workers) {
    super(
        "Everything is in the log. State, receipts and escalations can be derived again from the"
            + " journal, by anyone, later.",
        () -> new LogAccount(digest, workers));
    this.workers = workers;
  }

  @Override
  void ofNone(Seen seen) {
    if (seen instanceof Seen.Reported reported
        && reported.event().getFact() instanceof WorkerStarted) {
      workers.started(reported.event().getWorkerId(), reported.event().getIncarnation());
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static final class LogAccount extends Account {
    /** Magic byte and schema ID: they belong to the topic, not to the record. */
    private static final int HEADER_BYTES = 5;

    private static final int CHAIN_BYTES = 32;

    /** The chain is the last field of the record, one byte of length before it. */
    private static final int CHAIN_FIELD_BYTES = 1 + CHAIN_BYTES;

    private final MessageDigest digest;
    private final Sources workers;
    private final Sources own = new Sources();
    private byte[] chain = new byte[CHAIN_BYTES];
    private long sequence;
    private String state = "ABSENT";
    private int submitted;
    private int journalledIntents;

    LogAccount(MessageDigest digest, Sources workers) {
      this.digest = digest;
      this.workers = workers;
    }

    @Override
    void reported(ProviderEvent event, Findings findings) {
      own.stands(event);
    }

    @Override
    void reviewed(Review review, Findings findings) {
      own.stands(review);
    }

    @Override
    void submitted(Intent intent, Findings findings) {
      submitted++;
    }

    @Override
    void journalled(Seen.Journalled journalled, Findings findings) {
      OperationEvent event = journalled.event();
      if (event.getSequence() != sequence + 1) {
        findings.add(
            "sequence-gap", "event %d follows %d".formatted(event.getSequence(), sequence));
      }
      sequence = event.getSequence();
      if (!event.getStateBefore().equals(state)) {
        findings.add(
            "state-gap",
            "event %d begins in %s, the one before left %s"
                .formatted(sequence, event.getStateBefore(), state));
      }
      state = event.getStateAfter();
      chain(event, journalled.value(), findings);
      own.decided(event);
      if (event.getInput() instanceof IntentSubmitted) {
        journalledIntents++;
      }
    }

    private void chain(OperationEvent event, byte[] value, Findings findings) {
      int covered = value.length - HEADER_BYTES - CHAIN_FIELD_BYTES;
      if (covered <= 0) {
        findings.add("chain-broken", "event %d has %d bytes".formatted(sequence, value.length));
        return;
      }
      digest.update(chain);
      digest.update(value, HEADER_BYTES, covered);
      byte[] expected = digest.digest();
      byte[] written = Arrays.copyOfRange(value, value.length - CHAIN_BYTES, value.length);
      boolean same = Arrays.equals(expected, written);
      if (!same || !event.getChain().equals(ByteBuffer.wrap(written))) {
        findings.add(
            "chain-broken",
            "event %d has chain %s; its bytes and the event before give %s"
                .formatted(
                    sequence,
                    HexFormat.of().formatHex(written),
                    HexFormat.of().formatHex(expected)));
      }
      chain = written;
    }

    @Override
    void conclude(Findings findings) {
      own.missing(workers).forEach(text -> findings.add("evidence-without-record", text));
      if (journalledIntents < submitted) {
        findings.add(
            "intent-lost",
            "%d valid intents were submitted, %d are in the journal"
                .formatted(submitted, journalledIntents));
      }
    }
  }
}
