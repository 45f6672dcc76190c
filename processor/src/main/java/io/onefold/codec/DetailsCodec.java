package io.onefold.codec;

import io.onefold.operation.Attempt;
import io.onefold.operation.AttemptLog;
import io.onefold.operation.Bytes;
import io.onefold.operation.Holder;
import io.onefold.operation.Knowledge;
import io.onefold.operation.Operation;
import io.onefold.operation.ReadbackLog;
import io.onefold.operation.Reason;
import io.onefold.operation.SendReport;
import io.onefold.operation.Timers;
import io.onefold.operation.Worker;
import io.onefold.schema.StoredAttempt;
import io.onefold.schema.StoredDetails;
import io.onefold.schema.StoredHolder;
import io.onefold.schema.StoredReadback;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What is remembered of an operation, to and from its stored form. */
final class DetailsCodec {
  private DetailsCodec() {}

  static StoredDetails write(Operation op) {
    StoredDetails avro = new StoredDetails();
    avro.setAdmittedBy(JournalCodec.cause(op.admittedBy()));
    avro.setIntent(IntentCodec.write(op.intent(), true));
    avro.setPayloadHash(op.intent().payloadHash());
    avro.setPolicy(Fields.orNull(op.policy().map(PolicyCodec::write)));
    avro.setBody(BodyCodec.write(op.body()));
    avro.setAdmitted(op.admitted());
    avro.setMovedAt(op.movedAt());
    attempts(avro, op.attempts());
    knowledge(avro, op.knowledge());
    readbacks(avro, op.readbacks());
    Map<String, Long> timers = new TreeMap<>();
    op.timers().due().forEach((kind, at) -> timers.put(kind.name(), at.toEpochMilli()));
    avro.setTimers(timers);
    avro.setNotice(Fields.orNull(op.notice().map(SnapshotCodec::concern)));
    return avro;
  }

  static Operation read(String id, long sequence, StoredDetails avro) {
    Map<Timers.Kind, Instant> timers = new EnumMap<>(Timers.Kind.class);
    avro.getTimers()
        .forEach(
            (kind, ms) ->
                timers.put(
                    Fields.constant(Timers.Kind.class, kind, "timer"), Fields.instant((long) ms)));
    Bytes payload = Bytes.wrap(Fields.bytes(avro.getIntent().getPayload()));
    return new Operation(
        id,
        sequence,
        avro.getMovedAt(),
        JournalCodec.origin(avro.getAdmittedBy()),
        IntentCodec.read(avro.getIntent(), payload, avro.getPayloadHash(), Instant.EPOCH),
        Optional.ofNullable(avro.getPolicy()).map(PolicyCodec::read),
        BodyCodec.read(avro.getBody()),
        avro.getAdmitted(),
        attempts(avro),
        knowledge(avro),
        readbacks(avro),
        new Timers(timers),
        Optional.ofNullable(avro.getNotice()).map(SnapshotCodec::concern));
  }

  private static void attempts(StoredDetails avro, AttemptLog log) {
    avro.setToken(log.token());
    avro.setSpent(log.spent());
    avro.setUnsent(log.unsent());
    avro.setWaitingSinceMs(log.waitingSince().toEpochMilli());
    avro.setHolder(Fields.orNull(log.holder().map(DetailsCodec::holder)));
    avro.setFirstSentAtMs(Fields.ms(log.firstSentAt()));
    avro.setEarlierUnknown(log.earlierUnknown());
    avro.setEarlierOpen(log.earlierOpen());
    avro.setAttempts(log.entries().stream().map(DetailsCodec::attempt).toList());
  }

  private static AttemptLog attempts(StoredDetails avro) {
    return new AttemptLog(
        avro.getToken(),
        avro.getSpent(),
        avro.getUnsent(),
        Fields.instant(avro.getWaitingSinceMs()),
        Optional.ofNullable(avro.getHolder()).map(DetailsCodec::holder),
        Fields.instant(avro.getFirstSentAtMs()),
        avro.getEarlierUnknown(),
        avro.getEarlierOpen(),
        avro.getAttempts().stream().map(DetailsCodec::attempt).toList());
  }

  private static StoredHolder holder(Holder h) {
    return new StoredHolder(
        h.token(),
        h.claimId(),
        h.worker().id(),
        h.worker().incarnation(),
        h.leaseUntil().toEpochMilli(),
        h.over(),
        h.reported());
  }

