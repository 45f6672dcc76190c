package io.onefold.proof.simulation;

import io.onefold.audit.Finding;
import io.onefold.audit.Rule;
import io.onefold.audit.TopicRecord;
import io.onefold.schema.ClaimReceived;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Command;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.Escalation;
import io.onefold.schema.Grant;
import io.onefold.schema.Intent;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.Receipt;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;
import io.onefold.schema.Send;
import io.onefold.schema.SendReported;
import io.onefold.schema.Topics;
import io.onefold.schema.WorkerStarted;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.TopicPartition;

/** Ways to falsify or lose what stands in the topics. */
@SuppressWarnings("ImmutableEnumChecker") // Each is a function, and keeps nothing.
enum Tamper {
  JOURNAL_FIELD_CHANGED(
      t ->
          change(
              t,
              journal(),
              OperationEvent.class,
              e -> e.getSequence() == 2,
              e -> e.setAtMs(e.getAtMs() - 1),
              Rule.CHAIN_BROKEN)),
  JOURNAL_CONCLUSION_CHANGED(
      t ->
          change(
              t,
              journal(),
              OperationEvent.class,
              e -> e.getConclusion().getKind().equals("GRANT_CLAIM"),
              e -> e.getConclusion().setText("granted"),
              Rule.CHAIN_BROKEN)),
  JOURNAL_CHAIN_CHANGED(
      t ->
          change(
              t,
              journal(),
              OperationEvent.class,
              e -> true,
              e -> e.setChain(ByteBuffer.wrap(new byte[32])),
              Rule.CHAIN_BROKEN)),
  JOURNAL_EVENT_REMOVED(Tamper::eventRemoved),
  JOURNAL_BEGINNING_REMOVED(
      t ->
          remove(
              t,
              journal(),
              OperationEvent.class,
              e -> e.getSequence() == 1,
              removed -> next(t, removed, Rule.SEQUENCE_GAP))),
  JOURNAL_END_REMOVED(
      t ->
          remove(
              t,
              journal(),
              OperationEvent.class,
              e -> e.getConclusion().getKind().equals("VERIFY"),
              removed ->
                  t.first(receipts(), Receipt.class, r -> r.getOperationId().equals(id(removed)))
                      .map(receipt -> trace(Rule.RECEIPT_FORGED, receipt)))),
  JOURNAL_EVENTS_SWAPPED(Tamper::eventsSwapped),
  EVENTS_OF_TWO_OPERATIONS_SWAPPED(Tamper::othersSwapped),
  JOURNAL_EVENT_REPEATED(
      t ->
          t.first(journal(), OperationEvent.class, e -> true)
              .map(
                  e ->
                      trace(
                          Rule.SEQUENCE_REPEATED, t.append(e, e.timestampMs(), key(e), value(e))))),
  JOURNAL_EVENT_UNREADABLE(
      t ->
          t.first(journal(), OperationEvent.class, e -> true)
              .map(
                  e ->
                      replaced(
                          t,
                          e,
                          Tampering.with(e, new byte[] {0, 1, 2, 3, 4, 5}),
                          Rule.UNREADABLE_RECORD))),
  JOURNAL_KEY_CHANGED(
      t ->
          t.first(journal(), OperationEvent.class, e -> true)
              .map(e -> replaced(t, e, keyed(e, "op-9"), Rule.KEY_DIFFERS))),
  JOURNAL_PARTITION_CHANGED(Tamper::partitionChanged),
  JOURNAL_TRUNCATED(t -> truncated(t, journal())),
  INTENTS_TRUNCATED(t -> truncated(t, intents())),
  TOPIC_REMOVED(
      t -> {
        t.records.removeIf(r -> r.topic().equals(receipts()));
        t.partitions.remove(receipts());
        return Optional.of(new Trace(Rule.TOPIC_MISSING, receipts(), -1, -1));
      }),
  SECOND_GRANT(Tamper::secondGrant),
  SECOND_GRANT_COMMAND(
      t ->
          t.first(commands(), Command.class, c -> c.getOrder() instanceof Grant)
              .map(
                  at -> {
                    Command command = (Command) Tampering.read(at);
                    ((Grant) command.getOrder()).setClaimId("another");
                    return trace(
                        Rule.SECOND_GRANT,
                        t.append(at, at.timestampMs(), key(at), Tampering.write(at, command)));
                  })),
  COMMAND_INVENTED(
      t ->
          t.first(commands(), Command.class, c -> c.getOrder() instanceof Send)
              .map(
                  at -> {
                    Command command = (Command) Tampering.read(at);
                    command.setOrder(new Send(77));
                    return trace(
                        ended(t, at) ? Rule.SEND_AFTER_END : Rule.COMMAND_WITHOUT_EVENT,
                        t.append(at, at.timestampMs(), key(at), Tampering.write(at, command)));
                  })),
  COMMAND_PAYLOAD_CHANGED(
      t ->
          change(
              t,
              commands(),
              Command.class,
              c -> c.getOrder() instanceof Grant,
              c -> ((Grant) c.getOrder()).setPayload(ByteBuffer.wrap(new byte[] {1})),
              Rule.COMMAND_DIFFERS)),
  VERIFIED_WITHOUT_FOUND(
      t -> endedOn(t, "UNAVAILABLE", "INCONCLUSIVE", Rule.VERIFIED_WITHOUT_FOUND)),
  VERIFIED_ON_WRONG_ACCOUNT(t -> endedOn(t, "WRONG_ACCOUNT", "FOUND", Rule.WRONG_ACCOUNT)),
  VERIFIED_WITH_OTHER_CONTENT(t -> endedOn(t, "MISMATCH", "FOUND", Rule.CONTENT_DIFFERS)),
  TOKEN_WITHOUT_EVIDENCE(
      t ->
          rewritten(
              t,
              e ->
                  e.getInput() instanceof ReportReceived in
                      && in.getReport().getResult().equals("NOT_SENT")
                      && e.getConclusion().getKind().equals("OFFER"),
              e -> ((ReportReceived) e.getInput()).getReport().setResult("UNKNOWN"),
              Rule.TOKEN_NOT_JUSTIFIED)),
  APPROVAL_REMOVED(
      t ->
          rewritten(
              t,
              e ->
                  e.getConclusion().getWhy().equals("ADMITTED")
                      && e.getInput() instanceof io.onefold.schema.IntentSubmitted in
                      && in.getPolicy() != null
                      && in.getPolicy().getApprovalRequired(),
              e -> ((io.onefold.schema.IntentSubmitted) e.getInput()).getIntent().setApproval(null),
              Rule.TOKEN_NOT_JUSTIFIED)),
  LEASE_SHORTENED(
      t ->
          rewritten(
              t,
              e -> e.getConclusion().getKind().equals("GRANT_CLAIM"),
              e -> e.getConclusion().setAtMs(e.getAtMs() + 1),
              Rule.INTERVAL_TOO_SHORT)),
  SENT_AFTER_THE_END(Tamper::sentAfterTheEnd),
  END_CHANGED(
      t ->
          rewritten(
              t,
              e ->
                  e.getStateBefore().equals("VERIFIED")
                      && e.getConclusion().getKind().equals("STAY"),
              e -> e.setStateAfter("REJECTED"),
              Rule.END_CHANGED)),
  RECEIPT_REMOVED(
      t ->
          remove(
              t,
              receipts(),
              Receipt.class,
              r -> true,
              removed ->
                  t.first(
                          journal(),
                          OperationEvent.class,
                          e -> e.getOperationId().equals(id(removed)) && isEnd(e))
                      .map(end -> trace(Rule.RECEIPT_MISSING, end)))),
  RECEIPT_REPEATED(
      t ->
          t.first(receipts(), Receipt.class, r -> true)
              .map(
                  r ->
                      trace(
                          Rule.RECEIPT_REPEATED, t.append(r, r.timestampMs(), key(r), value(r))))),
  RECEIPT_FORGED(Tamper::receiptForged),
  RECEIPT_WITHOUT_READBACK(
      t ->
          change(
              t,
              receipts(),
              Receipt.class,
              r -> r.getReadback() != null && r.getEvidence().equals("READBACK"),
              r -> r.setReadback(null),
              Rule.RECEIPT_WITHOUT_READBACK)),
  RECEIPT_PROVIDER_ID_CHANGED(
      t ->
          change(
              t,
              receipts(),
              Receipt.class,
              r -> true,
              r -> r.setProviderId("item-4711"),
              Rule.RECEIPT_DIFFERS)),
  RECEIPT_ACCOUNT_CHANGED(
      t ->
          change(
              t,
              receipts(),
              Receipt.class,
              r -> true,
              r -> r.getDestination().setAccount("other"),
              Rule.RECEIPT_DIFFERS)),
  RECEIPT_CHAIN_CHANGED(
      t ->
          change(
              t,
              receipts(),
              Receipt.class,
              r -> true,
              r -> r.setChain("0".repeat(64)),
              Rule.RECEIPT_DIFFERS)),
  RECEIPT_OUTCOME_CHANGED(
      t ->
          change(
              t,
              receipts(),
              Receipt.class,
              r -> r.getOutcome().equals("REJECTED"),
              r -> r.setOutcome("VERIFIED"),
              Rule.RECEIPT_DIFFERS)),
  PROVIDER_EVENT_REPLAYED(
      t ->
          t.first(events(), ProviderEvent.class, e -> e.getFact() instanceof SendReported)
              .map(
                  e -> trace(Rule.REPLAYED_INPUT, t.append(e, e.timestampMs(), key(e), value(e))))),
  PROVIDER_EVENT_WITHOUT_GRANT(
      t ->
          t.first(events(), ProviderEvent.class, e -> e.getFact() instanceof SendReported)
              .map(
                  at -> {
                    ProviderEvent event = (ProviderEvent) Tampering.read(at);
                    SendReported report = (SendReported) event.getFact();
                    report.setClaimId("nobody-was-granted-this");
                    report.setResult("ACCEPTED");
                    return trace(
                        Rule.EVENT_WITHOUT_GRANT,
                        t.append(at, at.timestampMs(), key(at), Tampering.write(at, event)));
                  })),
  PROVIDER_EVENT_REMOVED(
      t ->
          remove(
              t,
              events(),
              ProviderEvent.class,
              e -> e.getFact() instanceof SendReported,
              removed ->
                  t.first(
                          journal(),
                          OperationEvent.class,
                          e ->
                              e.getCause().getSource().equals(events())
                                  && e.getCause().getPartition() == removed.partition()
                                  && e.getCause().getOffset() == removed.offset())
                      .map(event -> trace(Rule.INPUT_MISSING, event)))),
  PROVIDER_EVENT_CHANGED(
      t ->
          change(
              t,
              events(),
              ProviderEvent.class,
              e -> e.getFact() instanceof SendReported,
              e -> ((SendReported) e.getFact()).setMessage("all is well"),
              Rule.INPUT_CHANGED)),
  PROVIDER_EVENTS_SWAPPED(Tamper::providerEventsSwapped),
  CLAIM_OF_UNKNOWN_WORKER(
      t ->
          change(
              t,
              events(),
              ProviderEvent.class,
              e -> e.getFact() instanceof ClaimRequested,
              e -> e.setWorkerId("stranger"),
              Rule.UNKNOWN_WORKER)),
  WORKER_START_REMOVED(
      t ->
          remove(
              t,
              events(),
              ProviderEvent.class,
              e -> e.getFact() instanceof WorkerStarted,
              removed -> {
                ProviderEvent life = (ProviderEvent) Tampering.read(removed);
                return t.first(
                        events(),
                        ProviderEvent.class,
                        e ->
                            e.getWorkerId().equals(life.getWorkerId())
                                && e.getIncarnation() == life.getIncarnation()
                                && !(e.getFact() instanceof WorkerStarted))
                    .filter(e -> e.partition() == removed.partition())
                    .map(e -> trace(Rule.UNKNOWN_WORKER, e));
              })),
  INTENT_REMOVED(
      t ->
          remove(
              t,
              intents(),
              Intent.class,
              i -> true,
              removed ->
                  t.first(
                          journal(),
                          OperationEvent.class,
                          e ->
                              e.getCause().getSource().equals(intents())
                                  && e.getCause().getPartition() == removed.partition()
                                  && e.getCause().getOffset() == removed.offset())
                      .map(event -> trace(Rule.INPUT_MISSING, event)))),
  INTENT_PAYLOAD_CHANGED(
      t ->
          change(
              t,
              intents(),
              Intent.class,
              i -> true,
              i ->
                  i.setPayload(
                      ByteBuffer.wrap("{\"text\":\"other\"}".getBytes(StandardCharsets.UTF_8))),
              Rule.INPUT_CHANGED)),
  INTENT_OWNER_CHANGED(
      t ->
          change(
              t,
              intents(),
              Intent.class,
              i -> true,
              i -> i.setOwner("somebody else"),
              Rule.INPUT_CHANGED)),
  INTENT_NEVER_DECIDED(
      t ->
          t.first(intents(), Intent.class, i -> true)
              .map(
                  at -> {
                    Intent intent = (Intent) Tampering.read(at);
                    intent.setAction("another");
                    return trace(
                        Rule.INTENT_UNACCOUNTED,
                        t.append(at, 1, key(at), Tampering.write(at, intent)));
                  })),
  REVIEWER_CHANGED(
      t ->
          change(
              t,
              reviews(),
              Review.class,
              r -> true,
              r -> r.setReviewer("somebody else"),
              Rule.INPUT_CHANGED)),
  REVIEW_NEVER_DECIDED(
      t ->
          t.first(reviews(), Review.class, r -> true)
              .map(
                  at -> {
                    Review review = (Review) Tampering.read(at);
                    review.setReason("another");
                    return trace(
                        Rule.REVIEW_UNACCOUNTED,
                        t.append(at, 1, key(at), Tampering.write(at, review)));
                  })),
  ESCALATION_REMOVED(Tamper::escalationRemoved),
  ESCALATION_CHANGED(
      t ->
          change(
              t,
              escalations(),
              Escalation.class,
              e -> !e.getOperationId().startsWith("destination "),
              e -> e.setKnown("nothing to see"),
              Rule.ESCALATION_DIFFERS)),
  ESCALATION_FORGED(
      t ->
          t.first(
                  escalations(),
                  Escalation.class,
                  e -> !e.getOperationId().startsWith("destination "))
              .map(
                  at -> {
                    Escalation forged = (Escalation) Tampering.read(at);
                    forged.setSequence(4711);
                    return trace(
                        Rule.ESCALATION_FORGED,
                        t.append(at, at.timestampMs(), key(at), Tampering.write(at, forged)));
                  })),
  CONTROL_EVENT_CHANGED(
      t ->
          change(
              t,
              controls(),
              DestinationRecord.class,
              r -> r.getFact() instanceof DestinationEvent && t.partitions.get(controls()) == 1,
              r -> ((DestinationEvent) r.getFact()).setText("as it should be"),
              Rule.CONTROL_CHAIN_BROKEN)),
  CONTROL_EVENT_REMOVED(
      t ->
          t.partitions.get(controls()) > 1
              ? Optional.empty()
              : remove(
                  t,
                  controls(),
                  DestinationRecord.class,
                  r -> r.getFact() instanceof DestinationEvent event && event.getSequence() == 1,
                  removed ->
                      t.first(
                              controls(),
                              DestinationRecord.class,
                              r ->
                                  r.getFact() instanceof DestinationEvent event
                                      && event.getSequence() == 2)
                          .map(event -> trace(Rule.CONTROL_GAP, event)))),
  INTENT_HIDDEN_AS_DEAD_LETTER(
      t ->
          t.first(intents(), Intent.class, i -> true)
              .map(
                  at -> {
                    TopicRecord letter =
                        new TopicRecord(
                            PlayedTopics.NAMES.deadLetters(),
                            0,
                            0,
                            at.timestampMs(),
                            at.key(),
                            at.value(),
                            Map.of(
                                "onefold.topic", at.topic(),
                                "onefold.partition", Integer.toString(at.partition()),
                                "onefold.offset", Long.toString(at.offset()),
                                "onefold.reason", "UNREADABLE_RECORD"));
                    t.records.add(letter);
                    return trace(Rule.DEAD_LETTER_READABLE, letter);
                  }));

