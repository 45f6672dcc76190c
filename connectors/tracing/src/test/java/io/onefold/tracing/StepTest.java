package io.onefold.tracing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.MDC;

class StepTest {
  @RegisterExtension static final OpenTelemetryExtension SPANS = OpenTelemetryExtension.create();

  @AfterEach
  void noSpans() {
    Tracing.remove();
  }

  /** Throws wherever it can. */
  private record Failing(boolean atStart) implements SpanProcessor {
    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
      if (atStart) {
        throw new IllegalStateException("no start");
      }
    }

    @Override
    public boolean isStartRequired() {
      return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {
      throw new IllegalStateException("no end");
    }

    @Override
    public boolean isEndRequired() {
      return true;
    }
  }

  private static void install(SpanProcessor processor) {
    Tracing.install(
        OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder().addSpanProcessor(processor).build())
            .build());
  }

  private static void makeAStep() {
    Step step = Step.ofRecord("process", "topic", SpanKind.CONSUMER, Context.root());
    step.within(() -> step.with(Tracing.OPERATION_ID, "op").failed());
    step.end();
  }

  @Test
  void shouldFollowTheConventionsForMessaging() {
    // given
    Tracing.install(SPANS.getOpenTelemetry());

    // when
    makeAStep();

    // then
    SpanData span = SPANS.getSpans().getFirst();
    assertEquals("process topic", span.getName());
    assertEquals(SpanKind.CONSUMER, span.getKind());
    for (String[] each :
        new String[][] {
          {"messaging.system", "kafka"},
          {"messaging.destination.name", "topic"},
          {"messaging.operation.name", "process"},
          {"messaging.operation.type", "process"},
          {"onefold.operation.id", "op"}
        }) {
      assertEquals(each[1], span.getAttributes().get(AttributeKey.stringKey(each[0])), each[0]);
    }
    assertEquals("", span.getStatus().getDescription());
  }

  @Test
  void shouldMakeNothingWhenSpansAreOff() {
    // when
    Step step = Step.begin("attempt blog", SpanKind.CLIENT, Context.root());

    // then
    assertSame(Step.UNTOLD, step);
    assertEquals(Context.root(), step.within(Context::current));
    assertFalse(step.spanContext().isValid());
  }

  @Test
  void shouldGoOnWhenSpansFailAtTheirStart() {
    // given
    install(new Failing(true));

    // when
    makeAStep();

    // then
    assertFalse(Span.current().getSpanContext().isValid());
  }

  @Test
  void shouldGoOnWhenSpansFailAtTheirEnd() {
    // given
    install(new Failing(false));

    // when
    makeAStep();

    // then
    assertFalse(Span.current().getSpanContext().isValid());
  }

  @Test
  void shouldTellLogLinesOfTheInnermostStepAndThenOfTheOuterOne() {
    // given
    Tracing.install(SPANS.getOpenTelemetry());
    Step step = Step.begin("outer", SpanKind.INTERNAL, Context.root());

    // when
    step.within(
        () ->
            LogFields.during(
                "op-1",
                "blog",
                () -> {
                  LogFields.during(
                      "op-2",
                      () -> {
                        assertEquals("op-2", MDC.get("operationId"));
                        return true;
                      });

                  // then
                  assertEquals("op-1", MDC.get("operationId"));
                  assertEquals("blog", MDC.get("destination"));
                  assertEquals(step.spanContext().getTraceId(), MDC.get("traceId"));
                  return true;
                }));
    assertNull(MDC.get("operationId"));
    assertNull(MDC.get("traceId"));
  }
}
