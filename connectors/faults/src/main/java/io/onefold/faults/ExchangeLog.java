package io.onefold.faults;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What a proxy saw, the newest part of it. Thread-safe. */
final class ExchangeLog {
  /** Older ones are dropped. */
  private static final int MOST = 20_000;

  private final UnaryOperator<String> masking;
  private final Deque<Entry> entries = new ArrayDeque<>();
  private int last;

  ExchangeLog(UnaryOperator<String> masking) {
    this.masking = masking;
  }

  synchronized Entry begin(String method, String target, String tag, Optional<Rule> rule) {
    Entry entry = new Entry(++last, method, masking.apply(target), tag, rule);
    if (entries.size() == MOST) {
      entries.removeFirst();
    }
    entries.addLast(entry);
    return entry;
  }

  synchronized List<Exchange> all() {
    return entries.stream().map(Entry::soFar).toList();
  }

  /** An exchange that may still go on. */
  final class Entry {
    private final int number;
    private final Instant at = Instant.now();
    private final String method;
    private final String target;
    private final String tag;
    private final Optional<Rule> rule;
    private final List<Exchange.Delivery> deliveries = new ArrayList<>(1);
    private Optional<Integer> answered = Optional.empty();

    private Entry(int number, String method, String target, String tag, Optional<Rule> rule) {
      this.number = number;
      this.method = method;
      this.target = target;
      this.tag = tag;
      this.rule = rule;
    }

    /** It is sent to the upstream now; the returned place is for what comes back. */
    int delivering() {
      synchronized (ExchangeLog.this) {
        deliveries.add(unanswered(Instant.now(), ""));
        return deliveries.size() - 1;
      }
    }

    void delivered(int place, int status, Map<String, String> headers, byte[] body) {
      synchronized (ExchangeLog.this) {
        Instant sent = deliveries.get(place).at();
        deliveries.set(place, new Exchange.Delivery(sent, Optional.of(status), headers, body, ""));
      }
    }

    void failed(int place, Throwable failure) {
      synchronized (ExchangeLog.this) {
        Instant sent = deliveries.get(place).at();
        String problem = masking.apply("no answer: " + failure);
        deliveries.set(place, unanswered(sent, problem));
      }
    }

    void answered(int status) {
      synchronized (ExchangeLog.this) {
        answered = Optional.of(status);
      }
    }

    private static Exchange.Delivery unanswered(Instant sent, String problem) {
      return new Exchange.Delivery(sent, Optional.empty(), Map.of(), new byte[0], problem);
    }

    private Exchange soFar() {
      return new Exchange(number, at, method, target, tag, rule, deliveries, answered);
    }
  }
}
