package io.onefold.topology;

import io.onefold.schema.Approval;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Evidence;
import io.onefold.schema.Intent;
import io.onefold.schema.PayloadHash;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.Review;
import io.onefold.schema.SendReported;
import io.onefold.schema.WorkerStarted;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** A record that callers, workers or reviewers write. */
record Sent(String topic, String key, SpecificRecord avro) {
  static final String WORKER = "w-1";
  static final long LIFE = 100;

  byte[] keyBytes() {
    return key.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] key(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  byte[] value() {
    return bytes(topic, avro);
  }

  private static <T extends SpecificRecord> byte[] bytes(String topic, T avro) {
    @SuppressWarnings("unchecked")
    Class<T> type = (Class<T>) avro.getClass();
    return AvroSerde.of(type, LedgerDriver.IDS).serializer().serialize(topic, avro);
  }

  static Sent intent(String id) {
    return intent(id, "blog", "{\"title\":\"Launch\"}", i -> {});
  }

  /** An approved intent, changed before it is written. */
  static Sent intent(String id, String destination, String payload, Consumer<Intent> change) {
    byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
    Intent avro = new Intent();
    avro.setOperationId(id);
    avro.setDestination(destination);
    avro.setAccount("acme");
    avro.setEnvironment("production");
    avro.setAction("publish");
    avro.setPayload(ByteBuffer.wrap(bytes));
    avro.setContentType("application/json");
    avro.setApproval(
        new Approval(
            "editorial-v3",
            "APPROVED",
            "j.doe",
            LedgerDriver.START.toEpochMilli(),
            PayloadHash.ofBytes(bytes).value()));
    avro.setOwner("marketing");
    avro.setAttributes(Map.of("slug", "launch-post", "lang", "en", "series", "autumn"));
    avro.setIssuedAtMs(LedgerDriver.START.toEpochMilli());
    change.accept(avro);
    return new Sent(LedgerDriver.TOPICS.intents(), id, avro);
  }

  static Sent claim(String id, int token, String claimId) {
    return claim(id, token, claimId, LIFE);
  }

  static Sent claim(String id, int token, String claimId, long life) {
    return event(id, id, WORKER, life, new ClaimRequested(token, claimId));
  }

  static Sent report(String id, int token, String claimId, String result) {
    return report(id, token, claimId, result, r -> {});
  }

  static Sent report(
      String id, int token, String claimId, String result, Consumer<SendReported> change) {
    SendReported avro = new SendReported();
    avro.setToken(token);
    avro.setClaimId(claimId);
    avro.setResult(result);
    avro.setDetail("NONE");
    avro.setMessage("");
    avro.setStartedAtMs(LedgerDriver.START.toEpochMilli());
    avro.setEndedAtMs(LedgerDriver.START.toEpochMilli());
    avro.setEvidence(new Evidence());
    change.accept(avro);
    return event(id, id, WORKER, LIFE, avro);
  }

  /** ACCEPTED, and the worker's own readback showed this. */
  static Sent accepted(String id, int token, String claimId, String providerId, String seen) {
    return report(
        id,
        token,
        claimId,
        "ACCEPTED",
        r -> {
          r.getEvidence().setStatus(201);
          r.getEvidence().setProviderId(providerId);
          r.setReadback(observation(seen, providerId));
        });
  }

  static Sent readback(String id, int token, int number, String detail) {
    return readback(id, token, number, detail, "p-1");
  }

  static Sent readback(String id, int token, int number, String detail, String providerId) {
    return event(
        id, id, WORKER, LIFE, new ReadbackReported(token, number, observation(detail, providerId)));
  }

  static Sent started(String worker, long life, @Nullable String fencedBecause) {
    return event(worker, "", worker, life, new WorkerStarted(fencedBecause));
  }

  static Sent review(String id, String action, long sequence) {
    Review avro = new Review();
    avro.setOperationId(id);
    avro.setAction(action);
    avro.setReason("looked at the destination");
    avro.setReviewer("r.roe");
    avro.setSequence(sequence);
    avro.setReviewedAtMs(LedgerDriver.START.toEpochMilli());
    return new Sent(LedgerDriver.TOPICS.reviews(), id, avro);
  }

  static ReadbackObservation observation(String detail, String providerId) {
    String result =
        switch (detail) {
          case "MATCH", "NORMALISED", "MANY", "MISMATCH", "WRONG_ACCOUNT", "REMOVED", "PARTIAL" ->
              "FOUND";
          case "ABSENT", "JOB_FAILED" -> "NOT_FOUND";
          default -> "INCONCLUSIVE";
        };
    ReadbackObservation avro = new ReadbackObservation();
    avro.setResult(result);
    avro.setDetail(detail);
    avro.setMethod("reference");
    avro.setComplete(true);
    avro.setMatches(result.equals("FOUND") ? 1 : 0);
    avro.setProviderId(result.equals("FOUND") ? providerId : null);
    avro.setNormalisers(List.of());
    avro.setMessage("saw " + detail);
    avro.setObservedAtMs(LedgerDriver.START.toEpochMilli());
    return avro;
  }

  private static Sent event(String key, String id, String worker, long life, Object fact) {
    ProviderEvent avro = new ProviderEvent();
    avro.setOperationId(id);
    avro.setWorkerId(worker);
    avro.setIncarnation(life);
    avro.setReportedAtMs(Instant.EPOCH.toEpochMilli());
    avro.setFact(fact);
    return new Sent(LedgerDriver.TOPICS.providerEvents(), key, avro);
  }
}
