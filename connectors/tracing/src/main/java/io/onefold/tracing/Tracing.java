package io.onefold.tracing;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Tracer;
import org.jspecify.annotations.Nullable;

/**
 * Whether this process makes spans, and with what. Off until something is installed: then no span
 * is made, no header is read or written, and each step costs one look at a field. Thread-safe.
 */
public final class Tracing {
  /** The operation that a span is about. */
  public static final AttributeKey<String> OPERATION_ID =
      AttributeKey.stringKey("onefold.operation.id");

  /** Name of its destination's contract. */
  public static final AttributeKey<String> DESTINATION =
      AttributeKey.stringKey("onefold.destination");

  /** Number of its attempt. */
  public static final AttributeKey<Long> TOKEN = AttributeKey.longKey("onefold.token");

  /** Its state after a decision, for example {@code COMMIT_UNKNOWN}. */
  public static final AttributeKey<String> STATE = AttributeKey.stringKey("onefold.state");

  /** What was decided about or reported, for example {@code IntentSubmitted}. */
  public static final AttributeKey<String> FACT = AttributeKey.stringKey("onefold.fact");

  /** How a call of a destination ended, for example {@code ACCEPTED} or {@code NOT_FOUND}. */
  public static final AttributeKey<String> RESULT = AttributeKey.stringKey("onefold.result");

  private static volatile @Nullable Tracer tracer;

  private Tracing() {}

  /** Makes spans from now on, in every part of this process. */
  public static void install(OpenTelemetry telemetry) {
    tracer = telemetry.getTracer("io.onefold");
  }

  /** Makes none from now on. */
  public static void remove() {
    tracer = null;
  }

  /** True while spans are made. */
  public static boolean isOn() {
    return tracer != null;
  }

  static @Nullable Tracer tracer() {
    return tracer;
  }
}
