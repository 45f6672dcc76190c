package io.onefold.proof.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.audit.Audit;
import io.onefold.audit.AuditResult;
import io.onefold.audit.CheckpointCopies;
import io.onefold.audit.Finding;
import io.onefold.audit.InvalidCopyException;
import io.onefold.audit.Progress;
import io.onefold.audit.Rule;
import io.onefold.audit.Scope;
import io.onefold.audit.TopicRecord;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.Checkpoint;
import io.onefold.schema.Receipt;
import io.onefold.schema.signing.ReceiptSignature;
import io.onefold.schema.signing.SigningKey;
import io.onefold.schema.signing.VerifyingKeys;
import io.onefold.topology.Signing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What keys have signed shows what nothing else would. */
class AuditSignaturesTest {
  private static final SigningKey KEY = SigningKey.generate();
  private static final SigningKey FORGERS = SigningKey.generate();
  private static final VerifyingKeys KEYS = VerifyingKeys.of(List.of(KEY.verifying()));
  private static final String RECEIPTS = PlayedTopics.NAMES.receipts();
  private static final String CHECKPOINTS = PlayedTopics.NAMES.checkpoints();
  private static final String JOURNAL = PlayedTopics.NAMES.journal();
  private static final PlayedTopics SIGNED = signedFrom(0);

  @TempDir Path folder;

  /** Eighteen operations, a checkpoint after each; the ledger gets its key after some of them. */
  private static PlayedTopics signedFrom(int begin) {
    return PlayedTopics.written(
        World.REPORT.destinations(),
        Signing.none(),
        ledger -> {
          for (int number = 0; number < 18; number++) {
            if (number == begin) {
              ledger.signs(Signing.with(KEY, List.of(), Duration.ofMinutes(1)));
            }
            ledger.operation(number);
            ledger.pass(Duration.ofMinutes(2));
          }
        });
  }

  private static AuditResult audit(PlayedTopics topics, Optional<VerifyingKeys> keys) {
    return audit(topics, keys, List.of());
  }

  private static AuditResult audit(
      PlayedTopics topics, Optional<VerifyingKeys> keys, List<Checkpoint> copies) {
    return new Audit(topics, PlayedTopics.NAMES, BuiltInCatalogue.instance())
        .run(Scope.everything(), List.of(), keys, copies, Progress.silent());
  }

  /** The newest checkpoints of topics that are in order, through a file. */
  private List<Checkpoint> copies() throws IOException {
    try (AuditResult result = audit(SIGNED, Optional.of(KEYS))) {
      CheckpointCopies.write(result.checkpoints(), folder.resolve("copies.ndjson"));
    }
    return CheckpointCopies.read(folder.resolve("copies.ndjson"), KEYS);
  }

  private static List<TopicRecord> all(PlayedTopics topics, String topic, int partition) {
    return topics.records.stream()
        .filter(r -> r.topic().equals(topic) && r.partition() == partition)
        .toList();
  }

  private static TopicRecord newest(PlayedTopics topics, String topic) {
    List<TopicRecord> all = all(topics, topic, 0);
    return all.get(all.size() - 1);
  }

  private static void changeReceipt(PlayedTopics topics, Consumer<Receipt> change) {
    TopicRecord old = newest(topics, RECEIPTS);
    Receipt receipt = (Receipt) Tampering.read(old);
    change.accept(receipt);
    topics.replace(old, Tampering.with(old, Tampering.write(old, receipt)));
  }

  private static void changeCheckpoint(PlayedTopics topics, Consumer<Checkpoint> change) {
    TopicRecord old = all(topics, CHECKPOINTS, 0).get(1);
    Checkpoint checkpoint = (Checkpoint) Tampering.read(old);
    change.accept(checkpoint);
    topics.replace(old, Tampering.with(old, Tampering.write(old, checkpoint)));
  }

  /** Everything of the operation of this record goes, so that nothing else contradicts. */
  private static void forget(PlayedTopics topics, TopicRecord of) {
    topics.records.removeIf(r -> Arrays.equals(r.key(), of.key()));
  }

