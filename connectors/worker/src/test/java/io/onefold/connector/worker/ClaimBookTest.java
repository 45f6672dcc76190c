package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClaimBookTest {
  private final ManualClock clock = new ManualClock();
  private final ClaimBook book = new ClaimBook();

  @Test
  void shouldGiveAClaimToOneTakerOnly() {
    Claim claim = claim("c1", "op", 1, 0);
    book.add(claim);

    assertEquals(Optional.of(claim), book.take("c1", "op", 1));
    assertEquals(Optional.empty(), book.take("c1", "op", 1));
  }

  @Test
  void shouldHoldNothingAfterARestart() {
    assertEquals(Optional.empty(), new ClaimBook().take("c1", "op", 1));
  }

  @Test
  void shouldLeaveAClaimThatAGrantDoesNotMean() {
    book.add(claim("c1", "op", 1, 0));

    assertEquals(Optional.empty(), book.take("c1", "op", 2));
    assertEquals(Optional.empty(), book.take("c1", "other", 1));
    assertEquals(1, book.size());
  }

  @Test
  void shouldRefuseASecondClaimOfAnOperationOrAUsedClaimId() {
    book.add(claim("c1", "op", 1, 0));

    assertThrows(IllegalStateException.class, () -> book.add(claim("c2", "op", 2, 0)));
    assertThrows(IllegalStateException.class, () -> book.add(claim("c1", "op2", 1, 0)));
  }

  @Test
  void shouldTakeAllThatAConditionNamesOldestFirst() {
    Claim first = claim("c1", "a", 1, 3);
    Claim second = claim("c2", "b", 1, 4);
    Claim third = claim("c3", "c", 1, 3);
    List.of(first, second, third).forEach(book::add);

    assertEquals(List.of(first, third), book.takeIf(claim -> claim.partition() == 3));
    assertEquals(Optional.of(second), book.of("b"));
    assertEquals(Optional.empty(), book.of("a"));
  }

  @Test
  void shouldStopCountingAnImpatientClaimOnceAndKeepItValid() {
    Claim claim = claim("c1", "op", 1, 0);
    book.add(claim);

    clock.pass(Duration.ofSeconds(15));

    assertEquals(List.of(claim), book.discountImpatient(clock.nanos()));
    assertEquals(List.of(), book.discountImpatient(clock.nanos()));
    assertEquals(Optional.of(claim), book.take("c1", "op", 1));
    assertFalse(book.counted(claim));
  }

  @Test
  void shouldCountAPatientClaim() {
    Claim claim = claim("c1", "op", 1, 0);
    book.add(claim);
    book.take("c1", "op", 1);

    assertTrue(book.counted(claim));
  }

  @Test
  void shouldShowNoClaimIdToALog() {
    assertFalse(claim("secret", "op", 1, 0).toString().contains("secret"));
  }

  private Claim claim(String id, String operationId, int token, int partition) {
    return new Claim(
        id,
        operationId,
        token,
        "blog",
        partition,
        clock.nanos(),
        clock.now(),
        Duration.ofSeconds(15),
        Duration.ofSeconds(39));
  }
}