  private final Attack attack;

  Tamper(Attack attack) {
    this.attack = attack;
  }

  /** Does it to a copy; empty if there is nothing in it that it could be done to. */
  interface Attack {
    Optional<Trace> on(PlayedTopics topics);
  }

  /** What an audit must tell of it, and where. */
  record Trace(Rule rule, String topic, int partition, long offset) {
    boolean isTold(Finding finding) {
      return finding.rule() == rule
          && finding.topic().equals(topic)
          && finding.partition() == partition
          && finding.offset() == offset;
    }
  }

  Optional<Trace> with(PlayedTopics copy) {
    return attack.on(copy);
  }

  private static String journal() {
    return PlayedTopics.NAMES.journal();
  }

  private static String receipts() {
    return PlayedTopics.NAMES.receipts();
  }

  private static String intents() {
    return PlayedTopics.NAMES.intents();
  }

  private static String events() {
    return PlayedTopics.NAMES.providerEvents();
  }

  private static String reviews() {
    return PlayedTopics.NAMES.reviews();
  }

  private static String escalations() {
    return PlayedTopics.NAMES.escalations();
  }

  private static String controls() {
    return PlayedTopics.NAMES.destinations();
  }

  private static String commands() {
    return PlayedTopics.NAMES.commands(Topics.DEFAULT_POOL);
  }

