package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.codec.ControlCodec;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.Escalation;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Send;
import io.onefold.schema.SendReported;
import io.onefold.suspension.Request.Asker;
import io.onefold.suspension.Request.Wish;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A destination that refuses the credentials, through the real topology. */
class SuspensionTest {
  private final LedgerDriver ledger = LedgerDriver.start();

  @AfterEach
  void close() {
    ledger.close();
  }

  private void refuse(String id) {
    ledger.pipe(Sent.claim(id, 1, "c-" + id));
    ledger.pipe(Sent.report(id, 1, "c-" + id, "REFUSED", SuspensionTest::unauthorised));
  }

  private static void unauthorised(SendReported report) {
    report.setDetail("AUTHORIZATION");
    report.setMessage("401");
  }

  private void verify(String id, int token) {
    ledger.pipe(Sent.claim(id, token, "c-" + id + token));
    ledger.pipe(Sent.accepted(id, token, "c-" + id + token, "p-" + id, "MATCH"));
  }

  private Sent asked(String destination, Wish wish) {
    DestinationRecord record =
        ControlCodec.record(destination, ledger.now(), new Asker.Person("kim"), wish);
    return new Sent(LedgerDriver.TOPICS.destinations(), destination, record);
  }

  private Sent resume(String id, long sequence) {
    return asked("blog", new Wish.Resume(id, sequence, "new password"));
  }

  private List<String> decided() {
    return ledger.destinationEvents().stream()
        .map(e -> e.getConclusion() + " " + e.getState().getPhase())
        .toList();
  }

  private String state(String id) {
    return io.onefold.operation.StateName.of(ledger.stored(id).state()).name();
  }

  @Test
  void shouldHoldEveryOperationWhenOneWasRefusedAndSendThemWhenATestPassed() {
    // given two operations that were offered, and a third that comes later
    ledger.pipe(Sent.intent("op-1"));
    ledger.pipe(Sent.intent("op-2"));
    ledger.orders();

    // when the first is refused
    refuse("op-1");
    ledger.pipe(Sent.claim("op-2", 1, "c-early"));
    ledger.pipe(Sent.intent("op-3"));
    ledger.orders();

    // then nothing is granted or offered, also not when the limit of offers has passed
    ledger.advance(Duration.ofMinutes(20), Duration.ofSeconds(10));
    assertEquals(List.of("SUSPEND SUSPENDED"), decided());
    assertEquals(List.of(), ledger.orders());
    assertEquals("UNRESOLVED", state("op-1"));
    assertEquals("READY", state("op-2"));
    assertEquals("READY", state("op-3"));

    // when it is resumed with the second
    ledger.pipe(resume("op-2", 1));

    // then the second alone is offered and granted
    assertEquals(List.of(new Send(1)), ledger.orders());
    ledger.pipe(Sent.claim("op-3", 1, "c-3"));
    assertEquals(List.of(), ledger.orders());
    ledger.pipe(Sent.claim("op-2", 1, "c-2"));
    assertEquals(1, ledger.orders().size());

    // when it is found
    ledger.pipe(Sent.accepted("op-2", 1, "c-2", "p-2", "MATCH"));

    // then the others follow at once
    assertEquals(List.of("TEST TESTING", "REOPEN OPEN"), decided());
    assertEquals(List.of(new Send(1)), ledger.orders());
    verify("op-3", 1);
    assertEquals("VERIFIED", state("op-3"));
  }

