package io.onefold.guarantee;

import io.onefold.schema.OperationEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.Receipt;
import io.onefold.schema.ReportReceived;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * VERIFIED rests on a readback that showed the one right thing, and the thing is there: on the
 * account of the receipt, under its provider id, with the approved content. Only where a contract
 * has nothing to read back and lets an acknowledgement close, an ACCEPTED report is enough, and the
 * effect must still be there.
 */
public final class VerifiedIsReadBack extends PerOperation {
  /**
   * For one run.
   *
   * @param observed the names of the destinations of which everything that they stored is seen
   */
  public VerifiedIsReadBack(Predicate<String> observed) {
    super(
        "VERIFIED means read back. A success status alone never closes an operation.",
        () -> new ProofAccount(observed));
  }

  private static final class ProofAccount extends Account {
    private final Predicate<String> observed;
    private final Trail trail = new Trail();
    private final List<Seen.Stored> stored = new ArrayList<>(1);
    private Optional<Receipt> verified = Optional.empty();
    private Optional<String> firstId = Optional.empty();
    private Optional<String> many = Optional.empty();
    private boolean ended;

    ProofAccount(Predicate<String> observed) {
      this.observed = observed;
    }

    @Override
    void stored(Seen.Stored effect, Findings findings) {
      stored.add(effect);
    }

    @Override
    void journalled(Seen.Journalled journalled, Findings findings) {
      OperationEvent event = journalled.event();
      if (ended) {
        return;
      }
      trail.absorb(event);
      note(event);
      if (event.getStateAfter().equals("VERIFIED")) {
        judge(event, findings);
      }
      ended = Names.isFinal(event.getStateAfter());
      trail.follow(event, Optional.empty());
    }

    private void note(OperationEvent event) {
      if (event.getInput() instanceof ReportReceived in
          && in.getReport().getResult().equals("ACCEPTED")) {
        told(in.getReport().getEvidence().getProviderId());
      }
      ReadbackObservation seen = observation(event);
      if (seen != null && Names.isFound(seen)) {
        told(seen.getProviderId());
        if (seen.getMatches() > 1 || seen.getDetail().equals("MANY")) {
          many = Optional.of("%d matches were seen".formatted(seen.getMatches()));
        }
      }
    }

    /** Two identifiers are two things, whoever told them. */
    private void told(@Nullable String providerId) {
      if (providerId == null) {
        return;
      }
      if (firstId.isPresent() && !firstId.get().equals(providerId)) {
        many = Optional.of("%s and %s were told".formatted(firstId.get(), providerId));
      }
      firstId = Optional.of(providerId);
    }

    private static @Nullable ReadbackObservation observation(OperationEvent event) {
      return switch (event.getInput()) {
        case ReadbackReported in -> in.getObservation();
        case ReportReceived in -> in.getReport().getReadback();
        default -> null;
      };
    }

    private void judge(OperationEvent event, Findings findings) {
      ReadbackObservation seen = observation(event);
      boolean readBack = seen != null && Names.isAllRight(seen);
      if (!readBack && !acknowledged(event)) {
        findings.add(
            "verified-without-readback",
            "event %d closed it on %s"
                .formatted(event.getSequence(), event.getInput().getClass().getSimpleName()));
      }
      many.ifPresent(
          text ->
              findings.add(
                  "verified-despite-many",
                  "event %d closed it, although %s".formatted(event.getSequence(), text)));
    }

    private boolean acknowledged(OperationEvent event) {
      return trail.rules().getProviderAckCloses()
          && !trail.rules().getHasReadback()
          && event.getInput() instanceof ReportReceived in
          && in.getReport().getResult().equals("ACCEPTED");
    }

    @Override
    void received(Receipt receipt, Findings findings) {
      if (!receipt.getOutcome().equals("VERIFIED")) {
        return;
      }
      verified = Optional.of(receipt);
      boolean readBack =
          receipt.getEvidence().equals("READBACK")
              && receipt.getReadback() != null
              && Names.isAllRight(receipt.getReadback());
      if (!readBack && !receipt.getEvidence().equals("PROVIDER_ACK")) {
        findings.add(
            "verified-without-readback",
            "the receipt rests on %s with %s"
                .formatted(receipt.getEvidence(), receipt.getReadback()));
      }
    }

    @Override
    void conclude(Findings findings) {
      if (verified.isPresent() && observed.test(verified.get().getDestination().getId())) {
        effectIsThere(verified.get(), findings);
      }
    }

    private void effectIsThere(Receipt receipt, Findings findings) {
      String account = receipt.getDestination().getAccount();
      List<Seen.Stored> named =
          stored.stream()
              .filter(
                  effect ->
                      receipt.getProviderId() == null
                          || Objects.equals(effect.providerId(), receipt.getProviderId()))
              .toList();
      if (named.stream().anyMatch(e -> e.account().equals(account) && e.intended())) {
        return;
      }
      boolean elsewhere = !named.isEmpty() && named.stream().allMatch(Seen.Stored::intended);
      findings.add(
          elsewhere ? "verified-on-wrong-account" : "verified-without-effect",
          "the receipt names %s in %s, stored is %s"
              .formatted(receipt.getProviderId(), account, stored),
          restsOn(receipt),
          broken());
    }

    private static Set<Assumption> restsOn(Receipt receipt) {
      return receipt.getEvidence().equals("PROVIDER_ACK")
          ? EnumSet.of(Assumption.CLASSIFICATION_IS_TRUE)
          : EnumSet.of(Assumption.READBACK_IS_TRUE);
    }
  }
}
