package io.onefold.processor.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.Approval;
import io.onefold.schema.ClaimReceived;
import io.onefold.schema.Evidence;
import io.onefold.schema.HolderDied;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.IntervalsRestarted;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.RenderedBody;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;
import io.onefold.schema.SendReported;
import io.onefold.schema.TimerFired;
import io.onefold.schema.signing.ReceiptJson;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What came in, as it stands in a journal event. */
final class InputView {
  private InputView() {}

  static ObjectNode render(Object input) {
    return switch (input) {
      case IntentSubmitted submitted -> intent(submitted);
      case ClaimReceived claim ->
          typed("ClaimRequested")
              .put("token", claim.getClaim().getToken())
              .put("claimId", claim.getClaim().getClaimId())
              .put("worker", worker(claim.getWorkerId(), claim.getIncarnation()))
              .put("workerAlive", claim.getWorkerAlive());
      case ReportReceived received -> report(received);
      case ReadbackReported readback ->
          typed("ReadbackReported")
              .put("token", readback.getToken())
              .put("number", readback.getNumber())
              .set("observation", AvroView.observation(readback.getObservation()));
      case Review review -> typed("ReviewSubmitted").set("review", review(review));
      case TimerFired fired when fired.getTimer().equals("REOPENED") ->
          typed("DestinationReopened").put("token", fired.getToken());
      case TimerFired fired ->
          typed("TimerFired").put("timer", fired.getTimer()).put("token", fired.getToken());
      case HolderDied died ->
          typed("HolderDied")
              .put("worker", worker(died.getWorkerId(), died.getIncarnation()))
              .put("fencedBecause", died.getFencedBecause());
      case IntervalsRestarted restarted -> typed("IntervalsRestarted");
      default ->
          throw new IllegalStateException("no event has an input of " + input.getClass().getName());
    };
  }

  private static ObjectNode intent(IntentSubmitted submitted) {
    Intent intent = submitted.getIntent();
    ObjectNode json = Json.object();
    json.put("destination", intent.getDestination());
    json.put("account", intent.getAccount());
    json.put("environment", intent.getEnvironment());
    json.put("action", intent.getAction());
    json.put("contentType", intent.getContentType());
    json.put("payloadHash", submitted.getPayloadHash());
    json.set("body", body(submitted.getBody()));
    Approval approval = intent.getApproval();
    json.set("approval", approval == null ? null : ReceiptJson.approval(approval));
    json.put("owner", intent.getOwner());
    Json.putMillis(json, "notBefore", intent.getNotBeforeMs());
    Json.putMillis(json, "expiresAt", intent.getExpiresAtMs());
    ObjectNode attributes = json.putObject("attributes");
    new TreeMap<>(intent.getAttributes()).forEach(attributes::put);
    Json.putMillis(json, "issuedAt", intent.getIssuedAtMs());
    return typed("IntentSubmitted")
        .put("destinationKnown", submitted.getPolicy() != null)
        .set("intent", json);
  }

  private static @Nullable ObjectNode body(@Nullable RenderedBody body) {
    return body == null
        ? null
        : Json.object()
            .put("contentType", body.getContentType())
            .put("bytes", body.getContent().remaining())
            .put("hash", body.getHash());
  }

  private static ObjectNode report(ReportReceived received) {
    SendReported report = received.getReport();
    ObjectNode json = Json.object();
    json.put("result", report.getResult());
    json.put("detail", report.getDetail());
    json.put("message", report.getMessage());
    Json.putMillis(json, "startedAt", report.getStartedAtMs());
    Json.putMillis(json, "endedAt", report.getEndedAtMs());
    json.put("idempotencyKey", report.getIdempotencyKey());
    json.set("evidence", evidence(report.getEvidence()));
    json.put("retryAfterMs", report.getRetryAfterMs());
    ReadbackObservation readback = report.getReadback();
    json.set("readback", readback == null ? null : AvroView.observation(readback));
    return typed("SendReported")
        .put("token", report.getToken())
        .put("claimId", report.getClaimId())
        .put("worker", worker(received.getWorkerId(), received.getIncarnation()))
        .set("report", json);
  }

  private static ObjectNode evidence(Evidence evidence) {
    return Json.object()
        .put("status", evidence.getStatus())
        .put("providerId", evidence.getProviderId())
        .put("publicUrl", evidence.getPublicUrl())
        .put("job", evidence.getJob())
        .put("excerpt", evidence.getExcerpt());
  }

  private static ObjectNode review(Review review) {
    ObjectNode json = Json.object();
    json.put("action", review.getAction());
    json.put("reason", review.getReason());
    json.put("reviewer", review.getReviewer());
    json.put("sequence", review.getSequence());
    json.put("providerId", review.getProviderId());
    json.put("publicUrl", review.getPublicUrl());
    json.put("evidence", review.getEvidence());
    json.put("force", review.getForce());
    Json.putMillis(json, "reviewedAt", review.getReviewedAtMs());
    return json;
  }

  private static ObjectNode typed(String type) {
    return Json.object().put("type", type);
  }

  private static String worker(String id, long incarnation) {
    return id + "/" + incarnation;
  }
}
