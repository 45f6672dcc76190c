package io.onefold.topology;

import io.onefold.schema.Topics;
import io.onefold.tracing.Step;
import io.onefold.tracing.TraceHeaders;
import io.onefold.tracing.Tracing;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.kafka.streams.processor.api.Record;

/**
 * While spans are on, has every record carry the trace of the decision that it comes from. What
 * goes to workers and to people gets a span of its own, which is as long as it takes to hand it
 * over: the record is written with its transaction.
 */
final class TracedOutlet implements Consumer<Record<byte[], Outgoing>> {
  private final Topics topics;
  private final Consumer<Record<byte[], Outgoing>> outlet;

  TracedOutlet(Topics topics, Consumer<Record<byte[], Outgoing>> outlet) {
    this.topics = topics;
    this.outlet = outlet;
  }

  @Override
  public void accept(Record<byte[], Outgoing> record) {
    if (Tracing.isOn()) {
      carry(record);
    }
    outlet.accept(record);
  }

  private void carry(Record<byte[], Outgoing> record) {
    String topic = record.value().topic();
    if (!isFollowed(topic)) {
      TraceHeaders.write(Context.current(), record.headers());
      return;
    }
    Step created =
        Step.ofRecord("create", topic, SpanKind.PRODUCER, Context.current())
            .with(Tracing.OPERATION_ID, new String(record.key(), StandardCharsets.UTF_8));
    TraceHeaders.write(created.context(), record.headers());
    created.end();
  }

  private boolean isFollowed(String topic) {
    return topic.equals(topics.receipts())
        || topic.equals(topics.escalations())
        || topic.startsWith(topics.commands(Topics.DEFAULT_POOL));
  }
}