  private static byte[] key(TopicRecord at) {
    return java.util.Objects.requireNonNull(at.key());
  }

  private static byte[] value(TopicRecord at) {
    return java.util.Objects.requireNonNull(at.value());
  }

  private static String id(TopicRecord at) {
    return new String(key(at), StandardCharsets.UTF_8);
  }

  private static Trace trace(Rule rule, TopicRecord at) {
    return new Trace(rule, at.topic(), at.partition(), at.offset());
  }

  private static Trace replaced(PlayedTopics t, TopicRecord old, TopicRecord now, Rule rule) {
    t.replace(old, now);
    return trace(rule, now);
  }

  private static TopicRecord keyed(TopicRecord at, String key) {
    return new TopicRecord(
        at.topic(),
        at.partition(),
        at.offset(),
        at.timestampMs(),
        key.getBytes(StandardCharsets.UTF_8),
        at.value(),
        at.headers());
  }

  private static boolean isEnd(OperationEvent event) {
    return switch (event.getConclusion().getKind()) {
      case "VERIFY", "REJECT", "RESOLVE" -> true;
      default -> false;
    };
  }

  private static boolean ended(PlayedTopics t, TopicRecord like) {
    return t.first(receipts(), Receipt.class, r -> r.getOperationId().equals(id(like))).isPresent();
  }

