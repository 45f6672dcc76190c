package io.onefold.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Inputs that do not stand at the offsets that the journal names. Thread-safe.
 *
 * <p>In a copy without the markers of transactions, or behind a record that is gone, all stand
 * earlier in the same order: that is told once. Where the order differs, each record is.
 */
final class Moves {
  /** Pairs of offsets that are remembered of one partition: 16 bytes each. */
  private static final int MOST = 1_000_000;

  private final Map<Lane, Pairs> lanes = new HashMap<>();

  private record Lane(String topic, int partition) {}

  private static final class Pairs {
    long[] named = new long[64];
    long[] actual = new long[64];
    int count;
    boolean more;

    void add(long namedOffset, long actualOffset) {
      if (count == MOST) {
        more = true;
        return;
      }
      if (count == named.length) {
        named = Arrays.copyOf(named, Math.min(MOST, count * 2));
        actual = Arrays.copyOf(actual, Math.min(MOST, count * 2));
      }
      named[count] = namedOffset;
      actual[count++] = actualOffset;
    }
  }

  /** The journal names one place, and the record stands at another. */
  synchronized void note(InputMatch.Place named, TopicRecord at) {
    if (named.offset() != at.offset() || named.partition() != at.partition()) {
      lanes
          .computeIfAbsent(new Lane(at.topic(), at.partition()), any -> new Pairs())
          .add(named.offset(), at.offset());
    }
  }

  /** Names what that means. */
  synchronized void judge(Consumer<Finding> sink) {
    lanes.forEach((lane, pairs) -> judge(lane, pairs, sink));
  }

  private static void judge(Lane lane, Pairs pairs, Consumer<Finding> sink) {
    List<Integer> order = new ArrayList<>(pairs.count);
    for (int i = 0; i < pairs.count; i++) {
      order.add(i);
    }
    order.sort(java.util.Comparator.comparingLong(i -> pairs.named[i]));
    long highest = -1;
    long named = -1;
    int later = 0;
    for (int i : order) {
      if (pairs.actual[i] < highest) {
        sink.accept(
            finding(
                Rule.ORDER_CHANGED,
                lane,
                pairs.actual[i],
                "behind the record that was at offset " + named,
                Long.toString(pairs.actual[i]),
                "the record that was at offset %d stands before the one that was at offset %d"
                    .formatted(pairs.named[i], named)));
      } else {
        highest = pairs.actual[i];
        named = pairs.named[i];
      }
      later += pairs.actual[i] > pairs.named[i] ? 1 : 0;
    }
    int first = order.get(0);
    sink.accept(
        finding(
            Rule.OFFSETS_MOVED,
            lane,
            pairs.actual[first],
            Long.toString(pairs.named[first]),
            Long.toString(pairs.actual[first]),
            ("%d%s records stand at other offsets than the journal names, %d of them at later"
                    + " ones; this is the first. That is so in a copy without the markers of"
                    + " transactions, and behind records that were taken out or put in")
                .formatted(pairs.count, pairs.more ? " or more" : "", later)));
  }

  private static Finding finding(
      Rule rule, Lane lane, long offset, String expected, String actual, String text) {
    return new Finding(
        rule,
        "",
        lane.topic(),
        lane.partition(),
        offset,
        "offset",
        expected,
        actual,
        text,
        List.of());
  }
}
