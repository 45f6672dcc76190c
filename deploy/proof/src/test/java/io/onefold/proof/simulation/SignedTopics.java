package io.onefold.proof.simulation;

import io.onefold.audit.Audit;
import io.onefold.audit.AuditResult;
import io.onefold.audit.Finding;
import io.onefold.audit.Progress;
import io.onefold.audit.Rule;
import io.onefold.audit.Scope;
import io.onefold.audit.TopicRecord;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.Checkpoint;
import io.onefold.schema.Receipt;
import io.onefold.schema.signing.SigningKey;
import io.onefold.schema.signing.VerifyingKeys;
import io.onefold.topology.Signing;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What a ledger with a key has written, and audits of it. */
final class SignedTopics {
  static final SigningKey KEY = SigningKey.generate();
  static final SigningKey FORGERS = SigningKey.generate();
  static final VerifyingKeys KEYS = VerifyingKeys.of(List.of(KEY.verifying()));
  static final String RECEIPTS = PlayedTopics.NAMES.receipts();
  static final String CHECKPOINTS = PlayedTopics.NAMES.checkpoints();
  static final String JOURNAL = PlayedTopics.NAMES.journal();

  private static final int OPERATIONS = 18;

  /** Eighteen operations, a checkpoint after each; only copies of it may be changed. */
  static final PlayedTopics SIGNED = signedFrom(0);

  private SignedTopics() {}

  /** Eighteen operations; the ledger gets its key after some of them. */
  static PlayedTopics signedFrom(int begin) {
    return PlayedTopics.written(
        World.REPORT.destinations(),
        Signing.none(),
        ledger -> {
          for (int number = 0; number < OPERATIONS; number++) {
            if (number == begin) {
              ledger.signs(Signing.with(KEY, List.of(), Duration.ofMinutes(1)));
            }
            ledger.operation(number);
            ledger.pass(Duration.ofMinutes(2));
          }
        });
  }

  /** Eighteen operations in as many quarters of a day. */
  static PlayedTopics signedForDays() {
    return PlayedTopics.written(
        World.REPORT.destinations(),
        Signing.with(KEY, List.of(), Duration.ofMinutes(1)),
        ledger -> {
          for (int number = 0; number < OPERATIONS; number++) {
            ledger.operation(number);
            ledger.pass(Duration.ofHours(6));
          }
        });
  }

  static AuditResult audit(PlayedTopics topics) {
    return audit(topics, Scope.everything(), Optional.of(KEYS), List.of());
  }

  static AuditResult audit(PlayedTopics topics, List<Checkpoint> copies) {
    return audit(topics, Scope.everything(), Optional.of(KEYS), copies);
  }

  static AuditResult audit(
      PlayedTopics topics, Scope scope, Optional<VerifyingKeys> keys, List<Checkpoint> copies) {
    return new Audit(topics, PlayedTopics.NAMES, BuiltInCatalogue.instance())
        .run(scope, List.of(), keys, copies, Progress.silent());
  }

  static Set<Rule> rules(AuditResult result) {
    return result.findings().stream()
        .map(Finding::rule)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Rule.class)));
  }

  static List<TopicRecord> all(PlayedTopics topics, String topic, int partition) {
    return topics.records.stream()
        .filter(r -> r.topic().equals(topic) && r.partition() == partition)
        .toList();
  }

  static TopicRecord newest(PlayedTopics topics, String topic) {
    List<TopicRecord> all = all(topics, topic, 0);
    return all.get(all.size() - 1);
  }

  static void changeReceipt(PlayedTopics topics, TopicRecord old, Consumer<Receipt> change) {
    Receipt receipt = (Receipt) Tampering.read(old);
    change.accept(receipt);
    topics.replace(old, Tampering.with(old, Tampering.write(old, receipt)));
  }

  /** Everything of the operation of this record goes, so that nothing else contradicts. */
  static void forget(PlayedTopics topics, TopicRecord of) {
    topics.records.removeIf(r -> Arrays.equals(r.key(), of.key()));
  }
}
