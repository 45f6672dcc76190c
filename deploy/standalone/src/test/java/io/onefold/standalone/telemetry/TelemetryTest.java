package io.onefold.standalone.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.tracing.Tracing;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TelemetryTest {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

  @ParameterizedTest
  @CsvSource({
    "OTEL_TRACES_EXPORTER, otlp, true",
    "OTEL_TRACES_EXPORTER, none, false",
    "OTEL_TRACES_EXPORTER, '', false",
    "OTEL_EXPORTER_OTLP_ENDPOINT, http://127.0.0.1:4318, true",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, http://127.0.0.1:4318/v1/traces, true",
    "OTEL_SERVICE_NAME, ledger, false",
    "OTEL_METRICS_EXPORTER, otlp, false"
  })
  void shouldMakeSpansOnlyWhenSomethingTakesThem(String name, String value, boolean wanted) {
    // when
    boolean made = Telemetry.isWanted(Map.of(name, value));

    // then
    assertEquals(wanted, made);
  }

  @Test
  void shouldMakeNoSpansWhenAnExporterIsSwitchedOffBesideAnAddress() {
    // given
    String address = "http://127.0.0.1:4318";

    // then
    assertFalse(Telemetry.isWanted(Map.of("OTEL_TRACES_EXPORTER", "none", ENDPOINT, address)));
    assertFalse(Telemetry.isWanted(Map.of("OTEL_SDK_DISABLED", "true", ENDPOINT, address)));
  }

  @Test
  void shouldLeaveTheServicesNameToTheAttributesThatNameIt() {
    // when
    Map<String, String> own = Telemetry.defaults("ledger", Map.of());
    Map<String, String> named =
        Telemetry.defaults(
            "ledger", Map.of("OTEL_RESOURCE_ATTRIBUTES", "service.name=blog-ledger"));

    // then
    assertEquals("onefold-ledger", own.get("otel.service.name"));
    assertFalse(named.containsKey("otel.service.name"));
  }

  @Test
  void shouldRefuseAFormatThatItDoesNotKnow() {
    // given
    Map<String, String> environment = Map.of("ONEFOLD_LOG_FORMAT", "xml");

    // when
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> Telemetry.start("status", environment));

    // then
    assertEquals("ONEFOLD_LOG_FORMAT is 'xml'; allowed are json and text", refused.getMessage());
  }

  @Test
  void shouldStayOffForACommandThatEndsAtOnce() {
    // when
    Telemetry.start("status", Map.of(ENDPOINT, "http://127.0.0.1:4318"));

    // then
    assertFalse(Tracing.isOn());
  }

  @ParameterizedTest
  @CsvSource({
    "Invalid map property: otel.exporter.otlp.headers=Bearer canary, property: otel.exporter",
    "bad endpoint http://user:canary@collector:4318, //…@collector:4318"
  })
  void shouldNotRepeatAValueThatMayBeACredential(String message, String kept) {
    // when
    String told = Telemetry.withoutValues(new IllegalArgumentException(message));

    // then
    assertFalse(told.contains("canary"), told);
    assertTrue(told.contains(kept), told);
  }
}
