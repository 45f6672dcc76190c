package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.OperationState.Known;
import io.onefold.operation.StateName;
import io.onefold.schema.Grant;
import io.onefold.schema.HolderDied;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Readback;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the ledger does when a worker begins another life. */
class WorkerDeathTest {
  private final LedgerDriver ledger = LedgerDriver.start();

  @AfterEach
  void close() {
    ledger.close();
  }

  @Test
  void shouldTellEveryOperationWhoseHolderDiedAndNoOther() {
    // given
    claimed("claimed");
    claimed("unknown");
    ledger.advance(Duration.ofSeconds(61));
    claimed("claimed-later");
    claimed("mismatched");
    ledger.pipe(Sent.readback("mismatched", 1, 0, "MISMATCH"));
    claimed("reported");
    ledger.pipe(Sent.report("reported", 1, "c-1", "UNKNOWN"));
    ledger.pipe(Sent.intent("ready"));
    claimed("verified");
    ledger.pipe(Sent.accepted("verified", 1, "c-1", "p-1", "MATCH"));
    ledger.pipe(Sent.intent("held", "blog", "{}", i -> i.setApproval(null)));
    ledger.journal();
    Map<String, String> before = states();

    // when
    ledger.pipe(Sent.started(Sent.WORKER, Sent.LIFE + 1, null));

    // then
    assertEquals("COMMIT_UNKNOWN", before.get("claimed"));
    assertEquals("UNRESOLVED", before.get("mismatched"));
    List<OperationEvent> deaths = ledger.journal();
    assertEquals(
        List.of("claimed", "claimed-later", "mismatched", "unknown"),
        deaths.stream().map(OperationEvent::getOperationId).sorted().toList());
    deaths.forEach(
        e -> {
          HolderDied died = assertInstanceOf(HolderDied.class, e.getInput());
          assertEquals(Sent.WORKER, died.getWorkerId());
          assertEquals(Sent.LIFE + 1, died.getIncarnation());
        });
    assertEquals("COMMIT_UNKNOWN", states().get("claimed-later"));
    assertEquals("UNRESOLVED", states().get("mismatched"));
    assertTrue(
        deaths.stream()
            .allMatch(
                e ->
                    ((Known) ledger.stored(e.getOperationId()).state())
                        .operation()
                        .attempts()
                        .current()
                        .orElseThrow()
                        .over()));
  }

  @Test
  void shouldTellUnresolvedOperationThatSettlesInWeeks() {
    // given
    ledger.pipe(Sent.intent("slow", "slow", "{}", i -> {}));
    ledger.pipe(Sent.claim("slow", 1, "c-1"));
    ledger.advance(Duration.ofSeconds(61));
    ledger.pipe(Sent.readback("slow", 1, 0, "MISMATCH"));
    ledger.journal();

    // when
    ledger.pipe(Sent.started(Sent.WORKER, Sent.LIFE + 1, null));

    // then
    assertEquals("UNRESOLVED", states().get("slow"));
    assertInstanceOf(HolderDied.class, ledger.journal().get(0).getInput());
  }

  @Test
  void shouldSayWhyWhenAnOperatorDeclaredTheWorkerDead() {
    // given
    claimed("op-1");
    ledger.journal();

    // when
    ledger.pipe(Sent.started(Sent.WORKER, Sent.LIFE + 1, "disk burnt"));

    // then
    HolderDied died = assertInstanceOf(HolderDied.class, ledger.journal().get(0).getInput());
    assertEquals("disk burnt", died.getFencedBecause());
    assertInstanceOf(Readback.class, ledger.orders().get(2));
  }

  @Test
  void shouldDoNothingWhenStartIsDeliveredAgainOrLate() {
    // given
    claimed("op-1");
    ledger.pipe(Sent.started(Sent.WORKER, Sent.LIFE + 1, null));
    ledger.journal();

    // when
    ledger.pipe(Sent.started(Sent.WORKER, Sent.LIFE + 1, null));
    ledger.pipe(Sent.started(Sent.WORKER, Sent.LIFE, null));

    // then
    assertEquals(List.of(), ledger.journal());
  }

  @Test
  void shouldLeaveOtherWorkersAlone() {
    // given
    claimed("op-1");
    ledger.journal();

    // when
    ledger.pipe(Sent.started("w-2", Sent.LIFE + 50, null));

    // then
    assertEquals(List.of(), ledger.journal());
  }

  @Test
  void shouldRefuseClaimsOfFormerLivesAndGrantThoseOfTheNewest() {
    // given
    ledger.pipe(Sent.started(Sent.WORKER, 200, null));
    ledger.pipe(Sent.intent("op-1"));

    // when
    ledger.pipe(Sent.claim("op-1", 1, "of-the-dead", 199));
    String afterDead = states().get("op-1");
    ledger.pipe(Sent.claim("op-1", 1, "of-the-living", 200));

    // then
    assertEquals("READY", afterDead);
    Grant grant = assertInstanceOf(Grant.class, ledger.orders().get(1));
    assertEquals("of-the-living", grant.getClaimId());
  }

  @Test
  void shouldTellAllWhenThousandsWereHeld() {
    // given
    int many = 2_500;
    for (int i = 0; i < many; i++) {
      claimed("op-" + i);
    }
    ledger.journal();

    // when
    ledger.pipe(Sent.started(Sent.WORKER, Sent.LIFE + 1, null));

    // then
    List<OperationEvent> deaths = ledger.journal();
    assertEquals(many, deaths.size());
    assertEquals(many, deaths.stream().map(OperationEvent::getOperationId).distinct().count());
  }

  private void claimed(String id) {
    ledger.pipe(Sent.intent(id));
    ledger.pipe(Sent.claim(id, 1, "c-1"));
  }

  private Map<String, String> states() {
    return ledger.allStored().stream()
        .collect(
            Collectors.toMap(s -> s.state().operationId(), s -> StateName.of(s.state()).name()));
  }
}
