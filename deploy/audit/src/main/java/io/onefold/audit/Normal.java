package io.onefold.audit;

import io.onefold.schema.ClaimReceived;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Evidence;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.SendReported;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Inputs in the form in which the journal must hold them. */
final class Normal {
  /** What the ledger keeps of one text, in characters. */
  private static final int LONGEST_TEXT = 2048;

  private static final long LONGEST_DELAY_MS = Duration.ofDays(366).toMillis();

  private Normal() {}

  /** Of a record of an input topic. */
  static SpecificRecord of(Located<? extends SpecificRecord> input) {
    return switch (input.what()) {
      case Intent intent -> intent(intent, input);
      case ProviderEvent event -> event(event);
      default -> input.what();
    };
  }

  /** Of the input of an event: what only the ledger knows is left out. */
  static SpecificRecord ofJournal(Object input) {
    return switch (input) {
      case IntentSubmitted in ->
          new IntentSubmitted(in.getIntent(), in.getPayloadHash(), null, null);
      case ClaimReceived in ->
          new ClaimReceived(in.getClaim(), in.getWorkerId(), in.getIncarnation(), true);
      default -> (SpecificRecord) input;
    };
  }

  private static IntentSubmitted intent(Intent intent, Located<? extends SpecificRecord> input) {
    String hash = input.hash().isEmpty() ? Hashes.of(intent.getPayload()) : input.hash();
    Intent told = new Intent();
    for (int i = 0; i < told.getSchema().getFields().size(); i++) {
      told.put(i, intent.get(i));
    }
    told.setPayload(ByteBuffer.wrap(new byte[0]));
    if (told.getIssuedAtMs() == null) {
      told.setIssuedAtMs(Math.max(0, input.at().timestampMs()));
    }
    return new IntentSubmitted(told, hash, null, null);
  }

  private static SpecificRecord event(ProviderEvent event) {
    return switch (event.getFact()) {
      case ClaimRequested claim ->
          new ClaimReceived(claim, event.getWorkerId(), event.getIncarnation(), true);
      case SendReported report ->
          new ReportReceived(report(report), event.getWorkerId(), event.getIncarnation());
      case ReadbackReported answer ->
          new ReadbackReported(
              answer.getToken(), answer.getNumber(), observation(answer.getObservation()));
      default -> event;
    };
  }

  private static SendReported report(SendReported report) {
    SendReported told = new SendReported();
    for (int i = 0; i < told.getSchema().getFields().size(); i++) {
      told.put(i, report.get(i));
    }
    told.setMessage(text(report.getMessage()));
    Evidence evidence = report.getEvidence();
    told.setEvidence(
        new Evidence(
            evidence.getStatus(),
            name(evidence.getProviderId()),
            name(evidence.getPublicUrl()),
            name(evidence.getJob()),
            evidence.getExcerpt() == null ? null : text(evidence.getExcerpt())));
    Long retry = report.getRetryAfterMs();
    told.setRetryAfterMs(retry == null ? null : (Long) Math.clamp(retry, 0, LONGEST_DELAY_MS));
    ReadbackObservation seen = report.getReadback();
    told.setReadback(seen == null ? null : observation(seen));
    return told;
  }

  private static ReadbackObservation observation(ReadbackObservation seen) {
    ReadbackObservation told = new ReadbackObservation();
    for (int i = 0; i < told.getSchema().getFields().size(); i++) {
      told.put(i, seen.get(i));
    }
    told.setProviderId(name(seen.getProviderId()));
    told.setPublicUrl(name(seen.getPublicUrl()));
    told.setMessage(text(seen.getMessage()));
    return told;
  }

  private static String text(String told) {
    return Differences.beginning(told, LONGEST_TEXT);
  }

  private static @Nullable String name(@Nullable String told) {
    return told == null || told.length() > LONGEST_TEXT ? null : told;
  }
}