  private enum Attack {
    RECEIPT_SIGNED_BY_ANOTHER(
        Rule.RECEIPT_KEY_UNKNOWN,
        t -> changeReceipt(t, r -> r.setSignature(ReceiptSignature.sign(r, FORGERS)))),
    RECEIPT_SIGNATURE_FORGED(
        Rule.RECEIPT_SIGNATURE_WRONG,
        t ->
            changeReceipt(
                t,
                r -> Objects.requireNonNull(r.getSignature()).setValue(ByteBuffer.allocate(64)))),
    RECEIPT_CHANGED(Rule.RECEIPT_SIGNATURE_WRONG, t -> changeReceipt(t, r -> r.setOwner("me"))),
    RECEIPT_SIGNATURE_TAKEN_OFF(
        Rule.RECEIPT_UNSIGNED, t -> changeReceipt(t, r -> r.setSignature(null))),
    CHECKPOINT_CHANGED(
        Rule.CHECKPOINT_SIGNATURE_WRONG, t -> changeCheckpoint(t, c -> c.setAtMs(c.getAtMs() + 1))),
    CHECKPOINT_OF_ANOTHER_KEY(
        Rule.CHECKPOINT_KEY_UNKNOWN,
        t -> changeCheckpoint(t, c -> c.getSignature().setKeyId(FORGERS.verifying().id()))),
    CHECKPOINT_MOVED(
        Rule.CHECKPOINT_CHAIN_BROKEN,
        t -> changeCheckpoint(t, c -> c.setPartition(c.getPartition() + 1))),
    CHECKPOINT_KEYED_WRONGLY(
        Rule.KEY_DIFFERS,
        t -> {
          TopicRecord old = newest(t, CHECKPOINTS);
          t.replace(old, Attacks.keyed(old, "1"));
        }),
    CHECKPOINT_UNREADABLE(
        Rule.UNREADABLE_RECORD,
        t -> {
          TopicRecord old = newest(t, CHECKPOINTS);
          t.replace(old, Tampering.with(old, new byte[] {0, 1, 2, 3, 4, 5}));
        }),
    CHECKPOINT_REMOVED(
        Rule.CHECKPOINT_MISSING, t -> t.records.remove(all(t, CHECKPOINTS, 0).get(1))),
    CHECKPOINT_REPEATED(
        Rule.CHECKPOINT_MISSING,
        t -> {
          TopicRecord old = newest(t, CHECKPOINTS);
          t.append(
              old,
              old.timestampMs(),
              Objects.requireNonNull(old.key()),
              Objects.requireNonNull(old.value()));
        }),
    TOPIC_OF_CHECKPOINTS_REMOVED(
        Rule.TOPIC_MISSING,
        t -> {
          t.records.removeIf(r -> r.topic().equals(CHECKPOINTS));
          t.partitions.remove(CHECKPOINTS);
        }),
    OPERATION_REMOVED(Rule.CHECKPOINT_DIFFERS, t -> forget(t, all(t, JOURNAL, 0).get(4))),
    NEWEST_OPERATION_REMOVED(Rule.CHECKPOINT_AHEAD, t -> forget(t, newest(t, JOURNAL))),
    JOURNAL_EVENT_REMOVED(
        Rule.CHECKPOINT_DIFFERS, t -> t.records.remove(all(t, JOURNAL, 0).get(4))),
    JOURNAL_EVENT_UNREADABLE(
        Rule.CHECKPOINT_DIFFERS,
        t -> {
          TopicRecord old = all(t, JOURNAL, 0).get(4);
          t.replace(old, Tampering.with(old, new byte[0]));
        });

    private final Rule rule;

    @SuppressWarnings("ImmutableEnumChecker") // Each is a function, and keeps nothing.
    private final Consumer<PlayedTopics> does;

    Attack(Rule rule, Consumer<PlayedTopics> does) {
      this.rule = rule;
      this.does = does;
    }
  }

