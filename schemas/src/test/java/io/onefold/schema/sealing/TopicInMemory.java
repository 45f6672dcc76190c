package io.onefold.schema.sealing;

import io.onefold.schema.PayloadKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The topic of the keys, shared by several rings. */
final class TopicInMemory {
  final List<PayloadKey> records = new ArrayList<>();

  /** Runs once, right before the next record is written: another process was faster. */
  Runnable beforeAppend = () -> {};

  /** As one process sees it. */
  KeyTopic seen() {
    return new KeyTopic() {
      private int next;

      @Override
      public void readNew(Consumer<PayloadKey> sink) {
        while (next < records.size()) {
          sink.accept(records.get(next++));
        }
      }

      @Override
      public void readAll(String operationId, Consumer<PayloadKey> sink) {
        records.stream().filter(r -> r.getOperationId().equals(operationId)).forEach(sink);
      }

      @Override
      public void append(PayloadKey record) {
        Runnable before = beforeAppend;
        beforeAppend = () -> {};
        before.run();
        records.add(record);
      }

      @Override
      public void close() {}
    };
  }

  /** What compaction leaves. */
  void compact() {
    Map<String, PayloadKey> newest = new LinkedHashMap<>();
    records.forEach(record -> newest.put(record.getOperationId(), record));
    records.clear();
    records.addAll(newest.values());
  }
}