  private static Holder holder(StoredHolder avro) {
    return new Holder(
        avro.getToken(),
        avro.getClaimId(),
        new Worker(avro.getWorkerId(), avro.getIncarnation()),
        Fields.instant(avro.getLeaseUntilMs()),
        avro.getOver(),
        avro.getReported());
  }

  private static StoredAttempt attempt(Attempt a) {
    return new StoredAttempt(
        a.token(),
        a.claimId(),
        a.worker().id(),
        a.worker().incarnation(),
        a.startedAt().toEpochMilli(),
        Fields.ms(a.endedAt()),
        Fields.orNull(a.idempotencyKey()),
        Fields.orNull(a.result().map(SendReport.Result::name)),
        a.detail().name(),
        a.message());
  }

  private static Attempt attempt(StoredAttempt avro) {
    return new Attempt(
        avro.getToken(),
        avro.getClaimId(),
        new Worker(avro.getWorkerId(), avro.getIncarnation()),
        Fields.instant(avro.getStartedAtMs()),
        Fields.instant(avro.getEndedAtMs()),
        Optional.ofNullable(avro.getIdempotencyKey()),
        Optional.ofNullable(avro.getResult())
            .map(r -> Fields.constant(SendReport.Result.class, r, "result")),
        Fields.constant(SendReport.Detail.class, avro.getDetail(), "detail"),
        avro.getMessage());
  }

  private static void knowledge(StoredDetails avro, Knowledge known) {
    avro.setPositive(known.positive());
    avro.setPromised(known.promised());
    avro.setDuplicates(known.duplicates());
    avro.setRefused(known.refused());
    avro.setStandingReason(Fields.orNull(known.standing().map(s -> s.reason().name())));
    avro.setStandingText(known.standing().map(Knowledge.Standing::text).orElse(""));
    avro.setProviderId(Fields.orNull(known.providerId()));
    avro.setPublicUrl(Fields.orNull(known.publicUrl()));
    avro.setJob(Fields.orNull(known.job()));
    avro.setLastFound(Fields.orNull(known.lastFound().map(ObservationCodec::write)));
  }

  private static Knowledge knowledge(StoredDetails avro) {
    return new Knowledge(
        avro.getPositive(),
        avro.getPromised(),
        avro.getDuplicates(),
        avro.getRefused(),
        Optional.ofNullable(avro.getStandingReason())
            .map(r -> Fields.constant(Reason.class, r, "standingReason"))
            .map(r -> new Knowledge.Standing(r, avro.getStandingText())),
        Optional.ofNullable(avro.getProviderId()),
        Optional.ofNullable(avro.getPublicUrl()),
        Optional.ofNullable(avro.getJob()),
        Optional.ofNullable(avro.getLastFound()).map(ObservationCodec::read));
  }

  private static void readbacks(StoredDetails avro, ReadbackLog log) {
    avro.setLastReadback(log.lastNumber());
    avro.setProofFrom(log.proofFrom());
    avro.setConfirmed(log.confirmed());
    avro.setLastConfirmed(log.lastConfirmed());
    avro.setRound(log.round());
    avro.setSettled(log.settled());
    avro.setReadbacks(log.entries().stream().map(DetailsCodec::readback).toList());
  }

  private static ReadbackLog readbacks(StoredDetails avro) {
    return new ReadbackLog(
        avro.getLastReadback(),
        avro.getProofFrom(),
        avro.getConfirmed(),
        avro.getLastConfirmed(),
        avro.getRound(),
        avro.getSettled(),
        avro.getReadbacks().stream().map(DetailsCodec::readback).toList());
  }

  private static StoredReadback readback(ReadbackLog.Entry entry) {
    return new StoredReadback(
        entry.number(),
        entry.token(),
        entry.issuedAt().toEpochMilli(),
        Fields.orNull(entry.observation().map(ObservationCodec::write)));
  }

  private static ReadbackLog.Entry readback(StoredReadback avro) {
    return new ReadbackLog.Entry(
        avro.getNumber(),
        avro.getToken(),
        Fields.instant(avro.getIssuedAtMs()),
        Optional.ofNullable(avro.getObservation()).map(ObservationCodec::read));
  }
}
