package io.onefold.standalone.telemetry;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in its own words that spans were lost, once a minute at most. An exporter's words may quote
 * what a collector answered, and that may quote a header; they are switched off in {@code
 * logback.xml}.
 */
final class ToldExporter implements SpanExporter {
  private static final Logger LOG = LoggerFactory.getLogger(ToldExporter.class);
  private static final long PAUSE = TimeUnit.MINUTES.toNanos(1);

  private final SpanExporter exporter;
  private final AtomicLong lost = new AtomicLong();
  private final AtomicLong quietUntil = new AtomicLong(System.nanoTime());

  ToldExporter(SpanExporter exporter) {
    this.exporter = exporter;
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    int number = spans.size();
    CompletableResultCode result = exporter.export(spans);
    return result.whenComplete(
        () -> {
          if (!result.isSuccess()) {
            lost(number, result.getFailureThrowable());
          }
        });
  }

  private void lost(int number, @Nullable Throwable why) {
    long all = lost.addAndGet(number);
    long now = System.nanoTime();
    long until = quietUntil.get();
    if (now - until >= 0 && quietUntil.compareAndSet(until, now + PAUSE)) {
      LOG.warn(
          "Spans could not be handed to the OpenTelemetry collector ({}), {} are lost so far;"
              + " operations are not concerned. Look at OTEL_EXPORTER_OTLP_ENDPOINT and at the"
              + " collector's own log",
          kind(why),
          all);
    }
  }

  /** Its text may quote what was answered. */
  private static String kind(@Nullable Throwable why) {
    if (why == null) {
      return "no reason given";
    }
    Throwable cause = why.getCause();
    return (cause == null ? why : cause).getClass().getSimpleName();
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }
}
