package io.onefold.tracing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceHeadersTest {
  @RegisterExtension static final OpenTelemetryExtension SPANS = OpenTelemetryExtension.create();

  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  @BeforeEach
  void spans() {
    Tracing.install(SPANS.getOpenTelemetry());
  }

  @AfterEach
  void noSpans() {
    Tracing.remove();
  }

  private static Headers headers(String parent, String state) {
    return new RecordHeaders()
        .add("traceparent", parent.getBytes(StandardCharsets.UTF_8))
        .add("tracestate", state.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> texts(Headers headers) {
    return StreamSupport.stream(headers.spliterator(), false)
        .map(each -> each.key() + "=" + new String(each.value(), StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void shouldCarryBothHeadersInPlaceOfOlderOnes() {
    // given
    Context read = TraceHeaders.read(headers(PARENT, "vendor=1"));
    Headers written = headers("00-older", "older=1").add("own", new byte[0]);

    // when
    TraceHeaders.write(read, written);

    // then
    assertEquals(List.of("own=", "traceparent=" + PARENT, "tracestate=vendor=1"), texts(written));
  }

  @Test
  void shouldKeepAndReadAgainTheSameContext() {
    // given
    Map<String, String> kept = TraceHeaders.of(TraceHeaders.read(headers(PARENT, "vendor=1")));

    // when
    Context again = TraceHeaders.read(kept);

    // then
    assertEquals(Map.of("traceparent", PARENT, "tracestate", "vendor=1"), kept);
    assertEquals(kept, TraceHeaders.of(again));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "garbage", "00-00000000000000000000000000000000-0000000000000000-01"})
  void shouldReadNothingWhenTheParentIsNotWellFormed(String parent) {
    // when
    Context read = TraceHeaders.read(headers(parent, "vendor=1"));

    // then
    assertFalse(Span.fromContext(read).getSpanContext().isValid());
    assertEquals(Map.of(), TraceHeaders.of(read));
  }

  @Test
  void shouldReadNothingWhenAHeaderHasNoValue() {
    // when
    Context read = TraceHeaders.read(new RecordHeaders().add("traceparent", null));

    // then
    assertEquals(Map.of(), TraceHeaders.of(read));
  }

  @Test
  void shouldDropAStateThatIsLongerThanTheStandardAsksFor() {
    // when
    Context read = TraceHeaders.read(headers(PARENT, "a=" + "x".repeat(TraceHeaders.MOST_STATE)));

    // then
    assertEquals(Map.of("traceparent", PARENT), TraceHeaders.of(read));
  }

  @Test
  void shouldNotCarryBaggage() {
    // given
    Context read = TraceHeaders.read(headers(PARENT, "vendor=1"));
    Headers written = new RecordHeaders();

    // when
    TraceHeaders.write(read.with(Baggage.builder().put("secret", "canary").build()), written);

    // then
    assertEquals(
        TraceHeaders.NAMES,
        StreamSupport.stream(written.spliterator(), false).map(Header::key).toList());
  }

  @Test
  void shouldReadAndWriteNothingWhenSpansAreOff() {
    // given
    Context read = TraceHeaders.read(headers(PARENT, "vendor=1"));
    Tracing.remove();
    Headers written = new RecordHeaders();

    // when
    TraceHeaders.write(read, written);

    // then
    assertEquals(0, written.toArray().length);
    assertEquals(Context.root(), TraceHeaders.read(headers(PARENT, "vendor=1")));
  }
}
