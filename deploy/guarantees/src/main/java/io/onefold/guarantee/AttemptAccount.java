package io.onefold.guarantee;

import io.onefold.schema.ClaimReceived;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Command;
import io.onefold.schema.Grant;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Send;
import io.onefold.schema.SendReported;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Attempts of one operation, as journal, commands, workers and destination show them. */
final class AttemptAccount extends Account {
  private static final Set<Assumption> CLASSIFICATION =
      EnumSet.of(Assumption.CLASSIFICATION_IS_TRUE);

  /** The right to make one attempt, as far as it can be compared. */
  private record Right(int token, String claimId) {}

  private final Trail trail = new Trail();
  private final Terms terms = new Terms();
  private final Set<Right> claims = new HashSet<>();
  private final Set<Right> granted = new HashSet<>();
  private final List<Right> commanded = new ArrayList<>(1);
  private Optional<Ground> lastGround = Optional.empty();
  private int lastCommanded;
  private int lastGrant;
  private int offers;
  private int offered;
  private int writes;
  private int unsent;
  private boolean ended;

  @Override
  void reported(ProviderEvent event, Findings findings) {
    if (event.getFact() instanceof ClaimRequested claim) {
      claims.add(new Right(claim.getToken(), claim.getClaimId()));
    }
  }

  @Override
  void written(Findings findings) {
    writes++;
  }

  @Override
  void commanded(Command command, Findings findings) {
    switch (command.getOrder()) {
      case Send send -> {
        offered++;
        inOrder(send.getToken(), findings);
      }
      case Grant grant -> {
        inOrder(grant.getToken(), findings);
        if (grant.getToken() <= lastGrant) {
          findings.add(
              "two-grants-for-token",
              "commanded token %d for claim %s after token %d"
                  .formatted(grant.getToken(), grant.getClaimId(), lastGrant));
        }
        lastGrant = Math.max(lastGrant, grant.getToken());
        commanded.add(new Right(grant.getToken(), grant.getClaimId()));
      }
      default -> {}
    }
  }

  private void inOrder(int token, Findings findings) {
    if (token < lastCommanded || token < 1) {
      findings.add("tokens-rise", "commanded token %d after %d".formatted(token, lastCommanded));
    }
    lastCommanded = Math.max(lastCommanded, token);
  }

  @Override
  void journalled(Seen.Journalled journalled, Findings findings) {
    OperationEvent event = journalled.event();
    if (ended) {
      afterTheEnd(event, findings);
      return;
    }
    trail.absorb(event);
    trail.early().ifPresent(text -> findings.add("interval-too-short", at(event) + ", " + text));
    notSent(event);
    switch (Names.kind(event)) {
      case "OFFER", "SEND_OFFER" -> {
        offers++;
        notAfterEvidence(event, findings);
      }
      case "GRANT_CLAIM" -> {
        notAfterEvidence(event, findings);
        grant(event, findings);
      }
      default -> {}
    }
    Optional<Ground> ground = token(event, findings);
    trail.follow(event, ground);
    ended = Names.isFinal(event.getStateAfter());
  }

  private void afterTheEnd(OperationEvent event, Findings findings) {
    switch (Names.kind(event)) {
      case "OFFER", "SEND_OFFER", "GRANT_CLAIM" ->
          findings.add("send-after-end", "%s at %s".formatted(Names.kind(event), at(event)));
      default -> {}
    }
  }

  /** A worker that says so has not written a byte, unless the contract said it in its place. */
  private void notSent(OperationEvent event) {
    if (trail.justReported() && event.getInput() instanceof ReportReceived in) {
      SendReported report = in.getReport();
      boolean nothingLeft =
          report.getResult().equals("NOT_SENT") && !report.getDetail().equals("NOT_COMMITTED");
      unsent += nothingLeft ? 1 : 0;
      terms.reported(report);
    }
  }

  private void notAfterEvidence(OperationEvent event, Findings findings) {
    if (trail.positive()) {
      findings.add(
          "grant-after-positive-evidence",
          "%s at %s, although an effect was told of".formatted(Names.kind(event), at(event)));
    }
  }

  private void grant(OperationEvent event, Findings findings) {
    if (!(event.getInput() instanceof ClaimReceived in)) {
      findings.add("grant-without-claim", "at " + at(event) + " nobody claimed");
      return;
    }
    terms.granted(trail, event, findings);
    ClaimRequested claim = in.getClaim();
    Right right = new Right(claim.getToken(), claim.getClaimId());
    boolean again = !granted.add(right);
    if (again || trail.isGranted()) {
      findings.add("two-grants-for-token", "%s granted %s again".formatted(at(event), right));
    }
    if (claim.getToken() != trail.token() || !in.getWorkerAlive()) {
      findings.add(
          "grant-without-claim",
          "%s granted %s, current is token %d, its worker %s"
              .formatted(
                  at(event), right, trail.token(), in.getWorkerAlive() ? "lives" : "is dead"));
    }
    boolean replay = lastGround.equals(Optional.of(Ground.SAFE_REPLAY));
    if (replay && !Ground.keyIsKnown(trail, event.getAtMs())) {
      findings.add(
          "unjustified-token",
          "%s granted %s for a replay, but the key may be forgotten before it ends"
              .formatted(at(event), right));
    }
  }

  private Optional<Ground> token(OperationEvent event, Findings findings) {
    int now = event.getToken();
    int before = trail.token();
    boolean offer = Names.kind(event).equals("OFFER");
    if (now == before && !offer) {
      return Optional.empty();
    }
    if (now != before + 1 || !offer) {
      findings.add(
          "tokens-rise",
          "%s made token %d of %d by %s".formatted(at(event), now, before, Names.kind(event)));
    }
    lastGround = Ground.of(trail, event);
    lastGround.ifPresent(ground -> terms.offered(trail, event, ground, findings));
    if (lastGround.isEmpty()) {
      findings.add(
          "unjustified-token",
          "%s brought token %d as %s, but %s shows nothing that allows it; the last attempt is %s"
              .formatted(
                  at(event),
                  now,
                  event.getConclusion().getWhy(),
                  event.getInput().getClass().getSimpleName(),
                  trail.ending()));
    }
    return lastGround;
  }

  @Override
  void conclude(Findings findings) {
    for (Right right : commanded) {
      if (!granted.contains(right) || !claims.contains(right)) {
        findings.add(
            ended && !granted.contains(right) ? "send-after-end" : "grant-without-claim",
            "commanded %s, which was %s and %s"
                .formatted(
                    right,
                    claims.contains(right) ? "claimed" : "never claimed",
                    granted.contains(right) ? "granted" : "never granted"));
      }
    }
    if (offered > offers) {
      findings.add(
          ended ? "send-after-end" : "offer-not-in-journal",
          "%d offers commanded, %d in the journal".formatted(offered, offers));
    }
    if (writes > commanded.size()) {
      findings.add(
          "write-without-grant", "%d writes, but %d grants".formatted(writes, commanded.size()));
    } else if (writes > commanded.size() - unsent) {
      findings.add(
          "write-though-not-sent",
          "%d writes for %d grants, of which %d were reported as not sent"
              .formatted(writes, commanded.size(), unsent),
          CLASSIFICATION,
          broken());
    }
  }

  private static String at(OperationEvent event) {
    return "event " + event.getSequence();
  }
}