  private static <T extends SpecificRecord> Optional<Trace> change(
      PlayedTopics t,
      String topic,
      Class<T> type,
      Predicate<T> which,
      Consumer<T> change,
      Rule rule) {
    return t.first(topic, type, which)
        .map(
            at -> {
              T record = type.cast(Tampering.read(at));
              change.accept(record);
              return replaced(t, at, Tampering.with(at, Tampering.write(at, record)), rule);
            });
  }

  private static <T extends SpecificRecord> Optional<Trace> remove(
      PlayedTopics t,
      String topic,
      Class<T> type,
      Predicate<T> which,
      java.util.function.Function<TopicRecord, Optional<Trace>> trace) {
    return t.first(topic, type, which)
        .flatMap(
            at -> {
              t.records.remove(at);
              return trace.apply(at);
            });
  }

  private static Optional<Trace> next(PlayedTopics t, TopicRecord removed, Rule rule) {
    return t.journal(id(removed)).stream()
        .filter(other -> other.offset() > removed.offset())
        .findFirst()
        .map(other -> trace(rule, other));
  }

  private static Optional<Trace> eventRemoved(PlayedTopics t) {
    return remove(
        t,
        journal(),
        OperationEvent.class,
        e -> e.getConclusion().getKind().equals("GRANT_CLAIM"),
        removed -> next(t, removed, Rule.SEQUENCE_GAP));
  }