  @Test
  void shouldAskPeopleOnceForEachSuspension() {
    // given
    ledger.pipe(Sent.intent("op-1"));
    ledger.pipe(Sent.intent("op-2"));

    // when it is suspended, tested in vain, tested with success
    refuse("op-1");
    ledger.pipe(resume("op-2", 1));
    refuse("op-2");
    ledger.pipe(Sent.intent("op-3"));
    ledger.pipe(resume("op-3", 3));
    verify("op-3", 1);

    // then
    List<Escalation> asked =
        ledger.escalations().stream()
            .filter(e -> e.getOperationId().equals("destination blog"))
            .toList();
    assertEquals(
        List.of("OPEN", "OPEN", "OPEN", "OPEN", "CLOSED"),
        asked.stream().map(Escalation::getStatus).toList());
    assertEquals(
        1, asked.stream().map(Escalation::getEscalationId).distinct().count(), asked::toString);
    assertEquals("AUTHORIZATION", asked.get(0).getReason());
    assertTrue(asked.get(2).getKnown().contains("op-2 did not pass"), asked.get(2)::getKnown);
    assertTrue(asked.get(4).getClosedBy().contains("op-3"), asked.get(4)::getClosedBy);
  }

  @Test
  void shouldBeTheTestWhenARetryIsAuthorised() {
    // given
    ledger.pipe(Sent.intent("op-1"));
    ledger.pipe(Sent.intent("op-2"));
    refuse("op-1");
    ledger.orders();

    // when
    long sequence = ledger.stored("op-1").state().sequence();
    ledger.pipe(Sent.review("op-1", "AUTHORISE_RETRY", sequence));

    // then
    assertEquals(List.of("SUSPEND SUSPENDED", "TEST TESTING"), decided());
    assertEquals(List.of(new Send(2)), ledger.orders());
    verify("op-1", 2);
    assertEquals("VERIFIED", state("op-1"));
    assertEquals(List.of("REOPEN OPEN"), decided());
    verify("op-2", 1);
    assertEquals("VERIFIED", state("op-2"));
  }

  @Test
  void shouldOfferThemInPortionsWhenManyWereHeld() {
    // given
    int many = 2_500;
    ledger.pipe(asked("blog", new Wish.Suspend("maintenance")));
    for (int i = 0; i < many; i++) {
      ledger.pipe(Sent.intent("op-" + i));
    }
    ledger.pipe(resume("op-7", 1));
    ledger.orders();

    // when
    verify("op-7", 1);
    int first = ledger.orders().size() - 1;
    ledger.tick();
    int second = ledger.orders().size();
    ledger.tick();
    int third = ledger.orders().size();
    ledger.tick();

    // then each is offered once
    assertEquals(List.of(1000, 1000, many - 1 - 2000), List.of(first, second, third));
    assertEquals(List.of(), ledger.orders());
  }

  @Test
  void shouldEndTheTestAtOnceWhenItsOperationIsNotHeld() {
    // given
    ledger.pipe(Sent.intent("op-1"));
    refuse("op-1");
    ledger.pipe(Sent.intent("op-later", "blog", "{}", i -> i.setNotBeforeMs(later())));
    ledger.pipe(Sent.intent("op-slow", "slow", "{}", i -> {}));
    decided();
    ledger.orders();

    // when
    List<String> unfit = List.of("op-1", "op-later", "op-slow", "op-none");
    for (int i = 0; i < unfit.size(); i++) {
      ledger.pipe(resume(unfit.get(i), 1 + 2L * i));
    }

    // then
    List<DestinationEvent> events = ledger.destinationEvents();
    List<String> ended =
        events.stream()
            .filter(e -> e.getConclusion().equals("TEST_FAILED"))
            .map(DestinationEvent::getText)
            .toList();
    assertEquals(4, ended.size(), events::toString);
    assertTrue(ended.get(0).contains("it is UNRESOLVED"), ended::toString);
    assertTrue(ended.get(1).contains("not due yet"), ended::toString);
    assertTrue(ended.get(2).contains("destination 'slow'"), ended::toString);
    assertTrue(ended.get(3).contains("no such operation"), ended::toString);
    assertEquals(List.of(), ledger.orders());
  }

  private long later() {
    return ledger.now().plus(Duration.ofHours(1)).toEpochMilli();
  }

