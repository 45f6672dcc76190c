package io.onefold.guarantee;

import io.onefold.schema.Escalation;
import io.onefold.schema.Intent;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Receipt;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Ends of operations: one receipt that quotes the journal event of the end, or one open escalation
 * that names decisions. What the newest escalation record of an operation says is what holds.
 */
public final class OneReceiptOrEscalation extends PerOperation {
  /** For one run. */
  public OneReceiptOrEscalation() {
    super(
        "Every operation ends in one receipt, or stands open with an escalation that says who must"
            + " decide what.",
        EndAccount::new);
  }

  /** What a receipt must quote of the event of the end. */
  private record End(long sequence, String state, ByteBuffer chain) {}

  /** An effect that was told of after the end; the id is empty where none was told. */
  private record Late(long sequence, String id) {}

  private static final class EndAccount extends Account {
    private int submitted;
    private String state = "ABSENT";
    private Optional<End> end = Optional.empty();
    private final Map<Long, String> questions = new HashMap<>(2);
    private long escalatedBy;
    private long sequence;
    private final List<Late> filed = new ArrayList<>(0);
    private Optional<Receipt> receipt = Optional.empty();
    private Optional<Escalation> escalation = Optional.empty();

    @Override
    void submitted(Intent intent, Findings findings) {
      submitted++;
    }

    @Override
    void journalled(Seen.Journalled journalled, Findings findings) {
      OperationEvent event = journalled.event();
      boolean same = event.getStateAfter().equals(state);
      if (end.isPresent() && !same && !event.getStateAfter().equals("FORGOTTEN")) {
        findings.add(
            "end-not-final",
            "event %d makes %s of %s".formatted(event.getSequence(), event.getStateAfter(), state));
      }
      if (end.isPresent()) {
        told(event);
      }
      state = event.getStateAfter();
      if (end.isEmpty() && Names.isFinal(state)) {
        end = Optional.of(new End(event.getSequence(), state, event.getChain()));
      }
      sequence = event.getSequence();
      if (Names.kind(event).equals("ESCALATE")) {
        escalatedBy = sequence;
        questions.put(sequence, event.getConclusion().getWhy());
      }
    }

    /** Late evidence of an effect that nobody was told of. */
    private void told(OperationEvent event) {
      if (!Names.kind(event).equals("NOTIFY")) {
        Names.effect(event).ifPresent(id -> filed.add(new Late(event.getSequence(), id)));
      }
    }

    @Override
    void received(Receipt next, Findings findings) {
      if (receipt.isPresent()) {
        findings.add(
            "two-receipts",
            "%s of event %d and %s of event %d"
                .formatted(
                    receipt.get().getOutcome(),
                    receipt.get().getJournalSequence(),
                    next.getOutcome(),
                    next.getJournalSequence()));
      }
      receipt = Optional.of(next);
    }

    @Override
    void escalated(Escalation next, Findings findings) {
      escalation = Optional.of(next);
      if (isOpen(next) && next.getDecisions().isEmpty()) {
        findings.add("escalation-without-decision", next.getEscalationId() + " allows nothing");
      }
    }

    private static boolean isOpen(Escalation escalation) {
      return escalation.getStatus().equals("OPEN");
    }

    @Override
    void conclude(Findings findings) {
      receipt.ifPresent(held -> fromTheJournal(held, findings));
      receipt.ifPresent(held -> nothingHidden(held, findings));
      if (end.isPresent()) {
        ended(findings);
      } else if (state.equals("UNRESOLVED")) {
        waits(findings);
      } else if (submitted > 0 || !state.equals("ABSENT")) {
        findings.add("open-without-escalation", "it stays in " + state);
      }
    }

    private void fromTheJournal(Receipt held, Findings findings) {
      boolean quotes =
          end.filter(
                  event ->
                      event.sequence() == held.getJournalSequence()
                          && event.state().equals(held.getOutcome())
                          && hex(event.chain()).equals(held.getChain()))
              .isPresent();
      if (!quotes) {
        findings.add(
            "receipt-not-from-journal",
            "the receipt says %s at event %d with chain %s; the journal says %s"
                .formatted(
                    held.getOutcome(),
                    held.getJournalSequence(),
                    held.getChain(),
                    end.map(
                            e ->
                                "%s at event %d with chain %s"
                                    .formatted(e.state(), e.sequence(), hex(e.chain())))
                        .orElse("that it has not ended")));
      }
    }

    /** Evidence of another effect than the receipt speaks of is something that people must know. */
    private void nothingHidden(Receipt held, Findings findings) {
      boolean done =
          held.getOutcome().equals("VERIFIED") || Objects.equals(held.getResolution(), "DONE");
      String known = held.getProviderId() == null ? "" : held.getProviderId();
      for (Late late : filed) {
        boolean same = known.isEmpty() || late.id().isEmpty() || late.id().equals(known);
        if (!done || !same) {
          findings.add(
              "contradiction-hidden",
              "event %d tells of an effect '%s', and nobody was asked; the receipt says %s '%s'"
                  .formatted(late.sequence(), late.id(), held.getOutcome(), known));
        }
      }
    }

    private static String hex(ByteBuffer chain) {
      byte[] bytes = new byte[chain.remaining()];
      chain.duplicate().get(bytes);
      return HexFormat.of().formatHex(bytes);
    }

    private void ended(Findings findings) {
      if (receipt.isEmpty()) {
        findings.add("final-without-receipt", "it ended as " + end.orElseThrow().state());
      }
      // A notice about an operation that has ended waits for its acknowledgement; a question that
      // held the operation is answered.
      escalation
          .filter(EndAccount::isOpen)
          .filter(open -> !isNotice(open))
          .ifPresent(
              open ->
                  findings.add(
                      "escalation-left-open",
                      "it ended, but %s is open for %s"
                          .formatted(open.getEscalationId(), open.getReason())));
    }

    /** One event may open a question and a notice. */
    private boolean isNotice(Escalation open) {
      return openedBy(open)
          .filter(opened -> opened >= 1 && opened <= sequence)
          .filter(opened -> !open.getReason().equals(questions.get(opened)))
          .isPresent();
    }

    private void waits(Findings findings) {
      boolean asks =
          escalation.filter(EndAccount::isOpen).filter(e -> names(e, escalatedBy)).isPresent();
      if (!asks) {
        findings.add(
            "open-without-escalation",
            "it is UNRESOLVED since event %d; its newest escalation is %s"
                .formatted(
                    escalatedBy,
                    escalation
                        .map(e -> e.getEscalationId() + " " + e.getStatus())
                        .orElse("missing")));
      }
    }

    private static boolean names(Escalation escalation, long sequence) {
      return openedBy(escalation).filter(opened -> opened == sequence).isPresent();
    }

    /** The sequence of the event that opened it; empty if its ID names none. */
    private static Optional<Long> openedBy(Escalation escalation) {
      String before = escalation.getOperationId() + "#";
      String id = escalation.getEscalationId();
      try {
        return id.startsWith(before)
            ? Optional.of(Long.parseLong(id.substring(before.length())))
            : Optional.empty();
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
  }
}
