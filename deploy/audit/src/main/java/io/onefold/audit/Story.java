package io.onefold.audit;

import io.onefold.schema.ClaimReceived;
import io.onefold.schema.Escalation;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Readback;
import io.onefold.schema.Receipt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What the journal of one operation leads to: grants, questions, commands, receipt, escalations.
 */
final class Story {
  final Fold fold;
  private final EventRules rules;

  /** Claims that were granted, by token. */
  final Map<Integer, String> granted = new HashMap<>(2);

  /** When. */
  final Map<Integer, Long> grantedAt = new HashMap<>(2);

  /** When readbacks were ordered. */
  final Map<Long, Long> askedAt = new HashMap<>(2);

  /** Claims that the journal has, granted or not. */
  final Set<String> claimed = new HashSet<>(2);

  /** Readbacks that were ordered, as their commands must say it. */
  final Map<Long, Readback> asked = new HashMap<>(2);

  /** How often each token was offered at each time. */
  final Map<String, Integer> offered = new HashMap<>(4);

  /** What was published about open questions, in order. */
  final List<Escalation> escalations = new ArrayList<>(0);

  /** The event behind the newest of them. */
  Optional<Located<OperationEvent>> escalatedBy = Optional.empty();

  /** The event that ended it. */
  Optional<Located<OperationEvent>> end = Optional.empty();

  Story(String id, EventRules rules) {
    this.fold = new Fold(id);
    this.rules = rules;
  }

  /** Follows the whole journal. */
  void tell(List<Located<OperationEvent>> journal) {
    journal.forEach(this::next);
  }

  private void next(Located<OperationEvent> located) {
    OperationEvent event = located.what();
    Concern openBefore = fold.open();
    Concern noticeBefore = fold.notice;
    String stateBefore = fold.state;
    long movedBefore = fold.movedAt;
    boolean ended = fold.hasEnded();
    rules.before(fold, located);
    fold.absorb(event);
    rules.absorbed(fold, located);
    fold.follow(event);
    rules.followed(fold, located);
    note(event);
    if (!ended && fold.hasEnded()) {
      end = Optional.of(located);
    }
    boolean news =
        !Objects.equals(openBefore, fold.open())
            || !Objects.equals(noticeBefore, fold.notice)
            || (fold.open() != null && !stateBefore.equals(fold.state))
            || (stateBefore.equals(Fold.UNRESOLVED)
                && fold.state.equals(Fold.UNRESOLVED)
                && movedBefore != fold.movedAt);
    if (news) {
      publish(located, openBefore);
    }
  }

  private void publish(
      Located<OperationEvent> located, @org.jspecify.annotations.Nullable Concern before) {
    Concern now = fold.open();
    if (now != null) {
      escalations.add(Answers.open(fold, now));
      escalatedBy = Optional.of(located);
    } else if (before != null) {
      escalations.add(Answers.closed(fold, before, located.what()));
      escalatedBy = Optional.of(located);
    }
  }

  private void note(OperationEvent event) {
    if (event.getInput() instanceof ClaimReceived in) {
      claimed.add(claim(in.getClaim().getToken(), in.getClaim().getClaimId()));
    }
    switch (event.getConclusion().getKind()) {
      case "OFFER", "SEND_OFFER" ->
          offered.merge(
              claim(fold.attempts.token(), Long.toString(event.getAtMs())), 1, Integer::sum);
      case "GRANT_CLAIM" ->
          fold.attempts
              .holder()
              .ifPresent(
                  h -> {
                    granted.putIfAbsent(h.token(), h.claimId());
                    grantedAt.putIfAbsent(h.token(), event.getAtMs());
                  });
      case "ASK", "ASK_ASIDE" -> {
        long question = question(fold.attempts.token(), fold.looks.last());
        asked.put(question, readback());
        askedAt.put(question, event.getAtMs());
      }
      default -> {}
    }
  }

  static String claim(int token, String claimId) {
    return token + " " + claimId;
  }

  static long question(int token, int number) {
    return ((long) token << 32) | number;
  }

  private Readback readback() {
    Readback order = new Readback();
    order.setToken(fold.attempts.token());
    order.setNumber(fold.looks.last());
    order.setProviderId(fold.known.providerId());
    order.setPublicUrl(fold.known.publicUrl());
    order.setJob(fold.known.job());
    order.setAccepted(fold.known.positive());
    order.setFirstSentAtMs(fold.attempts.firstGrantMs());
    return order;
  }

  /** The receipt that must stand in its topic. */
  Optional<Receipt> receipt() {
    Optional<Receipt> receipt = fold.receipt();
    receipt.ifPresent(
        told ->
            end.ifPresent(
                event -> told.setChain(Hashes.hex(Hashes.bytes(event.what().getChain())))));
    return receipt;
  }
}
