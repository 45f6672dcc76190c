package io.onefold.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapSetter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The context of a trace in headers, as W3C's Trace Context has it: {@code traceparent} and {@code
 * tracestate}, and nothing else. Baggage is not carried: anybody may put anything into it.
 *
 * <p>While spans are off, nothing is read and nothing is written. Nothing here throws; headers that
 * are not well formed count as none.
 */
public final class TraceHeaders {
  /** Names of the headers. */
  public static final List<String> NAMES = List.of("traceparent", "tracestate");

  /** What the standard asks everybody to hand on; a longer state is dropped. */
  static final int MOST_STATE = 512;

  private static final W3CTraceContextPropagator W3C = W3CTraceContextPropagator.getInstance();
  private static final TextMapSetter<BiConsumer<String, String>> SETTER =
      (carrier, name, value) -> {
        if (carrier != null) {
          carrier.accept(name, value);
        }
      };
  private static final TextMapGetter<Lookup> GETTER =
      (carrier, name) -> {
        String value = carrier == null ? null : carrier.get(name);
        return value == null || value.length() > MOST_STATE ? null : value;
      };

  private TraceHeaders() {}

  /** The value of a header; null if it is not there. */
  public interface Lookup {
    /** Looks one up. */
    @Nullable String get(String name);
  }

  /** The context that headers of any kind carry; the root if they carry none. */
  public static Context read(Lookup headers) {
    return Tracing.isOn() ? W3C.extract(Context.root(), headers, GETTER) : Context.root();
  }

  /** The context that a record carries; the root if it carries none. */
  public static Context read(Headers headers) {
    return read(name -> text(headers.lastHeader(name)));
  }

  /** Does something within the context that a record carries, on this thread. */
  public static void within(Headers headers, Runnable work) {
    if (Tracing.isOn()) {
      Step.within(
          read(headers),
          () -> {
            work.run();
            return true;
          });
    } else {
      work.run();
    }
  }

  /** The context that was kept; the root if none was. */
  public static Context read(Map<String, String> kept) {
    return kept.isEmpty() ? Context.root() : read(kept::get);
  }

  /** What carries a context; empty if there is nothing to carry. */
  public static Map<String, String> of(Context context) {
    Map<String, String> kept = new LinkedHashMap<>();
    write(context, kept::put);
    return Map.copyOf(kept);
  }

  /** Has a record carry a context in place of any other. */
  public static void write(Context context, Headers headers) {
    write(
        context,
        (name, value) -> headers.remove(name).add(name, value.getBytes(StandardCharsets.UTF_8)));
  }

  private static void write(Context context, BiConsumer<String, String> headers) {
    if (Tracing.isOn() && Span.fromContext(context).getSpanContext().isValid()) {
      W3C.inject(context, headers, SETTER);
    }
  }

  private static @Nullable String text(@Nullable Header header) {
    return header == null || header.value() == null
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }
}
