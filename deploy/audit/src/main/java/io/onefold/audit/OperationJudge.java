package io.onefold.audit;

import io.onefold.schema.DestinationRef;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.PolicySnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Judges operations, one after the other, from a bucket. Used by one thread. */
final class OperationJudge {
  private final Setting setting;
  private final Found found;
  private final Predicate<TopicRecord> fresh;

  /** What all judges share. */
  record Setting(
      Reading reading,
      InputForm form,
      InputMatch.Shared shared,
      Set<String> tests,
      Map<TopicPartition, TopicSource.Extent> cut,
      Lookout lookout,
      Seals seals,
      Scope scope) {}

  OperationJudge(Setting setting, Found found) {
    this.setting = setting;
    this.found = found;
    this.fresh =
        record -> {
          TopicSource.Extent extent =
              setting.cut().get(new TopicPartition(record.topic(), record.partition()));
          return extent != null && record.offset() >= extent.known();
        };
  }

  /** Judges all operations of a bucket. */
  void judge(Buckets.Bucket<Laid> bucket) {
    Map<Key, List<Laid>> operations = new LinkedHashMap<>();
    bucket.read(
        laid ->
            operations
                .computeIfAbsent(new Key(laid.key()), any -> new java.util.ArrayList<>(8))
                .add(laid));
    operations.forEach((key, records) -> judge(key.bytes(), records));
  }

  /** A key by its bytes. */
  private static final class Key {
    private final byte @Nullable [] bytes;

    Key(byte @Nullable [] bytes) {
      this.bytes = bytes;
    }

    byte @Nullable [] bytes() {
      return bytes;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && java.util.Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
      return java.util.Arrays.hashCode(bytes);
    }
  }

  private void judge(byte @Nullable [] key, List<Laid> records) {
    OperationFile file = new OperationFile(key);
    OperationFindings findings = new OperationFindings(file.id);
    for (Laid laid : records) {
      file.add(laid, setting.reading(), setting.form(), findings);
    }
    note(file);
    boolean belongs = belongs(file, records);
    if (!belongs && !setting.lookout().wantsAll()) {
      found.leftOut();
      return;
    }
    JournalOrder journal = new JournalOrder(file.journal, findings);
    Story story = new Story(file.id, rules(findings, journal));
    story.tell(journal.events);
    setting.lookout().add(file, story.fold, belongs);
    if (!belongs) {
      found.leftOut();
      return;
    }
    file.receipts.forEach(receipt -> setting.seals().receipt(receipt, story.end, findings));
    AnswerRules answers = new AnswerRules(file, story, findings, fresh);
    if (journal.isWhole()) {
      answers.receipts();
      answers.escalations();
      CommandRules commands = new CommandRules(story, findings);
      file.commands.forEach(commands::check);
      new EventOrigin(story, setting.shared(), findings).check(file);
    } else {
      answers.receiptsOfTheRest(journal.events);
    }
    InputMatch match = new InputMatch(file, findings, setting.shared());
    new LetterRules(file, findings, setting.shared()).check(match);
    match.match(journal.events);
    found.judged(file, story.fold.state, findings);
  }

  /** Where events are missing, what follows from the others cannot be judged. */
  private EventRules rules(OperationFindings findings, JournalOrder journal) {
    OperationFindings kept = journal.isWhole() ? findings : new OperationFindings("");
    return new EventRules(kept, setting.shared().lives());
  }

  private void note(OperationFile file) {
    boolean test = setting.tests().contains(file.id);
    for (Located<OperationEvent> located : file.journal) {
      OperationEvent event = located.what();
      if (test && event.getStateAfter().equals("VERIFIED")) {
        setting.shared().controls().verified(file.id);
      }
      if (event.getInput() instanceof IntentSubmitted in && in.getPolicy() != null) {
        PolicySnapshot policy = in.getPolicy();
        setting
            .shared()
            .controls()
            .names(
                new DestinationRef(
                    in.getIntent().getDestination(),
                    policy.getConnector(),
                    policy.getAccount(),
                    policy.getEnvironment()));
      }
    }
  }

  /** Of a time range, the operations that have an event in it, or a record and no event at all. */
  private boolean belongs(OperationFile file, List<Laid> records) {
    Scope scope = setting.scope();
    return file.journal.isEmpty()
        ? records.stream().anyMatch(laid -> scope.contains(laid.record().timestampMs()))
        : file.journal.stream().anyMatch(event -> scope.contains(event.what().getAtMs()));
  }
}
