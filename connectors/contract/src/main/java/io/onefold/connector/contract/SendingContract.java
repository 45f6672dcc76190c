package io.onefold.connector.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.AcceptedLater;
import io.onefold.connector.SendResult.Deferred;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.SendResult.Refused;
import io.onefold.connector.SendResult.Unknown;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the ledger relies on when a connector sends. */
abstract class SendingContract extends ConnectorFixture {
  @Test
  void shouldBeAcceptedWithItsIdWhenTheDestinationStoredIt() {
    // given
    given(Situation.ACCEPTS);

    // when
    SendResult result = send();

    // then
    Accepted accepted = assertInstanceOf(Accepted.class, result);
    assertTrue(accepted.evidence().providerId().isPresent());
    assertEquals(1, writes(operation));
    assertEquals(1, effects(operation));
  }

  @Test
  void shouldBeAcceptedForLaterWhenTheDestinationPromisesAJob() {
    // given
    given(Situation.JOB_PENDING);

    // when
    SendResult result = send();

    // then
    assertTrue(assertInstanceOf(AcceptedLater.class, result).evidence().job().isPresent());
  }

  @Test
  void shouldBeRefusedWhenTheDestinationRefusesForGood() {
    // given
    given(Situation.REFUSES);

    // when
    SendResult result = send();

    // then
    Refused refused = assertInstanceOf(Refused.class, result);
    assertEquals(Refused.Why.REJECTED_BY_DESTINATION, refused.why());
    assertEquals(1, writes(operation));
  }

  @Test
  void shouldBeRefusedForAuthorizationWhenTheCredentialsAreNotTaken() {
    // given
    given(Situation.NOT_AUTHORISED);

    // when
    SendResult result = send();

    // then
    assertEquals(Refused.Why.AUTHORIZATION, assertInstanceOf(Refused.class, result).why());
  }

  @Test
  void shouldBeDeferredForTheTimeThatTheDestinationAsks() {
    // given
    given(Situation.DEFERS);

    // when
    SendResult result = send();

    // then
    Duration wait = assertInstanceOf(Deferred.class, result).retryAfter();
    assertTrue(wait.compareTo(Duration.ofSeconds(3)) >= 0, "waits only " + wait);
    assertEquals(0, effects(operation));
  }

  @Test
  void shouldBeUnknownWhenTheDestinationFailsAfterStoring() {
    // given
    given(Situation.FAILS_AFTER_STORING);

    // when
    SendResult result = send();

    // then
    assertEquals(Unknown.Why.SERVER_ERROR, assertInstanceOf(Unknown.class, result).why());
    assertEquals(1, effects(operation));
  }

  @Test
  void shouldBeUnknownWhenTheReplyIsLostAfterTheEffect() {
    // given
    given(Situation.REPLY_LOST_AFTER_STORING);

    // when
    SendResult result = send();

    // then
    assertEquals(Unknown.Why.CONNECTION_LOST, assertInstanceOf(Unknown.class, result).why());
    assertEquals(1, writes(operation));
    assertEquals(1, effects(operation));
  }

  @Test
  void shouldBeUnknownWhenTheReplyIsCutInItsMiddle() {
    // given
    given(Situation.REPLY_CUT_AFTER_STORING);

    // when
    SendResult result = send();

    // then
    assertEquals(Unknown.Why.CONNECTION_LOST, assertInstanceOf(Unknown.class, result).why());
    assertEquals(1, writes(operation));
  }

  @Test
  void shouldBeUnknownWhenNoAnswerComesInTime() {
    // given
    given(Situation.SILENT_AFTER_STORING);

    // when
    SendResult result = send();

    // then
    assertEquals(Unknown.Why.TIMEOUT, assertInstanceOf(Unknown.class, result).why());
    assertEquals(1, writes(operation));
  }

  @Test
  void shouldBeUnknownWhenASuccessNamesNothing() {
    // given
    given(Situation.SUCCESS_WITHOUT_ID);

    // when
    SendResult result = send();

    // then
    assertEquals(Unknown.Why.ANSWER_WITHOUT_ID, assertInstanceOf(Unknown.class, result).why());
  }

