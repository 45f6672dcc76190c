package io.onefold.proof.simulation;

import static io.onefold.proof.simulation.SignedTopics.KEYS;
import static io.onefold.proof.simulation.SignedTopics.RECEIPTS;
import static io.onefold.proof.simulation.SignedTopics.SIGNED;
import static io.onefold.proof.simulation.SignedTopics.audit;
import static io.onefold.proof.simulation.SignedTopics.newest;
import static io.onefold.proof.simulation.SignedTopics.rules;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.audit.AuditResult;
import io.onefold.audit.Rule;
import io.onefold.audit.Scope;
import io.onefold.schema.Receipt;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What keys have signed shows what nothing else would. */
class AuditSignaturesTest {
  @ParameterizedTest
  @EnumSource
  void shouldNameItWhenWhatWasSignedWasTamperedWith(SignedTamper tamper) {
    // given
    PlayedTopics copy = SIGNED.copy();
    Rule broken = tamper.with(copy);

    // when
    try (AuditResult result = audit(copy)) {

      // then
      assertTrue(rules(result).contains(broken), () -> result.findings().toString());
    }
  }

  @Test
  void shouldFindNothingWhenEverythingIsAsItWasSigned() {
    // when
    try (AuditResult result = audit(SIGNED)) {

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
    try (AuditResult result = audit(SIGNED, Scope.everything(), Optional.empty(), List.of())) {

      // then
      assertEquals(Set.of(), rules(result), () -> result.findings().toString());
      assertEquals(new AuditResult.Signatures(false, 18, 0, 18, 0, 0), result.signatures());
    }
  }

  @Test
  void shouldCheckTheReceiptAloneWhenOneOperationIsAskedFor() {
    // given
    PlayedTopics copy = SIGNED.copy();
    SignedTamper.RECEIPT_SIGNED_BY_ANOTHER.with(copy);
    String id = ((Receipt) Tampering.read(newest(copy, RECEIPTS))).getOperationId();
    Scope only = new Scope(Optional.empty(), Optional.empty(), Optional.of(id));

    // when
    try (AuditResult result = audit(copy, only, Optional.of(KEYS), List.of())) {

      // then
      assertEquals(Set.of(Rule.RECEIPT_KEY_UNKNOWN), rules(result));
      assertEquals(1, result.signatures().receiptsSigned());
    }
  }
}