  private static Optional<Trace> eventsSwapped(PlayedTopics t) {
    return t.first(journal(), OperationEvent.class, e -> e.getSequence() == 2)
        .map(
            second -> {
              TopicRecord first = t.journal(id(second)).get(0);
              TopicRecord moved = Tampering.at(first, second.offset());
              t.replace(first, Tampering.at(second, first.offset()));
              t.replace(second, moved);
              return trace(Rule.ORDER_CHANGED, moved);
            });
  }

  /** Two neighbours that were decided on neighbouring records of one topic, of two operations. */
  private static Optional<Trace> othersSwapped(PlayedTopics t) {
    List<TopicRecord> all = t.records.stream().filter(r -> r.topic().equals(journal())).toList();
    for (int i = 1; i < all.size(); i++) {
      TopicRecord one = all.get(i - 1);
      TopicRecord other = all.get(i);
      OperationEvent first = (OperationEvent) Tampering.read(one);
      OperationEvent second = (OperationEvent) Tampering.read(other);
      if (one.partition() == other.partition()
          && !id(one).equals(id(other))
          && first.getCause().getSource().equals(events())
          && second.getCause().getSource().equals(events())
          && first.getCause().getOffset() < second.getCause().getOffset()) {
        t.replace(one, Tampering.at(one, other.offset()));
        t.replace(other, Tampering.at(other, one.offset()));
        return Optional.of(
            new Trace(Rule.ORDER_CHANGED, journal(), one.partition(), other.offset()));
      }
    }
    return Optional.empty();
  }

