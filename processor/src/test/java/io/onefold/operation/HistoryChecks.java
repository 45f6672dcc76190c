package io.onefold.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.OperationEffect.PublishEscalation;
import io.onefold.operation.OperationEffect.PublishReceipt;
import io.onefold.operation.OperationEffect.SendGrant;
import io.onefold.operation.OperationEffect.SendOffer;
import io.onefold.operation.OperationInput.ReadbackReported;
import io.onefold.operation.OperationInput.SendReported;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Unresolved;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What must hold after every step and at the end, told by inputs and effects alone. */
final class HistoryChecks {
  private final HistoryScenario scenario;
  private final HistoryProvider provider;
  private final HistoryJustification justification;
  private final List<OperationEvent> journal = new ArrayList<>();
  private final Set<Integer> granted = new HashSet<>();
  private final Set<StateName> reached = EnumSet.noneOf(StateName.class);
  private final Set<Step.Offer.Why> offers = EnumSet.noneOf(Step.Offer.Why.class);
  private int token;
  private int receipts;
  private boolean effectTold;
  private boolean manyTold;
  private Optional<Ending> ending = Optional.empty();

  HistoryChecks(HistoryScenario scenario, HistoryProvider provider) {
    this.scenario = scenario;
    this.provider = provider;
    this.justification = new HistoryJustification(scenario.policy());
  }

  Set<StateName> reached() {
    return reached;
  }

  Set<Step.Offer.Why> offers() {
    return offers;
  }

  /** The story so far, one line for each event. */
  String trace() {
    return journal.stream()
        .map(e -> "%d %s -> %s".formatted(e.sequence(), told(e.input()), Described.step(e.step())))
        .collect(Collectors.joining("\n"));
  }

  private static String told(OperationInput input) {
    String what =
        switch (input) {
          case SendReported sent ->
              "%s of token %d by %s"
                  .formatted(sent.report().result(), sent.token(), sent.claimId());
          case ReadbackReported answer ->
              "%s to readback %d of token %d"
                  .formatted(answer.observation().kind(), answer.number(), answer.token());
          case OperationInput.TimerFired fired -> "timer " + fired.timer();
          case OperationInput.ClaimRequested claim ->
              "claim %s of token %d by %s"
                  .formatted(claim.claimId(), claim.token(), claim.worker());
          case OperationInput.ReviewSubmitted review ->
              "%s at %d".formatted(review.review().action(), review.review().sequence());
          case OperationInput.IntentSubmitted submitted -> "intent";
          case OperationInput.HolderDied died -> "death before " + died.successor();
          case OperationInput.IntervalsRestarted restarted -> "restart";
        };
    return input.at() + " " + what;
  }

  int effects() {
    return provider.effects();
  }

  void step(OperationState before, OperationInput input, Decision made, Instant now) {
    OperationEvent event = made.event();
    OperationState after = made.after();
    journal.add(event);
    reached.add(StateName.of(after));
    assertEquals(before.sequence() + 1, event.sequence(), "sequence without gaps");
    assertEquals(event.sequence(), after.sequence(), "sequence of the state");
    assertEquals(after, OperationEvolver.evolve(before, event), "evolving leads to the same state");
    listen(input);
    commands(made);
    tokens(before, after, event, now);
    endings(input, after, made.effects());
    waiting(before, after, made.effects());
  }

  private void listen(OperationInput input) {
    Optional<Observation> seen = Optional.empty();
    if (input instanceof SendReported sent) {
      SendReport.Result result = sent.report().result();
      effectTold |=
          result == SendReport.Result.ACCEPTED || result == SendReport.Result.ACCEPTED_LATER;
      seen = sent.report().readback();
    } else if (input instanceof ReadbackReported answer) {
      seen = Optional.of(answer.observation());
    }
    effectTold |= seen.filter(s -> s.result() == Observation.Result.FOUND).isPresent();
    manyTold |= ending.isEmpty() && seen.filter(s -> s.matches() > 1).isPresent();
  }

