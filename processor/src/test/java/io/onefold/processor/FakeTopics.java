package io.onefold.processor;

import io.onefold.processor.log.Escalations;
import io.onefold.processor.log.LogPosition;
import io.onefold.processor.log.Receipts;
import io.onefold.schema.Escalation;
import io.onefold.schema.Receipt;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** The topics that people read, in memory. */
public final class FakeTopics implements Receipts, Escalations {
  private final List<Receipt> receipts = new CopyOnWriteArrayList<>();
  private final ConcurrentSkipListMap<String, Escalation> escalations =
      new ConcurrentSkipListMap<>();

  public void publish(Receipt receipt) {
    receipts.add(receipt);
  }

  public void publish(Escalation escalation) {
    escalations.put(escalation.getOperationId(), escalation);
  }

  @Override
  public Page read(LogPosition from, int limit) {
    int start = from.offsets().getOrDefault(0, 0L).intValue();
    int end = Math.min(receipts.size(), start + limit);
    return new Page(receipts.subList(start, end), new LogPosition(Map.of(0, (long) end)));
  }

  @Override
  public LogPosition beginning() {
    return new LogPosition(Map.of());
  }

  @Override
  public LogPosition since(Instant time) {
    return beginning();
  }

  @Override
  public Optional<Receipt> find(String operationId, Instant endedAt) {
    return receipts.stream().filter(r -> r.getOperationId().equals(operationId)).findFirst();
  }

  @Override
  public Follower follow(LogPosition from) {
    return new Follower() {
      private LogPosition at = from;

      @Override
      public List<Receipt> next() {
        Page page = read(at, 100);
        at = page.next();
        if (page.receipts().isEmpty()) {
          pause();
        }
        return page.receipts();
      }

      @Override
      public void close() {}
    };
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public List<Escalation> list(
      Status status, String after, int limit, Predicate<Escalation> wanted) {
    return escalations.tailMap(after, false).values().stream()
        .filter(e -> status == Status.ALL || e.getStatus().equals(status.name()))
        .filter(wanted)
        .limit(limit)
        .toList();
  }
}
