package io.onefold.connector.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.Evidence;
import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.connector.Observation.NotFound;
import io.onefold.connector.SendResult;
import org.junit.jupiter.api.Test;

/**
 * What the ledger relies on, whatever the connector. A subclass brings a destination that it can
 * put into each {@link Situation}, and that counts what it has really read and stored. Its send
 * timeout should be about a second.
 */
public abstract class ConnectorContract extends SendingContract {
  @Test
  void shouldFindWhatWasAcceptedByItsId() {
    // given
    given(Situation.ACCEPTS);
    SendResult sent = send();

    // when
    Observation seen = readback(sent);

    // then
    Found found = assertInstanceOf(Found.class, seen);
    assertEquals(Found.Kind.MATCH, found.kind());
    assertEquals("id", found.method());
    assertEquals(sent.evidence().providerId(), found.providerId());
    assertTrue(found.observedHash().orElseThrow().matches("sha256:[0-9a-f]{64}"));
    assertTrue(found.normalisers().isEmpty());
  }

  @Test
  void shouldFindWithoutAnIdWhatWasStoredAlthoughTheReplyWasLost() {
    // given
    given(Situation.REPLY_LOST_AFTER_STORING);
    SendResult sent = send();

    // when
    Observation seen = readback(sent);

    // then
    Found found = assertInstanceOf(Found.class, seen);
    assertEquals(Found.Kind.MATCH, found.kind());
    assertTrue(found.providerId().isPresent());
  }

  @Test
  void shouldSeeCompletelyThatNothingIsThere() {
    // given
    given(Situation.ACCEPTS);

    // when
    Observation seen = connector().readback(readbackOf(operation, Evidence.NONE, false));

    // then
    NotFound none = assertInstanceOf(NotFound.class, seen);
    assertTrue(none.complete());
    assertFalse(none.jobFailed());
  }

  @Test
  void shouldNotTakeAnErrorForAbsence() {
    // given
    given(Situation.READBACK_FAILS);
    SendResult sent = send();

    // when
    Observation seen = readback(sent);

    // then
    assertEquals(Inconclusive.Why.UNAVAILABLE, assertInstanceOf(Inconclusive.class, seen).why());
  }

  @Test
  void shouldCountAllItemsWhenThereAreSeveral() {
    // given
    given(Situation.ACCEPTS_EACH_WRITE);
    connector().send(request(operation, 1), () -> true);
    connector().send(request(operation, 2), () -> true);

    // when
    Observation seen = connector().readback(readbackOf(operation, Evidence.NONE, false));

    // then
    Found found = assertInstanceOf(Found.class, seen);
    assertEquals(Found.Kind.MANY, found.kind());
    assertEquals(2, found.matches());
  }

  @Test
  void shouldSeeARemovedItemAsRemovedAndNotAsAbsent() {
    assertEquals(Found.Kind.REMOVED, foundAfter(Situation.REMOVED).kind());
  }

  @Test
  void shouldSeeOtherContent() {
    assertEquals(Found.Kind.MISMATCH, foundAfter(Situation.OTHER_CONTENT).kind());
  }

  @Test
  void shouldSeeAnotherAccount() {
    assertEquals(Found.Kind.WRONG_ACCOUNT, foundAfter(Situation.OTHER_ACCOUNT).kind());
  }

  @Test
  void shouldNameTheNormalisersThatBridgedADifference() {
    // given, when
    Found found = foundAfter(Situation.NORMALISED);

    // then
    assertEquals(Found.Kind.NORMALISED, found.kind());
    assertFalse(found.normalisers().isEmpty());
  }

  @Test
  void shouldSeeThatAPartIsMissing() {
    assertEquals(Found.Kind.PARTIAL, foundAfter(Situation.PARTIAL).kind());
  }

  @Test
  void shouldWaitForAPendingJob() {
    // given
    given(Situation.JOB_PENDING);
    SendResult sent = send();

    // when
    Observation seen = readback(sent);

    // then
    assertEquals(Inconclusive.Why.JOB_PENDING, assertInstanceOf(Inconclusive.class, seen).why());
  }

  @Test
  void shouldSayThatTheJobFailedWhenNothingIsThere() {
    // given
    given(Situation.JOB_FAILED);
    SendResult sent = send();

    // when
    Observation seen = readback(sent);

    // then
    assertTrue(assertInstanceOf(NotFound.class, seen).jobFailed());
  }

  private Found foundAfter(Situation situation) {
    given(situation);
    return assertInstanceOf(Found.class, readback(send()));
  }
}
