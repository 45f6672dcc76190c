package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OfferQueueTest {
  private static final AccountKey BLOG = new AccountKey("blog", "a");
  private static final AccountKey SHOP = new AccountKey("shop", "a");
  private final OfferQueue queue = new OfferQueue(3);

  @Test
  void shouldKeepTheOrderOfAnAccount() {
    queue.add(offer("a", 1, BLOG, 0));
    queue.add(offer("b", 1, BLOG, 0));

    assertEquals(List.of("a", "b"), nextAll());
  }

  @Test
  void shouldTakeAccountsInTurn() {
    queue.add(offer("a", 1, BLOG, 0));
    queue.add(offer("b", 1, BLOG, 0));
    queue.add(offer("c", 1, SHOP, 0));

    assertEquals(List.of("a", "c", "b"), nextAll());
  }

  @Test
  void shouldPassOverAnAccountWithoutRoom() {
    queue.add(offer("a", 1, BLOG, 0));
    queue.add(offer("c", 1, SHOP, 0));

    assertEquals("c", queue.next(SHOP::equals).orElseThrow().operationId());
    assertEquals(Optional.empty(), queue.next(SHOP::equals));
    assertEquals(1, queue.size());
  }

  @Test
  void shouldHoldAnAttemptOnce() {
    assertEquals(OfferQueue.Added.QUEUED, queue.add(offer("a", 2, BLOG, 0)));
    assertEquals(OfferQueue.Added.KNOWN, queue.add(offer("a", 2, BLOG, 0)));
    assertEquals(OfferQueue.Added.KNOWN, queue.add(offer("a", 1, BLOG, 0)));
    assertEquals(1, queue.size());
  }

  @Test
  void shouldReplaceAnOfferByANewerToken() {
    queue.add(offer("a", 1, BLOG, 0));

    assertEquals(OfferQueue.Added.QUEUED, queue.add(offer("a", 2, BLOG, 0)));
    assertEquals(2, queue.next(any -> true).orElseThrow().token());
    assertEquals(0, queue.size());
  }

  @Test
  void shouldDropTheNewestWhenFullButStillReplace() {
    queue.add(offer("a", 1, BLOG, 0));
    queue.add(offer("b", 1, BLOG, 0));
    queue.add(offer("c", 1, BLOG, 0));

    assertEquals(OfferQueue.Added.DROPPED, queue.add(offer("d", 1, BLOG, 0)));
    assertEquals(OfferQueue.Added.QUEUED, queue.add(offer("a", 2, BLOG, 0)));
    assertEquals(List.of("b", "c", "a"), nextAll());
  }

  @Test
  void shouldWithdrawAnOfferUpToTheToken() {
    queue.add(offer("a", 2, BLOG, 0));

    assertEquals(Optional.empty(), queue.withdraw("a", 1));
    assertEquals(2, queue.withdraw("a", 2).orElseThrow().token());
    assertEquals(0, queue.size());
  }

  @Test
  void shouldHoldOffersBackUntilTheirPartitionIsReadUp() {
    queue.readingUp(4);
    queue.add(offer("a", 1, BLOG, 4));
    queue.add(offer("b", 1, BLOG, 5));
    queue.add(offer("c", 1, BLOG, 4));
    assertEquals(List.of("b"), nextAll());
    queue.withdraw("c", 1);

    queue.readUp(4);

    assertEquals(List.of("a"), nextAll());
  }

  @Test
  void shouldForgetOffersWhenTheirPartitionIsAssignedAgain() {
    queue.add(offer("a", 1, BLOG, 4));
    queue.add(offer("b", 1, BLOG, 5));

    queue.readingUp(4);
    queue.add(offer("a", 2, BLOG, 4));
    queue.readUp(4);

    assertEquals(2, queue.size());
    assertEquals(List.of("b", "a"), nextAll());
  }

  @Test
  void shouldDropTheOffersOfPartitionsThatGoElsewhere() {
    queue.readingUp(4);
    queue.add(offer("a", 1, BLOG, 4));
    queue.add(offer("b", 1, BLOG, 5));

    assertEquals(1, queue.drop(Set.of(4)).size());

    queue.readUp(4);
    assertEquals(List.of("b"), nextAll());
  }

  private List<String> nextAll() {
    List<String> all = new ArrayList<>();
    for (Optional<Offer> next = queue.next(any -> true);
        next.isPresent();
        next = queue.next(any -> true)) {
      all.add(next.get().operationId());
    }
    return all;
  }

  private static Offer offer(String operationId, int token, AccountKey account, int partition) {
    return new Offer(operationId, token, account, new Position(partition, 0));
  }
}
