package io.onefold.topology;

import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationInput;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.Origin;
import io.onefold.operation.StateName;
import io.onefold.tracing.LogFields;
import io.onefold.tracing.Step;
import io.onefold.tracing.TraceHeaders;
import io.onefold.tracing.Tracing;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How one decision is told of, in log lines and, while spans are on, as a span (decision 0020).
 * What is decided does not depend on it.
 *
 * <p>An operation has one trace, that of its intent, and the ledger remembers it: a decision goes
 * on from the record that it is about if that belongs to the trace, and from the intent's decision
 * otherwise, as for timers, reviews and workers that make no spans.
 */
final class DecisionStep {
  private static final Logger LOG = LoggerFactory.getLogger(DecisionStep.class);
  private static final AttributeKey<String> PARTITION =
      AttributeKey.stringKey("messaging.destination.partition.id");
  private static final AttributeKey<Long> OFFSET = AttributeKey.longKey("messaging.kafka.offset");

  private final StoredOperation before;
  private final OperationInput input;
  private final Step step;

  DecisionStep(StoredOperation before, OperationInput input) {
    this.before = before;
    this.input = input;
    this.step = Tracing.isOn() ? begin(before, input) : Step.UNTOLD;
  }

  /** Decides within it, on this thread. */
  StoredOperation during(Supplier<StoredOperation> decision) {
    try {
      return step.within(() -> LogFields.during(before.state().operationId(), decision));
    } finally {
      step.end();
    }
  }

  /** The trace that the operation belongs to from now on. */
  Map<String, String> trace() {
    return before.trace().isEmpty() && input instanceof OperationInput.IntentSubmitted
        ? TraceHeaders.of(step.context())
        : before.trace();
  }

  /** It is decided. */
  void decided(OperationState after) {
    String fact = input.getClass().getSimpleName();
    StateName state = StateName.of(after);
    if (LOG.isDebugEnabled()) {
      LOG.debug("{} at {}: {} to {}", fact, input.origin(), StateName.of(before.state()), state);
    }
    step.with(Tracing.FACT, fact).with(Tracing.STATE, state.name());
    if (after instanceof Known known) {
      step.with(Tracing.DESTINATION, known.operation().intent().destination())
          .with(Tracing.TOKEN, (long) known.operation().attempts().token());
    }
  }

  private static Step begin(StoredOperation before, OperationInput input) {
    SpanContext cause = Span.current().getSpanContext();
    Context kept = TraceHeaders.read(before.trace());
    SpanContext own = Span.fromContext(kept).getSpanContext();
    boolean stranger = own.isValid() && !own.getTraceId().equals(cause.getTraceId());
    Context within = stranger ? kept : Context.current();
    SpanContext link = stranger ? cause : SpanContext.getInvalid();
    return named(input.origin(), within, link)
        .with(Tracing.OPERATION_ID, before.state().operationId());
  }

  private static Step named(Origin origin, Context within, SpanContext link) {
    if (origin.offset() < 0) {
      return Step.begin("process " + origin.source(), SpanKind.INTERNAL, within, link);
    }
    return Step.ofRecord("process", origin.source(), SpanKind.CONSUMER, within, link)
        .with(PARTITION, Integer.toString(origin.partition()))
        .with(OFFSET, origin.offset());
  }
}