  private static Optional<Trace> partitionChanged(PlayedTopics t) {
    return t.partitions.get(journal()) < 2
        ? Optional.empty()
        : t.first(journal(), OperationEvent.class, e -> true)
            .map(
                at -> {
                  TopicRecord moved =
                      new TopicRecord(
                          at.topic(),
                          1 - at.partition(),
                          4711,
                          at.timestampMs(),
                          at.key(),
                          at.value(),
                          at.headers());
                  return replaced(t, at, moved, Rule.WRONG_PARTITION);
                });
  }

  private static Optional<Trace> truncated(PlayedTopics t, String topic) {
    TopicPartition partition = new TopicPartition(topic, 0);
    t.records.removeIf(r -> r.topic().equals(topic) && r.partition() == 0 && r.offset() < 1);
    t.begins.put(partition, 1L);
    return Optional.of(new Trace(Rule.TRUNCATED, topic, 0, 1));
  }

  private static Optional<Trace> secondGrant(PlayedTopics t) {
    return t.first(
            journal(), OperationEvent.class, e -> e.getConclusion().getKind().equals("GRANT_CLAIM"))
        .map(
            granted -> {
              Rewriting.journal(
                  t,
                  id(granted),
                  events -> {
                    int at = sequence(granted);
                    OperationEvent again = (OperationEvent) Tampering.read(granted);
                    again.setStateBefore("CLAIMED");
                    ((ClaimReceived) again.getInput()).getClaim().setClaimId("another");
                    events.add(at, again);
                  });
              return trace(Rule.SECOND_GRANT, t.journal(id(granted)).get(sequence(granted)));
            });
  }

  private static int sequence(TopicRecord event) {
    return (int) ((OperationEvent) Tampering.read(event)).getSequence();
  }

