package io.onefold.proof.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.audit.Audit;
import io.onefold.audit.AuditResult;
import io.onefold.audit.Finding;
import io.onefold.audit.Progress;
import io.onefold.audit.Rule;
import io.onefold.audit.Scope;
import io.onefold.audit.TopicRecord;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Receipt;
import io.onefold.topology.Signing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An audit of a part judges that part as a whole, and nothing else. */
class AuditScopeTest {
  private static final String EARLY = "order|early";
  private static final String LATE = "order|late";
  private static final PlayedTopics PLAYED =
      PlayedTopics.written(
          World.REPORT.destinations(),
          Signing.none(),
          ledger -> {
            ledger.submit(EARLY, World.DESTINATION, "ink", true);
            ledger.pass(Duration.ofSeconds(10));
            ledger.accepted(EARLY);
            ledger.pass(Duration.ofHours(1));
            ledger.submit(LATE, World.DESTINATION, "paper", true);
            ledger.accepted(LATE);
          });

  private final PlayedTopics topics = PLAYED.copy();

  /** Both receipts name another owner. */
  @BeforeEach
  void tamper() {
    for (String id : List.of(EARLY, LATE)) {
      TopicRecord old =
          topics
              .first(
                  PlayedTopics.NAMES.receipts(),
                  Receipt.class,
                  receipt -> receipt.getOperationId().equals(id))
              .orElseThrow();
      Receipt receipt = (Receipt) Tampering.read(old);
      receipt.setOwner("me");
      topics.replace(old, Tampering.with(old, Tampering.write(old, receipt)));
    }
  }

  private static Optional<Instant> time(String id, int event) {
    OperationEvent read = (OperationEvent) Tampering.read(PLAYED.journal(id).get(event));
    return Optional.of(Instant.ofEpochMilli(read.getAtMs()));
  }

  private AuditResult audit(Optional<Instant> from, Optional<Instant> to, Optional<String> id) {
    return new Audit(topics, PlayedTopics.NAMES, BuiltInCatalogue.instance())
        .run(new Scope(from, to, id), Progress.silent());
  }

  private static void assertTells(List<String> ids, AuditResult result) {
    assertEquals(ids, result.findings().stream().map(Finding::operationId).sorted().toList());
    assertEquals(
        ids.size(),
        result.findings().stream().filter(f -> f.rule() == Rule.RECEIPT_DIFFERS).count());
    assertEquals(ids.size(), result.counts().operations());
  }

  @Test
  void shouldJudgeTheWholeOperationWhenOneOfItsEventsIsInTheTime() {
    try (AuditResult result = audit(time(EARLY, 1), time(LATE, 0), Optional.empty())) {
      assertTells(List.of(EARLY), result);
      assertEquals(1, result.counts().leftOut());
      assertEquals(PLAYED.journal(EARLY).size(), result.counts().events());
    }
  }

  @Test
  void shouldLeaveOutWhatHappenedBeforeAndAfterTheTime() {
    Optional<Instant> begin = time(EARLY, 0);
    try (AuditResult late = audit(time(LATE, 0), Optional.empty(), Optional.empty());
        AuditResult nothing = audit(Optional.empty(), begin, Optional.empty());
        AuditResult all = audit(begin, Optional.empty(), Optional.empty())) {
      assertTells(List.of(LATE), late);
      assertTells(List.of(), nothing);
      assertEquals(2, nothing.counts().leftOut());
      assertTells(List.of(EARLY, LATE), all);
      assertEquals(0, all.counts().leftOut());
    }
  }

  @Test
  void shouldJudgeOneOperationWhenItIsNamed() {
    Optional<Instant> any = Optional.empty();
    try (AuditResult late = audit(any, any, Optional.of(LATE));
        AuditResult unknown = audit(any, any, Optional.of("order|never"))) {
      assertTells(List.of(LATE), late);
      assertEquals(0, late.counts().leftOut());
      assertEquals(PLAYED.journal(LATE).size(), late.counts().events());
      assertFalse(late.isOfUnknownOperation());
      assertTells(List.of(), unknown);
      assertTrue(unknown.isOfUnknownOperation());
    }
  }

  @Test
  void shouldKnowTheOperationWhenItIsOutsideOfTheTime() {
    try (AuditResult result = audit(Optional.empty(), time(EARLY, 0), Optional.of(LATE))) {
      assertTells(List.of(), result);
      assertEquals(1, result.counts().leftOut());
      assertFalse(result.isOfUnknownOperation());
    }
  }
}
