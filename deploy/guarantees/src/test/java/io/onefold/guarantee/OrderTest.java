package io.onefold.guarantee;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** Topics and destinations are told in any order; only each by itself is in order. */
class OrderTest {
  private static final int ORDERS = 20;

  @Test
  void shouldFindTheSameWhenTopicsAreToldInAnyOrder() {
    // given
    List<Arguments> runs = runs();

    for (Arguments run : runs) {
      Story story = (Story) run.get()[1];
      Set<Violation> found = Set.copyOf(story.judged().violations());
      for (int seed = 0; seed < ORDERS; seed++) {
        // when
        List<Seen> order = interleaved(story.seen(), new Random(seed));

        // then
        assertEquals(found, judged(order), run.get()[0] + " with seed " + seed);
      }
    }
  }

  /** The runs of all tables. */
  static List<Arguments> runs() {
    return Stream.of(
            OneEffectTest.runs(),
            OneLiveAttemptTest.runs(),
            TermsTest.runs(),
            UnknownIsAskedFirstTest.runs(),
            VerifiedIsReadBackTest.runs(),
            OneReceiptOrEscalationTest.runs(),
            EverythingIsInTheLogTest.runs())
        .flatMap(rows -> rows)
        .toList();
  }

  private static Set<Violation> judged(List<Seen> order) {
    Judge judge = Judge.ofThePromise();
    order.forEach(judge::see);
    judge.conclude();
    return Set.copyOf(judge.violations());
  }

  /** Any order that keeps the order of each topic, and of the destination. */
  private static List<Seen> interleaved(List<Seen> seen, Random random) {
    List<List<Seen>> sources =
        new ArrayList<>(
            seen.stream()
                .collect(
                    Collectors.groupingBy(
                        OrderTest::source, Collectors.toCollection(ArrayList::new)))
                .values());
    List<Seen> order = new ArrayList<>();
    while (!sources.isEmpty()) {
      List<Seen> next = sources.get(random.nextInt(sources.size()));
      order.add(next.removeFirst());
      sources.removeIf(List::isEmpty);
    }
    return order;
  }

  private static String source(Seen seen) {
    return switch (seen) {
      case Seen.Written written -> "destination";
      case Seen.Stored stored -> "destination";
      case Seen.Removed removed -> "destination";
      default -> seen.getClass().getSimpleName();
    };
  }
}
