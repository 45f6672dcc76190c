package io.onefold.audit;

import io.onefold.schema.OperationEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The events of one operation in the order of their numbers, and whether they are all there. */
final class JournalOrder {
  private static final byte[] NO_CHAIN = new byte[Hashes.CHAIN_BYTES];

  final List<Located<OperationEvent>> events = new ArrayList<>(8);
  private final OperationFindings findings;
  private boolean whole = true;

  JournalOrder(List<Located<OperationEvent>> journal, OperationFindings findings) {
    this.findings = findings;
    inOrder(journal);
    List<Located<OperationEvent>> sorted = new ArrayList<>(journal);
    sorted.sort(Comparator.comparingLong(event -> event.what().getSequence()));
    sorted.forEach(this::add);
  }

  /** False if events are missing, so that what follows from the journal cannot be told. */
  boolean isWhole() {
    return whole;
  }

  private void inOrder(List<Located<OperationEvent>> journal) {
    long highest = 0;
    for (Located<OperationEvent> event : journal) {
      long sequence = event.what().getSequence();
      if (sequence < highest) {
        findings.add(
            Rule.ORDER_CHANGED,
            event.at(),
            "sequence",
            "more than " + highest,
            Long.toString(sequence),
            "event %d stands behind event %d".formatted(sequence, highest));
      }
      highest = Math.max(highest, sequence);
    }
  }

  private void add(Located<OperationEvent> event) {
    long sequence = event.what().getSequence();
    Located<OperationEvent> before = events.isEmpty() ? null : events.get(events.size() - 1);
    long last = before == null ? 0 : before.what().getSequence();
    if (before != null && sequence == last) {
      findings.add(
          Rule.SEQUENCE_REPEATED,
          event.at(),
          "sequence",
          Long.toString(last + 1),
          Long.toString(sequence),
          "event %d stands a second time%s"
              .formatted(
                  sequence,
                  Arrays.equals(event.at().value(), before.at().value())
                      ? ", the same bytes"
                      : ", with other content"));
      return;
    }
    if (sequence != last + 1) {
      whole = false;
      findings.add(
          Rule.SEQUENCE_GAP,
          event.at(),
          "sequence",
          Long.toString(last + 1),
          Long.toString(sequence),
          "event %d follows event %d: %s missing"
              .formatted(
                  sequence,
                  last,
                  sequence == last + 2
                      ? "event %d is".formatted(last + 1)
                      : "events %d to %d are".formatted(last + 1, sequence - 1)));
    } else {
      chain(event, before == null ? NO_CHAIN : Hashes.bytes(before.what().getChain()));
      String left = before == null ? Fold.ABSENT : before.what().getStateAfter();
      if (!event.what().getStateBefore().equals(left)) {
        findings.add(
            Rule.STATE_JUMP,
            event.at(),
            "stateBefore",
            left,
            event.what().getStateBefore(),
            "event %d begins in %s, the one before left %s"
                .formatted(sequence, event.what().getStateBefore(), left));
      }
    }
    events.add(event);
  }

  private void chain(Located<OperationEvent> event, byte[] before) {
    byte[] value = event.at().value();
    byte[] expected = Hashes.chain(before, value == null ? NO_CHAIN : value);
    byte[] written = Hashes.bytes(event.what().getChain());
    if (!Arrays.equals(expected, written)) {
      findings.add(
          Rule.CHAIN_BROKEN,
          event.at(),
          "chain",
          Hashes.hex(expected),
          Hashes.hex(written),
          ("event %d does not fit its chain: its own bytes, or the chain of event %d, were"
                  + " changed")
              .formatted(event.what().getSequence(), event.what().getSequence() - 1));
    }
  }
}
