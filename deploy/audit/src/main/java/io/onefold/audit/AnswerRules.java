package io.onefold.audit;

import io.onefold.schema.Escalation;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Receipt;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Receipts and escalations of one operation against what its journal leads to. */
final class AnswerRules {
  private final OperationFile file;
  private final Story story;
  private final OperationFindings findings;

  /** True for an event whose consequences may be newer than what is read. */
  private final Predicate<TopicRecord> fresh;

  AnswerRules(
      OperationFile file, Story story, OperationFindings findings, Predicate<TopicRecord> fresh) {
    this.file = file;
    this.story = story;
    this.findings = findings;
    this.fresh = fresh;
  }

  /** The receipts of a journal that is whole. */
  void receipts() {
    Optional<Receipt> expected = story.receipt();
    Optional<Located<OperationEvent>> end = story.end;
    if (expected.isEmpty() || end.isEmpty()) {
      file.receipts.forEach(this::forged);
      return;
    }
    if (file.receipts.isEmpty() && !fresh.test(end.get().at())) {
      findings.add(
          Rule.RECEIPT_MISSING,
          end.get().at(),
          "event %d ends it as %s, and no receipt says so"
              .formatted(end.get().what().getSequence(), expected.get().getOutcome()));
    }
    for (int i = 0; i < file.receipts.size(); i++) {
      Located<Receipt> receipt = file.receipts.get(i);
      if (i > 0) {
        findings.add(
            Rule.RECEIPT_REPEATED, receipt.at(), "this is receipt %d of it".formatted(i + 1));
      }
      readback(receipt);
      // The journal knows no signature: keys tell whether it is right.
      expected.get().setSignature(receipt.what().getSignature());
      findings.differ(
          Rule.RECEIPT_DIFFERS,
          receipt.at(),
          "the receipt",
          Differences.between(expected.get(), receipt.what()));
    }
  }

  private void forged(Located<Receipt> receipt) {
    findings.add(
        Rule.RECEIPT_FORGED,
        receipt.at(),
        "journalSequence",
        "no receipt: its state is " + story.fold.state,
        receipt.what().getOutcome() + " at event " + receipt.what().getJournalSequence(),
        "the receipt says %s at event %d; the journal has not ended it"
            .formatted(receipt.what().getOutcome(), receipt.what().getJournalSequence()));
    readback(receipt);
  }

  private void readback(Located<Receipt> receipt) {
    if (receipt.what().getEvidence().equals("READBACK") && receipt.what().getReadback() == null) {
      findings.add(
          Rule.RECEIPT_WITHOUT_READBACK,
          receipt.at(),
          "readback",
          "the readback that found it",
          "nothing",
          "the receipt says READBACK and holds none");
    }
  }

  /** The receipts where events are missing: only what they quote of one that is there. */
  void receiptsOfTheRest(List<Located<OperationEvent>> journal) {
    for (Located<Receipt> receipt : file.receipts) {
      readback(receipt);
      Optional<OperationEvent> quoted =
          journal.stream()
              .map(Located::what)
              .filter(event -> event.getSequence() == receipt.what().getJournalSequence())
              .findFirst();
      if (quoted.isEmpty()) {
        forged(receipt);
      } else {
        quote(receipt, quoted.get());
      }
    }
  }

  private void quote(Located<Receipt> receipt, OperationEvent event) {
    String chain = Hashes.hex(Hashes.bytes(event.getChain()));
    String said = receipt.what().getOutcome() + " " + receipt.what().getChain();
    String expected = event.getStateAfter() + " " + chain;
    if (!said.equals(expected)) {
      findings.add(
          Rule.RECEIPT_DIFFERS,
          receipt.at(),
          "chain",
          expected,
          said,
          "the receipt does not quote event " + event.getSequence());
    }
  }

  /** Escalations; the topic is compacted, so that only the newest must be there. */
  void escalations() {
    List<Escalation> expected = story.escalations;
    int next = 0;
    for (Located<Escalation> told : file.escalations) {
      int at = position(expected, told.what().getSequence());
      if (at < 0) {
        findings.add(
            Rule.ESCALATION_FORGED,
            told.at(),
            "sequence",
            "an event that opened, changed or closed a question",
            Long.toString(told.what().getSequence()),
            "the escalation says %s %s at event %d, where the journal has nothing of it"
                .formatted(
                    told.what().getStatus(), told.what().getReason(), told.what().getSequence()));
      } else {
        if (at < next) {
          findings.add(
              Rule.ORDER_CHANGED, told.at(), "the escalation stands behind a newer one or twice");
        }
        compare(expected.get(at), told);
        next = Math.max(next, at + 1);
      }
    }
    int seen = next;
    story.escalatedBy.ifPresent(by -> newest(expected, seen, by));
  }

  private void newest(List<Escalation> expected, int seen, Located<OperationEvent> by) {
    if (seen == expected.size() || fresh.test(by.at())) {
      return;
    }
    Escalation newest = expected.get(expected.size() - 1);
    boolean leftOpen = newest.getStatus().equals("CLOSED") && seen > 0;
    findings.add(
        leftOpen ? Rule.ESCALATION_LEFT_OPEN : Rule.ESCALATION_MISSING,
        by.at(),
        "status",
        newest.getStatus() + " at event " + newest.getSequence(),
        seen == 0 ? "nothing" : "an older one of event " + expected.get(seen - 1).getSequence(),
        "event %d makes the question %s %s, and the topic does not say so"
            .formatted(newest.getSequence(), newest.getReason(), newest.getStatus()));
  }

  private static int position(List<Escalation> expected, long sequence) {
    for (int i = 0; i < expected.size(); i++) {
      if (expected.get(i).getSequence() == sequence) {
        return i;
      }
    }
    return -1;
  }

  private void compare(Escalation expected, Located<Escalation> told) {
    findings.differ(
        Rule.ESCALATION_DIFFERS,
        told.at(),
        "the escalation",
        Differences.between(expected, told.what()).stream()
            .filter(
                d ->
                    !(d.field().equals("known")
                        && d.expected().equals(Concern.OWN_WORDS)
                        && d.actual().startsWith(Concern.BEGINNING)))
            .toList());
  }
}
