package io.onefold.audit;

import io.onefold.schema.ClaimRequested;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.SendReported;
import java.util.HashSet;
import java.util.Set;

/** Whether the provider events of one operation could come from whom they say. */
final class EventOrigin {
  private final Story story;
  private final InputMatch.Shared shared;
  private final OperationFindings findings;
  private final Set<String> claims = new HashSet<>(2);

  EventOrigin(Story story, InputMatch.Shared shared, OperationFindings findings) {
    this.story = story;
    this.shared = shared;
    this.findings = findings;
  }

  /** All of them. */
  void check(OperationFile file) {
    for (Located<ProviderEvent> event : file.events) {
      if (event.what().getFact() instanceof ClaimRequested claim) {
        claims.add(Story.claim(claim.getToken(), claim.getClaimId()));
      }
    }
    for (Located<ProviderEvent> event : file.events) {
      if (shared.processed().due(Kind.PROVIDER_EVENT, event.at()) != Processed.Due.LATER) {
        check(event);
      }
    }
  }

  private void check(Located<ProviderEvent> located) {
    ProviderEvent event = located.what();
    switch (event.getFact()) {
      case SendReported report -> granted(located, report);
      case ReadbackReported answer -> asked(located, answer);
      default -> {}
    }
    boolean notice = event.getWorkerId().isEmpty();
    if (!notice
        && !shared
            .lives()
            .isAnnounced(located.at().partition(), event.getWorkerId(), event.getIncarnation())) {
      findings.add(
          Rule.UNKNOWN_WORKER,
          located.at(),
          "workerId",
          "a life that was announced in this partition",
          event.getWorkerId() + "/" + event.getIncarnation(),
          "no start of worker %s/%d was announced in this partition"
              .formatted(event.getWorkerId(), event.getIncarnation()));
    }
  }

  private void granted(Located<ProviderEvent> located, SendReported report) {
    String claim = Story.claim(report.getToken(), report.getClaimId());
    boolean granted = report.getClaimId().equals(story.granted.get(report.getToken()));
    // A worker that gives a claim up says so even where the claim itself was lost on its way.
    boolean gaveUp =
        report.getResult().equals("NOT_SENT")
            && (claims.contains(claim)
                || story.claimed.contains(claim)
                || report.getDetail().equals("GIVEN_UP"));
    if (!granted && !gaveUp) {
      findings.add(
          Rule.EVENT_WITHOUT_GRANT,
          located.at(),
          "fact.claimId",
          "a claim that was granted token " + report.getToken(),
          report.getClaimId(),
          "a worker reports %s of token %d under claim %s, which was not granted it"
              .formatted(report.getResult(), report.getToken(), report.getClaimId()));
    }
  }

  private void asked(Located<ProviderEvent> located, ReadbackReported answer) {
    boolean unasked =
        answer.getNumber() > 0
            && !story.asked.containsKey(Story.question(answer.getToken(), answer.getNumber()));
    if (unasked) {
      findings.add(
          Rule.READBACK_NOT_ASKED,
          located.at(),
          "fact.number",
          "a readback that was ordered",
          "%d of token %d".formatted(answer.getNumber(), answer.getToken()),
          "nobody ordered readback %d of token %d"
              .formatted(answer.getNumber(), answer.getToken()));
    }
  }
}
