package io.onefold.standalone.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ToldExporterTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(ToldExporter.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(lines);
  }

  private record Answering(CompletableResultCode result) implements SpanExporter {
    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      return result;
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }

  private List<String> told() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void shouldTellOnceAndWithoutTheAnswersTextWhenSpansAreLost() {
    // given
    SpanExporter exporter =
        new ToldExporter(
            new Answering(
                CompletableResultCode.ofExceptionalFailure(
                    new IOException("401 for Bearer canary"))));

    // when
    exporter.export(List.of());
    exporter.export(List.of());

    // then
    assertEquals(1, told().size());
    assertTrue(told().getFirst().contains("(IOException)"), told().toString());
    assertFalse(told().toString().contains("canary"), told().toString());
  }

  @Test
  void shouldSayNothingWhenTheCollectorHasThem() {
    // given
    SpanExporter exporter = new ToldExporter(new Answering(CompletableResultCode.ofSuccess()));

    // when
    exporter.export(List.of());

    // then
    assertEquals(List.of(), told());
  }
}
