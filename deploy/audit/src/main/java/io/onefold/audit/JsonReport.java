package io.onefold.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Instant;
import java.util.Map;

/** The whole result as JSON. Findings are written one after the other, however many there are. */
final class JsonReport {
  private JsonReport() {}

  static void write(AuditResult result, Writer out) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.writeStartObject();
      summary(result, json);
      json.writeArrayFieldStart("findings");
      result.eachFinding(line -> object(line, json));
      json.writeEndArray();
      json.writeArrayFieldStart("warnings");
      result.warnings().each(line -> object(line, json));
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  /** As it stands: each line is one object. */
  private static void object(String line, JsonGenerator json) {
    try {
      json.writeRawValue(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The fields of the summary, into an object that is open. */
  static void summary(AuditResult result, JsonGenerator json) throws IOException {
    AuditResult.Counts counts = result.counts();
    json.writeBooleanField("clean", result.isClean());
    json.writeNumberField("violations", result.violations());
    json.writeNumberField("notes", result.notes());
    json.writeStringField("startedAt", result.startedAt().toString());
    json.writeNumberField("tookMs", result.took().toMillis());
    json.writeObjectFieldStart("scope");
    text(json, "from", result.scope().from().map(Instant::toString).orElse(""));
    text(json, "to", result.scope().to().map(Instant::toString).orElse(""));
    text(json, "operationId", result.scope().operationId().orElse(""));
    json.writeEndObject();
    json.writeNumberField("operations", counts.operations());
    json.writeNumberField("operationsOutsideScope", counts.leftOut());
    json.writeNumberField("journalEvents", counts.events());
    json.writeNumberField("receipts", counts.receipts());
    numbers(json, "records", counts.records());
    numbers(json, "states", counts.byState());
    json.writeObjectFieldStart("rules");
    for (Map.Entry<Rule, Long> rule : counts.byRule().entrySet()) {
      json.writeNumberField(rule.getKey().name(), rule.getValue());
    }
    json.writeEndObject();
    AuditResult.Signatures signatures = result.signatures();
    json.writeObjectFieldStart("signatures");
    json.writeBooleanField("checked", signatures.checked());
    json.writeNumberField("receiptsSigned", signatures.receiptsSigned());
    json.writeNumberField("receiptsValid", signatures.receiptsValid());
    json.writeNumberField("checkpoints", signatures.checkpoints());
    json.writeNumberField("eventsCovered", signatures.eventsCovered());
    json.writeNumberField("eventsNotCovered", signatures.eventsNotCovered());
    json.writeEndObject();
    json.writeObjectFieldStart("warningKinds");
    for (Map.Entry<Warning.Kind, Long> kind : result.warnings().byKind().entrySet()) {
      json.writeNumberField(kind.getKey().name(), kind.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("listings");
    for (Warnings.Compared listing : result.warnings().listings()) {
      json.writeStartObject();
      json.writeStringField("destination", listing.destination());
      json.writeNumberField("items", listing.items());
      json.writeNumberField("itemsWithoutOperation", listing.withoutOperation());
      json.writeNumberField("receipts", listing.receipts());
      json.writeNumberField("receiptsWithoutItem", listing.withoutItem());
      json.writeNumberField("receiptsNewerThanListing", listing.later());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void text(JsonGenerator json, String name, String value) throws IOException {
    if (value.isEmpty()) {
      json.writeNullField(name);
    } else {
      json.writeStringField(name, value);
    }
  }

  private static void numbers(JsonGenerator json, String name, Map<String, Long> counts)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, Long> count : counts.entrySet()) {
      json.writeNumberField(count.getKey(), count.getValue());
    }
    json.writeEndObject();
  }
}
