package io.onefold.processor.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.Receipt;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class ReceiptMergeTest {
  private static ConsumerRecord<String, byte[]> record(int partition, long offset, long time) {
    byte[] value = (partition + "/" + offset).getBytes(StandardCharsets.UTF_8);
    return new ConsumerRecord<>(
        "receipts",
        partition,
        offset,
        time,
        TimestampType.CREATE_TIME,
        0,
        value.length,
        "key",
        value,
        new RecordHeaders(),
        Optional.empty());
  }

  private static Receipt receipt(byte[] value) {
    Receipt receipt = new Receipt();
    receipt.setOperationId(new String(value, StandardCharsets.UTF_8));
    return receipt;
  }

  @Test
  void shouldTakeTheOldestOfAllPartitionsAndLeaveTheRestForTheNextPage() {
    // given
    ReceiptMerge merge = new ReceiptMerge(3);
    merge.add(record(0, 5, 100));
    merge.add(record(0, 6, 400));
    merge.add(record(1, 9, 200));
    merge.add(record(1, 10, 300));

    // when
    Receipts.Page page =
        merge.page(new LogPosition(Map.of(0, 5L, 1, 8L, 2, 7L)), ReceiptMergeTest::receipt);

    // then
    assertEquals(
        List.of("0/5", "1/9", "1/10"),
        page.receipts().stream().map(Receipt::getOperationId).toList());
    assertEquals(new LogPosition(Map.of(0, 6L, 1, 11L, 2, 7L)), page.next());
  }

  @Test
  void shouldNotKeepMoreOfAPartitionThanThePageCanHold() {
    // given
    ReceiptMerge merge = new ReceiptMerge(2);

    // when
    merge.add(record(0, 1, 1));
    boolean before = merge.hasEnoughOf(0);
    merge.add(record(0, 2, 2));
    merge.add(record(0, 3, 3));

    // then
    assertFalse(before);
    assertTrue(merge.hasEnoughOf(0));
    assertEquals(
        new LogPosition(Map.of(0, 3L)),
        merge.page(new LogPosition(Map.of()), ReceiptMergeTest::receipt).next());
  }
}