  private void commands(Decision made) {
    for (OperationEffect effect : made.effects()) {
      if (effect instanceof SendOffer || effect instanceof SendGrant) {
        assertFalse(effectTold, "nothing is offered or granted once an effect was told of");
      }
      if (effect instanceof SendGrant grant) {
        assertTrue(granted.add(grant.token()), "a token is granted once");
        assertEquals(token, grant.token(), "only the current token is granted");
      }
    }
  }

  private void tokens(
      OperationState before, OperationState after, OperationEvent event, Instant now) {
    if (after instanceof Known known) {
      int current = known.operation().attempts().token();
      boolean rose = event.step() instanceof Step.Offer;
      assertEquals(token + (rose ? 1 : 0), current, "a token rises by one, by an offer");
      token = current;
    }
    if (event.step() instanceof Step.Offer offer) {
      offers.add(offer.why());
      justification.check(before, event, offer);
    }
    justification.note(before, event, after, now);
  }

  private void endings(OperationInput input, OperationState after, List<OperationEffect> effects) {
    receipts += (int) effects.stream().filter(PublishReceipt.class::isInstance).count();
    assertEquals(ending.isPresent() || after instanceof Final ? 1 : 0, receipts, "one receipt");
    if (ending.isPresent()) {
      assertTrue(
          effects.stream().allMatch(PublishEscalation.class::isInstance),
          "no command after the end");
      if (after instanceof Final end) {
        assertEquals(ending.get(), end.ending(), "final is final");
      } else {
        assertTrue(after instanceof OperationState.Forgotten, "final is final");
      }
    } else if (after instanceof Final end) {
      ending = Optional.of(end.ending());
      if (end instanceof OperationState.Verified) {
        verified(input, end.ending());
      }
    }
  }

  private void verified(OperationInput input, Ending end) {
    assertFalse(manyTold, "never verified once several were seen");
    assertTrue(provider.effects() > 0, "verified although there is no effect");
    if (end.evidence() == Ending.Level.PROVIDER_ACK) {
      assertTrue(scenario.policy().providerAckCloses(), "closed by an acknowledgement");
      return;
    }
    Optional<Observation> seen =
        switch (input) {
          case SendReported sent -> sent.report().readback();
          case ReadbackReported answer -> Optional.of(answer.observation());
          default -> Optional.empty();
        };
    assertTrue(seen.filter(Observation::allRight).isPresent(), "verified by a finding alone");
  }

  private void waiting(OperationState before, OperationState after, List<OperationEffect> effects) {
    switch (after) {
      case Unresolved open -> {
        assertFalse(Questions.allowed(open).isEmpty(), "somebody can decide");
        boolean entered = !(before instanceof Unresolved);
        assertTrue(
            !entered || effects.contains(new PublishEscalation()), "escalated when unresolved");
      }
      case OperationState.Ready ready -> assertTimer(ready, Timers.Kind.OFFER);
      case OperationState.Claimed claimed -> assertTimer(claimed, Timers.Kind.LEASE);
      case OperationState.CommitUnknown unknown -> assertTimer(unknown, Timers.Kind.DEADLINE);
      case Final end -> assertTimer(end, Timers.Kind.FORGET);
      case OperationState.Absent absent -> {}
      case OperationState.Forgotten forgotten -> {}
    }
  }

  private static void assertTimer(Known state, Timers.Kind kind) {
    assertTrue(state.operation().timers().at(kind).isPresent(), () -> "waits for " + kind);
  }

  /** The world has come to rest. */
  void ended(OperationState last, Instant now) {
    assertTrue(
        last instanceof Final || last instanceof Unresolved,
        () -> "neither final nor escalated at the end: " + last);
    OperationState again = new OperationState.Absent(Samples.ID, 0);
    for (OperationEvent event : journal) {
      again = OperationEvolver.evolve(again, event);
    }
    assertEquals(last, again, "the journal leads to the state");
    if (scenario.atMostOnce()) {
      assertTrue(provider.effects() <= 1, () -> provider.effects() + " effects");
    }
    boolean saysNone =
        ending.isPresent()
            && (ending.get().outcome() == Ending.Outcome.REJECTED
                || ending.get().outcome() == Ending.Outcome.RESOLVED_NOT_DONE);
    if (saysNone && scenario.negativeVerdictIsTrue()) {
      assertEquals(0, provider.effects(), "the ending says that nothing was done");
    }
  }
}
