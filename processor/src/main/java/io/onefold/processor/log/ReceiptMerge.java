package io.onefold.processor.log;

import io.onefold.schema.Receipt;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Puts the records of several partitions into one order, by time. Not thread-safe. */
final class ReceiptMerge {
  private final int limit;
  private final Map<Integer, Deque<ConsumerRecord<String, byte[]>>> byPartition = new HashMap<>();

  /**
   * @param limit the most records of a page
   */
  ReceiptMerge(int limit) {
    this.limit = limit;
  }

  void add(ConsumerRecord<String, byte[]> record) {
    if (!hasEnoughOf(record.partition())) {
      byPartition.computeIfAbsent(record.partition(), p -> new ArrayDeque<>()).add(record);
    }
  }

  /** True if more records of this partition could not be on the page. */
  boolean hasEnoughOf(int partition) {
    Deque<ConsumerRecord<String, byte[]>> records = byPartition.get(partition);
    return records != null && records.size() >= limit;
  }

  /** The oldest records; the next page begins with those that are left. */
  Receipts.Page page(LogPosition from, Function<byte[], Receipt> decode) {
    PriorityQueue<Deque<ConsumerRecord<String, byte[]>>> oldest =
        new PriorityQueue<>(
            Comparator.<Deque<ConsumerRecord<String, byte[]>>>comparingLong(
                    records -> records.element().timestamp())
                .thenComparingInt(records -> records.element().partition()));
    oldest.addAll(byPartition.values());
    List<Receipt> receipts = new ArrayList<>();
    Map<Integer, Long> next = new HashMap<>(from.offsets());
    while (receipts.size() < limit && !oldest.isEmpty()) {
      Deque<ConsumerRecord<String, byte[]>> records = oldest.remove();
      ConsumerRecord<String, byte[]> record = records.remove();
      receipts.add(decode.apply(record.value()));
      next.put(record.partition(), record.offset() + 1);
      if (!records.isEmpty()) {
        oldest.add(records);
      }
    }
    return new Receipts.Page(receipts, new LogPosition(next));
  }
}