  private static Optional<Trace> rewritten(
      PlayedTopics t, Predicate<OperationEvent> which, Consumer<OperationEvent> change, Rule rule) {
    return t.first(journal(), OperationEvent.class, which)
        .map(
            at -> {
              Rewriting.journal(t, id(at), events -> change.accept(events.get(sequence(at) - 1)));
              return trace(rule, at);
            });
  }

  private static Optional<Trace> endedOn(PlayedTopics t, String detail, String result, Rule rule) {
    return rewritten(
        t,
        e -> e.getConclusion().getKind().equals("VERIFY") && observation(e).isPresent(),
        e -> {
          ReadbackObservation seen = observation(e).orElseThrow();
          seen.setDetail(detail);
          seen.setResult(result);
        },
        rule);
  }

  private static Optional<ReadbackObservation> observation(OperationEvent event) {
    return switch (event.getInput()) {
      case ReadbackReported in -> Optional.of(in.getObservation());
      case ReportReceived in -> Optional.ofNullable(in.getReport().getReadback());
      default -> Optional.empty();
    };
  }

  private static Optional<Trace> sentAfterTheEnd(PlayedTopics t) {
    return t.first(journal(), OperationEvent.class, e -> e.getStateAfter().equals("VERIFIED"))
        .map(
            end -> {
              Rewriting.journal(
                  t,
                  id(end),
                  events -> {
                    OperationEvent last = events.get(events.size() - 1);
                    OperationEvent sent = (OperationEvent) Tampering.read(end);
                    sent.setStateBefore(last.getStateAfter());
                    sent.setStateAfter(last.getStateAfter());
                    sent.getConclusion().setKind("SEND_OFFER");
                    events.add(sent);
                  });
              List<TopicRecord> all = t.journal(id(end));
              return trace(Rule.SEND_AFTER_END, all.get(all.size() - 1));
            });
  }

  private static Optional<Trace> receiptForged(PlayedTopics t) {
    Optional<TopicRecord> open =
        t.first(
                escalations(),
                Escalation.class,
                e -> !e.getOperationId().startsWith("destination ") && e.getStatus().equals("OPEN"))
            .filter(e -> !ended(t, e));
    Optional<TopicRecord> like = t.first(receipts(), Receipt.class, r -> true);
    if (open.isEmpty() || like.isEmpty()) {
      return Optional.empty();
    }
    Receipt forged = (Receipt) Tampering.read(like.get());
    forged.setOperationId(id(open.get()));
    return Optional.of(
        trace(
            Rule.RECEIPT_FORGED,
            t.append(
                like.get(),
                like.get().timestampMs(),
                key(open.get()),
                Tampering.write(like.get(), forged))));
  }

  private static Optional<Trace> providerEventsSwapped(PlayedTopics t) {
    List<TopicRecord> reports = new ArrayList<>();
    for (TopicRecord record : t.records) {
      if (record.topic().equals(events())
          && record.partition() == 0
          && Tampering.read(record) instanceof ProviderEvent event
          && !(event.getFact() instanceof WorkerStarted)) {
        reports.add(record);
      }
    }
    if (reports.size() < 2) {
      return Optional.empty();
    }
    TopicRecord one = reports.get(0);
    TopicRecord other = reports.get(1);
    t.replace(one, Tampering.at(one, other.offset()));
    t.replace(other, Tampering.at(other, one.offset()));
    return Optional.of(new Trace(Rule.ORDER_CHANGED, events(), 0, one.offset()));
  }

  private static Optional<Trace> escalationRemoved(PlayedTopics t) {
    return t.first(
            escalations(), Escalation.class, e -> !e.getOperationId().startsWith("destination "))
        .map(
            first -> {
              String operation = id(first);
              long newest =
                  t.records.stream()
                      .filter(r -> r.topic().equals(escalations()) && id(r).equals(operation))
                      .mapToLong(r -> ((Escalation) Tampering.read(r)).getSequence())
                      .max()
                      .orElseThrow();
              t.records.removeIf(r -> r.topic().equals(escalations()) && id(r).equals(operation));
              return trace(Rule.ESCALATION_MISSING, t.journal(operation).get((int) newest - 1));
            });
  }
}