  @Test
  void shouldBeUnknownAndNotFollowWhenTheDestinationRedirects() {
    // given
    given(Situation.REDIRECTS);

    // when
    SendResult result = send();

    // then
    assertEquals(Unknown.Why.REDIRECTED, assertInstanceOf(Unknown.class, result).why());
    assertEquals(1, writes(operation));
  }

  @Test
  void shouldNotBeSentAndNotAskTheGateWhenTheDestinationIsUnreachable() {
    // given
    given(Situation.UNREACHABLE);
    AtomicInteger asked = new AtomicInteger();

    // when
    SendResult result = connector().send(request(operation, 1), () -> asked.incrementAndGet() > 0);

    // then
    assertInstanceOf(NotSent.class, result);
    assertEquals(0, asked.get());
    assertEquals(0, writes(operation));
  }

  @Test
  void shouldWriteNothingWhenTheGateIsClosed() {
    // given
    given(Situation.ACCEPTS);
    AtomicInteger asked = new AtomicInteger();

    // when
    SendResult result = connector().send(request(operation, 1), () -> asked.incrementAndGet() < 0);

    // then
    assertEquals(NotSent.Why.LEASE_TOO_SHORT, assertInstanceOf(NotSent.class, result).why());
    assertEquals(1, asked.get());
    assertEquals(0, writes(operation));
    assertInstanceOf(Accepted.class, send(), "the next attempt is not hindered");
    assertEquals(1, writes(operation));
  }

  @Test
  void shouldAskTheGateOnceAndBeforeTheDestinationReadsAnything() {
    // given
    given(Situation.ACCEPTS);
    List<Integer> writesWhenAsked = new ArrayList<>();

    // when
    connector().send(request(operation, 1), () -> writesWhenAsked.add(writes(operation)));

    // then
    assertEquals(List.of(0), writesWhenAsked);
  }

  @Test
  void shouldCarryTheSameKeyInEveryAttempt() {
    // given
    given(Situation.ACCEPTS_EACH_WRITE);

    // when
    SendResult first = connector().send(request(operation, 1), () -> true);
    SendResult second = connector().send(request(operation, 2), () -> true);

    // then
    assertEquals(first.idempotencyKey(), second.idempotencyKey());
  }

  @Test
  void shouldMakeOneRequestForEachOfManySendsAtOnce() throws Exception {
    // given
    List<String> operations = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      operations.add(operation + "-" + i);
      arrange(
          operations.get(i), i % 5 == 0 ? Situation.REPLY_LOST_AFTER_STORING : Situation.ACCEPTS);
    }

    // when
    List<Future<SendResult>> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (String one : operations) {
        results.add(threads.submit(() -> connector().send(request(one, 1), () -> true)));
      }
    }

    // then
    for (int i = 0; i < operations.size(); i++) {
      Class<?> expected = i % 5 == 0 ? Unknown.class : Accepted.class;
      assertEquals(expected, results.get(i).get().getClass(), operations.get(i));
      assertEquals(1, writes(operations.get(i)), operations.get(i));
    }
  }

  @Test
  void shouldEndAsUnknownWhenTheCallerIsInterruptedDuringTheCall() throws Exception {
    // given
    given(Situation.SILENT_AFTER_STORING);
    List<SendResult> results = new ArrayList<>();
    List<Boolean> interrupted = new ArrayList<>();
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  results.add(connector().send(request(operation, 1), () -> true));
                  interrupted.add(Thread.currentThread().isInterrupted());
                });
    while (writes(operation) == 0) {
      Thread.onSpinWait();
    }

    // when
    caller.interrupt();
    caller.join(LONGEST_CALL);

    // then
    assertInstanceOf(Unknown.class, results.getFirst());
    assertEquals(List.of(true), interrupted, "the thread keeps its interruption");
  }
}
