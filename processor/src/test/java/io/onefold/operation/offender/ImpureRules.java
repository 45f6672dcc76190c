package io.onefold.operation.offender;

import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState;
import java.time.Instant;
import org.apache.kafka.common.TopicPartition;

/** Knows Kafka, the codec and a clock, and makes a state by itself. */
final class ImpureRules {
  private ImpureRules() {}

  static String topic(TopicPartition partition, StoredOperation stored) {
    return partition.topic() + stored + Instant.now();
  }

  static OperationState shortcut(OperationState.Known state) {
    return new OperationState.Claimed(state.operation());
  }
}
