package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OfferQueueTest {
  private static final String BLOG = "blog";
  private static final String SHOP = "shop";
  private final OfferQueue queue = new OfferQueue(3);

  @Test
  void shouldKeepTheOrderOfADestination() {
    queue.add(offer("a", 1, BLOG, 0));
    queue.add(offer("b", 1, BLOG, 0));

    assertEquals(List.of("a", "b"), nextAll());
  }

  @Test
  void shouldTakeDestinationsInTurn() {
    queue.add(offer("a", 1, BLOG, 0));
    queue.add(offer("b", 1, BLOG, 0));
    queue.add(offer("c", 1, SHOP, 0));

    assertEquals(List.of("a", "c", "b"), nextAll());
  }

  @Test
  void shouldPassOverADestinationWithoutRoom() {
    queue.add(offer("a", 1, BLOG, 0));
    queue.add(offer("c", 1, SHOP, 0));

    assertEquals("c", queue.next(SHOP::equals).orElseThrow().operationId());
    assertEquals(Optional.empty(), queue.next(SHOP::equals));
    assertEquals(1, queue.size());
  }

  @Test
  void shouldCountWhatWaitsByDestinationButNotWhatIsReadUp() {
    queue.readingUp(4);
    queue.add(offer("a", 1, BLOG, 0));
    queue.add(offer("b", 1, BLOG, 4));
    queue.add(offer("c", 1, SHOP, 0));

    assertEquals(Map.of(BLOG, 1, SHOP, 1), queue.waiting());
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

  private static Offer offer(String operationId, int token, String destination, int partition) {
    return new Offer(operationId, token, destination, new Position(partition, 0));
  }
}
