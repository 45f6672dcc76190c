package io.onefold.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.function.Supplier;

/**
 * One step of an operation's way: a span, or nothing while spans are off. Thread-safe.
 *
 * <p>Nothing here throws: whatever a span processor or a sampler does, the step itself is made.
 */
public final class Step {
  private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
  private static final AttributeKey<String> TOPIC =
      AttributeKey.stringKey("messaging.destination.name");
  private static final AttributeKey<String> NAME =
      AttributeKey.stringKey("messaging.operation.name");
  private static final AttributeKey<String> TYPE =
      AttributeKey.stringKey("messaging.operation.type");

  /** A step that nothing is told of. */
  public static final Step UNTOLD = new Step(Span.getInvalid(), Context.root());

  private final Span span;
  private final Context context;

  private Step(Span span, Context context) {
    this.span = span;
    this.context = context;
  }

  /** Begins a step within another. */
  public static Step begin(String name, SpanKind kind, Context within) {
    return begin(name, kind, within, SpanContext.getInvalid());
  }

  /**
   * Begins a step within another.
   *
   * @param name with few values: no ID is part of it
   * @param link a step of another trace that this one has to do with; invalid for none
   */
  // What a sampler or a span processor throws must not reach the work.
  @SuppressWarnings("CatchingUnchecked")
  public static Step begin(String name, SpanKind kind, Context within, SpanContext link) {
    Tracer tracer = Tracing.tracer();
    if (tracer == null) {
      return UNTOLD;
    }
    try {
      SpanBuilder builder = tracer.spanBuilder(name).setSpanKind(kind).setParent(within);
      if (link.isValid()) {
        builder.addLink(link);
      }
      Span span = builder.startSpan();
      return new Step(span, within.with(span));
    } catch (RuntimeException e) {
      return UNTOLD;
    }
  }

  /**
   * Begins a step with a record of a topic, as OpenTelemetry's conventions for messaging have it.
   *
   * @param operation {@code send}, {@code create} or {@code process}
   */
  public static Step ofRecord(
      String operation, String topic, SpanKind kind, Context within, SpanContext link) {
    return begin(operation + " " + topic, kind, within, link)
        .with(SYSTEM, "kafka")
        .with(TOPIC, topic)
        .with(NAME, operation)
        .with(TYPE, operation);
  }

  /** As {@link #ofRecord(String, String, SpanKind, Context, SpanContext)}, without a link. */
  public static Step ofRecord(String operation, String topic, SpanKind kind, Context within) {
    return ofRecord(operation, topic, kind, within, SpanContext.getInvalid());
  }

  /** Tells something of it. */
  public <T> Step with(AttributeKey<T> key, T value) {
    span.setAttribute(key, value);
    return this;
  }

  /** It went wrong. There is no text: a text may quote what a destination answered. */
  public Step failed() {
    span.setStatus(StatusCode.ERROR);
    return this;
  }

  /** For steps within it. */
  public Context context() {
    return context;
  }

  /** For other steps that have to do with it; invalid for a step that nothing is told of. */
  public SpanContext spanContext() {
    return span.getSpanContext();
  }

  /** Does something within it, on this thread. */
  public <T> T within(Supplier<T> work) {
    return this == UNTOLD ? work.get() : within(context, work);
  }

  static <T> T within(Context context, Supplier<T> work) {
    Scope scope = context.makeCurrent();
    try {
      return work.get();
    } finally {
      scope.close();
    }
  }

  /** Ends it. */
  @SuppressWarnings("CatchingUnchecked")
  public void end() {
    try {
      span.end();
    } catch (RuntimeException e) {
      // The work is done, whoever cannot tell of it.
    }
  }
}
