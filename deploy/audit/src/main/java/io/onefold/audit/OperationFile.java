package io.onefold.audit;

import io.onefold.schema.Command;
import io.onefold.schema.Escalation;
import io.onefold.schema.Intent;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.Receipt;
import io.onefold.schema.Review;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** All records of one operation, decoded. */
final class OperationFile {
  final String id;
  final List<Located<OperationEvent>> journal = new ArrayList<>(8);
  final List<Located<Intent>> intents = new ArrayList<>(1);
  final List<Located<ProviderEvent>> events = new ArrayList<>(4);
  final List<Located<Review>> reviews = new ArrayList<>(0);
  final List<Located<Command>> commands = new ArrayList<>(4);
  final List<Located<Receipt>> receipts = new ArrayList<>(1);
  final List<Located<Escalation>> escalations = new ArrayList<>(0);
  final List<Laid> deadLetters = new ArrayList<>(0);

  /** Inputs that mean nothing to a ledger, with why. */
  final List<Unreadable> unreadable = new ArrayList<>(0);

  /** Readable inputs as they lie in their topics, for what speaks of their bytes. */
  final List<Laid> inputs = new ArrayList<>(4);

  /** An input that must have become a dead letter. */
  record Unreadable(Laid laid, String why) {}

  OperationFile(byte @Nullable [] key) {
    this.id = key == null ? "" : new String(key, StandardCharsets.UTF_8);
  }

  /** Takes a record in. What cannot be read is named at once if the ledger wrote it. */
  void add(Laid laid, Reading reading, InputForm form, OperationFindings findings) {
    TopicRecord at = laid.record();
    if (laid.kind() == Kind.DEAD_LETTER) {
      deadLetters.add(laid);
      if (DeadLetters.origin(at).isPresent()) {
        form.checkHome(at, findings);
      }
      return;
    }
    if (laid.kind() == Kind.ESCALATION && at.value() == null) {
      findings.add(
          Rule.ESCALATION_MISSING, at, "a record without a value takes the escalation away");
      return;
    }
    if (!laid.why().isEmpty()) {
      unreadable.add(new Unreadable(laid, laid.why()));
      return;
    }
    try {
      SpecificRecord record = reading.read(laid.kind(), at.topic(), at.value());
      if (laid.kind().isInput()) {
        form.check(laid, record);
        inputs.add(laid);
      } else {
        checkKey(at, record, form, findings);
      }
      place(at, record, laid.hash());
    } catch (SerializationException | InputForm.UnfitException e) {
      String why = String.valueOf(e.getMessage());
      if (laid.kind().isInput()) {
        unreadable.add(new Unreadable(laid, why));
      } else {
        findings.add(Rule.UNREADABLE_RECORD, at, why);
      }
    }
  }

  private void checkKey(
      TopicRecord at, SpecificRecord record, InputForm form, OperationFindings findings) {
    String inside = String.valueOf(record.get(0));
    if (!inside.equals(id)) {
      findings.keyDiffers(at, "operationId", id, inside, "'" + inside + "'");
    }
    form.checkHome(at, findings);
  }

  private void place(TopicRecord at, SpecificRecord record, String hash) {
    switch (record) {
      case OperationEvent event -> journal.add(new Located<>(at, event, hash));
      case Intent intent -> intents.add(new Located<>(at, intent, hash));
      case ProviderEvent event -> events.add(new Located<>(at, event, hash));
      case Review review -> reviews.add(new Located<>(at, review, hash));
      case Command command -> commands.add(new Located<>(at, command, hash));
      case Receipt receipt -> receipts.add(new Located<>(at, receipt, hash));
      case Escalation escalation -> escalations.add(new Located<>(at, escalation, hash));
      default -> throw new SerializationException("a " + record.getSchema().getName());
    }
  }
}