  @Test
  void shouldHoldWhenAPersonSuspendsAndTellOthersNothing() {
    // given
    ledger.pipe(asked("blog", new Wish.Suspend("maintenance")));

    // when
    ledger.pipe(Sent.intent("op-1"));
    ledger.pipe(Sent.intent("op-2", "slow", "{}", i -> {}));

    // then
    assertEquals(1, ledger.orders().size());
    ledger.pipe(Sent.claim("op-1", 1, "c-1"));
    List<OperationEvent> journal = ledger.journal();
    String why = journal.get(journal.size() - 1).getConclusion().getText();
    assertTrue(why.contains("BY_HAND by kim: maintenance"), why);
  }

  @Test
  void shouldSetTheRecordAsideWhenNobodyKnowsTheDestination() {
    // when
    ledger.pipe(asked("nowhere", new Wish.Suspend("a typing error")));

    // then
    assertEquals(1, ledger.deadLetters().size());
    assertEquals(List.of(), decided());
  }

  @Test
  void shouldStayAsItIsWhenOldRecordsComeAgain() {
    // given everything that was written about a suspension that is over
    ledger.pipe(Sent.intent("op-1"));
    refuse("op-1");
    ledger.pipe(Sent.review("op-1", "AUTHORISE_RETRY", ledger.stored("op-1").state().sequence()));
    verify("op-1", 2);
    List<byte[]> all = ledger.rawDestinations();

    // when
    all.forEach(value -> ledger.pipe(LedgerDriver.TOPICS.destinations(), Sent.key("blog"), value));
    ledger.pipe(Sent.intent("op-2"));
    ledger.orders();

    // then
    assertEquals(List.of("NOTE OPEN", "NOTE OPEN", "NOTE OPEN"), decided());
    verify("op-2", 1);
    assertEquals("VERIFIED", state("op-2"));
  }

  @Test
  void shouldRememberTheSuspensionWhenAnotherInstanceTakesOver() {
    // given
    ledger.pipe(Sent.intent("op-1"));
    ledger.pipe(Sent.intent("op-2"));
    refuse("op-1");
    try (LedgerDriver other = ledger.takenOverAt(ledger.now())) {

      // when
      other.pipe(Sent.claim("op-2", 1, "c-2"));

      // then
      assertEquals(List.of(), other.orders());
    }
  }

  @Test
  void shouldChainItsEventsWhenThereAreSeveral() {
    // given
    ledger.pipe(asked("blog", new Wish.Suspend("maintenance")));
    ledger.pipe(asked("blog", new Wish.Suspend("once more")));
    ledger.pipe(resume("op-none", 1));

    // when
    String chain = "0".repeat(64);
    List<byte[]> events =
        ledger.rawDestinations().stream()
            .filter(v -> LedgerDriver.record(v).getFact() instanceof DestinationEvent)
            .toList();
    for (byte[] value : events) {
      chain = HexFormat.of().formatHex(JournalWriter.chain(value, chain));
      DestinationEvent event = (DestinationEvent) LedgerDriver.record(value).getFact();
      byte[] written = new byte[event.getChain().remaining()];
      event.getChain().duplicate().get(written);

      // then
      assertEquals(chain, HexFormat.of().formatHex(written));
    }
    assertEquals(4, events.size());
  }

  @Test
  void shouldSuspendEvenIfThePartitionForgotWhatItAskedBefore() {
    // given a partition that asked before, and lost that with its store
    io.onefold.suspension.DestinationControl control =
        new io.onefold.suspension.DestinationControl(
            "blog", 7, 7, new io.onefold.suspension.Phase.Open(), java.util.Map.of(0, 5L));
    io.onefold.codec.StoredDestination learned =
        io.onefold.codec.StoredDestination.untouched("blog").learned(control, "", 0);

    // when
    io.onefold.codec.StoredDestination asking = learned.asking(0, true);

    // then its request is no repetition of an earlier one
    assertEquals(6, asking.asked());
    assertEquals(6, asking.heldUntil());
  }
}
