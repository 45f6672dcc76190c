package io.onefold.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * What every log line of this thread says of the operation that it works on. Used by one thread;
 * may be within another.
 */
public final class LogFields {
  /** The operation. */
  public static final String OPERATION_ID = "operationId";

  /** Name of its destination's contract. */
  public static final String DESTINATION = "destination";

  /** Its trace, while spans are on: 32 lower-case hex digits. */
  public static final String TRACE_ID = "traceId";

  private final @Nullable String operationId;
  private final @Nullable String destination;
  private final @Nullable String traceId;

  private LogFields() {
    this.operationId = MDC.get(OPERATION_ID);
    this.destination = MDC.get(DESTINATION);
    this.traceId = MDC.get(TRACE_ID);
  }

  /**
   * Does something while log lines tell of an operation, and of the step that this thread is
   * within.
   */
  public static <T> T during(String operationId, Supplier<T> work) {
    LogFields before = new LogFields();
    put(OPERATION_ID, operationId);
    SpanContext span = Span.current().getSpanContext();
    if (span.isValid()) {
      put(TRACE_ID, span.getTraceId());
    }
    try {
      return work.get();
    } finally {
      before.again();
    }
  }

  /** The same, where its destination is known. */
  public static <T> T during(String operationId, String destination, Supplier<T> work) {
    return during(
        operationId,
        () -> {
          put(DESTINATION, destination);
          return work.get();
        });
  }

  /** The same for work without a result. */
  public static void during(String operationId, String destination, Runnable work) {
    during(
        operationId,
        destination,
        () -> {
          work.run();
          return true;
        });
  }

  private void again() {
    put(OPERATION_ID, operationId);
    put(DESTINATION, destination);
    put(TRACE_ID, traceId);
  }

  private static void put(String name, @Nullable String value) {
    if (value == null) {
      MDC.remove(name);
    } else {
      MDC.put(name, value);
    }
  }
}
