package io.onefold.codec;

import io.onefold.operation.Evidence;
import io.onefold.operation.Observation;
import io.onefold.schema.ReadbackObservation;
import java.util.Optional;

/** What destinations told. */
public final class ObservationCodec {
  private ObservationCodec() {}

  /** Reads one observation. */
  public static Observation read(ReadbackObservation avro) {
    Observation.Kind kind =
        Fields.constant(Observation.Kind.class, avro.getDetail(), "observation.detail");
    if (!kind.result().name().equals(avro.getResult())) {
      throw new UnreadableRecordException(
          "observation.result is '%s', which does not go with detail %s; allowed: %s"
              .formatted(avro.getResult(), kind, kind.result()));
    }
    return new Observation(
        kind,
        avro.getMethod(),
        avro.getComplete(),
        avro.getMatches(),
        Fields.name(avro.getProviderId()),
        Fields.name(avro.getPublicUrl()),
        Optional.ofNullable(avro.getObservedHash()),
        avro.getNormalisers(),
        Fields.text(avro.getMessage()),
        Fields.instant(avro.getObservedAtMs()));
  }

  /** Writes one observation. */
  public static ReadbackObservation write(Observation seen) {
    ReadbackObservation avro = new ReadbackObservation();
    avro.setResult(seen.result().name());
    avro.setDetail(seen.kind().name());
    avro.setMethod(seen.method());
    avro.setComplete(seen.complete());
    avro.setMatches(seen.matches());
    avro.setProviderId(Fields.orNull(seen.providerId()));
    avro.setPublicUrl(Fields.orNull(seen.publicUrl()));
    avro.setObservedHash(Fields.orNull(seen.observedHash()));
    avro.setNormalisers(seen.normalisers());
    avro.setMessage(seen.message());
    avro.setObservedAtMs(seen.observedAt().toEpochMilli());
    return avro;
  }

  static Evidence read(io.onefold.schema.Evidence avro) {
    return new Evidence(
        Optional.ofNullable(avro.getStatus()),
        Fields.name(avro.getProviderId()),
        Fields.name(avro.getPublicUrl()),
        Fields.name(avro.getJob()),
        Optional.ofNullable(avro.getExcerpt()).map(Fields::text));
  }

  static io.onefold.schema.Evidence write(Evidence evidence) {
    return new io.onefold.schema.Evidence(
        Fields.orNull(evidence.status()),
        Fields.orNull(evidence.providerId()),
        Fields.orNull(evidence.publicUrl()),
        Fields.orNull(evidence.job()),
        Fields.orNull(evidence.excerpt()));
  }
}