  private static Set<Rule> rules(AuditResult result) {
    return result.findings().stream()
        .map(Finding::rule)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Rule.class)));
  }

  @ParameterizedTest
  @EnumSource
  void shouldNameItWhenWhatWasSignedWasTamperedWith(Attack attack) {
    // given
    PlayedTopics copy = SIGNED.copy();
    attack.does.accept(copy);

    // when
    try (AuditResult result = audit(copy, Optional.of(KEYS))) {

      // then
      assertTrue(rules(result).contains(attack.rule), () -> result.findings().toString());
    }
  }

  @Test
  void shouldFindNothingWhenEverythingIsAsItWasSigned() {
    // when
    try (AuditResult result = audit(SIGNED, Optional.of(KEYS))) {

      // then
      assertEquals(Set.of(), rules(result), () -> result.findings().toString());
      AuditResult.Signatures told = result.signatures();
      assertTrue(told.checked());
      assertEquals(result.counts().receipts(), told.receiptsValid());
      assertEquals(18, told.receiptsSigned());
      assertEquals(18, told.checkpoints());
      assertEquals(result.counts().events(), told.eventsCovered());
      assertEquals(0, told.eventsNotCovered());
    }
  }

  @Test
  void shouldSayHowManySignaturesWereNotCheckedWhenThereIsNoKey() {
    // when
    try (AuditResult result = audit(SIGNED, Optional.empty())) {

      // then
      assertEquals(Set.of(), rules(result), () -> result.findings().toString());
      assertEquals(new AuditResult.Signatures(false, 18, 0, 18, 0, 0), result.signatures());
    }
  }

  @Test
  void shouldAskForNoSignatureWhenTheLedgerHadNoKeyYet() {
    // given
    PlayedTopics later = signedFrom(9);

    // when
    try (AuditResult result = audit(later, Optional.of(KEYS))) {

      // then
      assertEquals(Set.of(), rules(result), () -> result.findings().toString());
      assertEquals(9, result.signatures().receiptsValid());
    }
  }

  /** Eighteen operations in as many quarters of a day. */
  private static PlayedTopics signedForDays() {
    return PlayedTopics.written(
        World.REPORT.destinations(),
        Signing.with(KEY, List.of(), Duration.ofMinutes(1)),
        ledger -> {
          for (int number = 0; number < 18; number++) {
            ledger.operation(number);
            ledger.pass(Duration.ofHours(6));
          }
        });
  }

  /** All checkpoints and all signatures of receipts in a partition are taken away. */
  private static void strip(PlayedTopics topics, int partition) {
    topics.records.removeAll(all(topics, CHECKPOINTS, partition));
    for (TopicRecord old : all(topics, RECEIPTS, partition)) {
      Receipt receipt = (Receipt) Tampering.read(old);
      receipt.setSignature(null);
      topics.replace(old, Tampering.with(old, Tampering.write(old, receipt)));
    }
  }

  @Test
  void shouldMissSignaturesOfAPartitionWhenOnlyOthersStillHaveThem() {
    // given
    PlayedTopics topics = signedForDays();
    strip(topics, 1);

    // when
    try (AuditResult result = audit(topics, Optional.of(KEYS))) {

      // then
      assertEquals(Set.of(Rule.RECEIPT_UNSIGNED, Rule.CHECKPOINT_MISSING), rules(result));
      assertTrue(
          result.findings().stream().allMatch(f -> f.partition() == 1),
          () -> result.findings().toString());
    }
  }

  @Test
  void shouldFindThatNothingIsSignedWhenEverySignatureWasTakenAway() {
    // given
    PlayedTopics copy = SIGNED.copy();
    strip(copy, 0);
    strip(copy, 1);

    // when
    try (AuditResult result = audit(copy, Optional.of(KEYS))) {

      // then
      assertEquals(Set.of(Rule.NOTHING_SIGNED), rules(result));
    }
  }

  @Test
  void shouldMissTheTopicWhenNothingIsSignedAndItIsGone() {
    // given
    PlayedTopics copy = SIGNED.copy();
    strip(copy, 0);
    strip(copy, 1);
    copy.partitions.remove(CHECKPOINTS);

    // when
    try (AuditResult result = audit(copy, Optional.of(KEYS))) {

      // then
      assertEquals(Set.of(Rule.NOTHING_SIGNED, Rule.TOPIC_MISSING), rules(result));
    }
  }

  @Test
  void shouldAskForNoSignatureWhenNothingHasHappenedYet() {
    // given
    PlayedTopics young = SIGNED.copy();
    young.records.clear();

    // when
    try (AuditResult result = audit(young, Optional.of(KEYS))) {

      // then
      assertEquals(Set.of(), rules(result), () -> result.findings().toString());
    }
  }

  @Test
  void shouldMissCheckpointsWhenTheirEndWasTakenAwayForMoreThanADay() {
    // given
    PlayedTopics topics = signedForDays();
    topics.records.removeIf(r -> r.topic().equals(CHECKPOINTS) && r.offset() > 0);

    // when
    try (AuditResult result = audit(topics, Optional.of(KEYS))) {

      // then
      assertEquals(Set.of(Rule.CHECKPOINT_MISSING), rules(result));
    }
  }

  @Test
  void shouldFindNothingWhenTheCopiesAreThoseOfTheTopics() throws Exception {
    // given
    List<Checkpoint> copies = copies();

    // when
    try (AuditResult result = audit(SIGNED, Optional.of(KEYS), copies)) {

      // then
      assertEquals(2, copies.size());
      assertEquals(Set.of(), rules(result), () -> result.findings().toString());
    }
  }

  @Test
  void shouldFindThatBothEndsWereCutOffWhenThereIsACopy() throws Exception {
    // given
    PlayedTopics cut = SIGNED.copy();
    forget(cut, newest(cut, JOURNAL));
    cut.records.remove(newest(cut, CHECKPOINTS));

    // when
    try (AuditResult blind = audit(cut, Optional.of(KEYS));
        AuditResult result = audit(cut, Optional.of(KEYS), copies())) {

      // then
      assertEquals(Set.of(), rules(blind), () -> blind.findings().toString());
      assertEquals(Set.of(Rule.CHECKPOINT_COPY_DIFFERS), rules(result));
      assertEquals(
          Set.of(JOURNAL, CHECKPOINTS),
          result.findings().stream().map(Finding::topic).collect(Collectors.toSet()));
    }
  }

  @Test
  void shouldFindThatTheJournalDiffersWhenItAgreesOnlyWithOtherCheckpoints() throws Exception {
    // given
    PlayedTopics changed = SIGNED.copy();
    changed.records.remove(all(changed, JOURNAL, 0).get(4));
    changed.records.removeIf(r -> r.topic().equals(CHECKPOINTS));

    // when
    try (AuditResult result = audit(changed, Optional.of(KEYS), copies())) {

      // then
      assertTrue(
          result.findings().stream()
              .anyMatch(
                  f ->
                      f.rule() == Rule.CHECKPOINT_COPY_DIFFERS
                          && f.topic().equals(JOURNAL)
                          && f.partition() == 0),
          () -> result.findings().toString());
    }
  }

  @Test
  void shouldRefuseACopyWhenNoKeyHasSignedIt() throws Exception {
    // given
    copies();
    Path forged = folder.resolve("forged.ndjson");
    String line = Files.readAllLines(folder.resolve("copies.ndjson")).get(0);
    Files.writeString(forged, "\n" + line.replaceFirst("\"events\":", "\"events\":9"));

    // when
    InvalidCopyException refused =
        assertThrows(InvalidCopyException.class, () -> CheckpointCopies.read(forged, KEYS));

    // then
    assertTrue(
        refused.getMessage().startsWith(forged + ", line 2: checkpoint "), refused::getMessage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "no JSON", "{\"partition\":0}", "\"text\"", ""})
  void shouldRefuseAFileWhenItHoldsNoCheckpoint(String text) throws Exception {
    // given
    Path file = Files.writeString(folder.resolve("none.ndjson"), text);

    // when
    InvalidCopyException refused =
        assertThrows(InvalidCopyException.class, () -> CheckpointCopies.read(file, KEYS));

    // then
    assertTrue(refused.getMessage().contains("no checkpoint"), refused::getMessage);
  }

  @Test
  void shouldCheckTheReceiptAloneWhenOneOperationIsAskedFor() {
    // given
    PlayedTopics copy = SIGNED.copy();
    changeReceipt(copy, r -> r.setSignature(ReceiptSignature.sign(r, FORGERS)));
    String id = ((Receipt) Tampering.read(newest(copy, RECEIPTS))).getOperationId();
    Scope only = new Scope(Optional.empty(), Optional.empty(), Optional.of(id));

    // when
    try (AuditResult result =
        new Audit(copy, PlayedTopics.NAMES, BuiltInCatalogue.instance())
            .run(only, List.of(), Optional.of(KEYS), List.of(), Progress.silent())) {

      // then
      assertEquals(Set.of(Rule.RECEIPT_KEY_UNKNOWN), rules(result));
      assertEquals(1, result.signatures().receiptsSigned());
    }
  }
}
