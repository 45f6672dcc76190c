package io.onefold.audit;

import io.onefold.schema.Evidence;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.Receipt;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;
import io.onefold.schema.SendReported;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every identifier and address that is recorded of one operation, whatever became of it. */
final class Traces {
  final Set<String> providerIds = new HashSet<>(2);
  final Set<String> publicUrls = new HashSet<>(2);

  Traces(OperationFile file) {
    for (Located<OperationEvent> event : file.journal) {
      switch (event.what().getInput()) {
        case ReportReceived in -> report(in.getReport());
        case ReadbackReported in -> observed(in.getObservation());
        case Review in -> told(in.getProviderId(), in.getPublicUrl());
        default -> {}
      }
    }
    // What a running ledger has not come to yet is evidence as well.
    for (Located<ProviderEvent> event : file.events) {
      switch (event.what().getFact()) {
        case SendReported in -> report(in);
        case ReadbackReported in -> observed(in.getObservation());
        default -> {}
      }
    }
    for (Located<Receipt> receipt : file.receipts) {
      told(receipt.what().getProviderId(), receipt.what().getPublicUrl());
      observed(receipt.what().getReadback());
    }
  }

  private void report(SendReported report) {
    Evidence evidence = report.getEvidence();
    told(evidence.getProviderId(), evidence.getPublicUrl());
    observed(report.getReadback());
  }

  private void observed(@Nullable ReadbackObservation seen) {
    if (seen != null) {
      told(seen.getProviderId(), seen.getPublicUrl());
    }
  }

  private void told(@Nullable String providerId, @Nullable String publicUrl) {
    if (providerId != null) {
      providerIds.add(providerId);
    }
    if (publicUrl != null) {
      publicUrls.add(publicUrl);
    }
  }
}
