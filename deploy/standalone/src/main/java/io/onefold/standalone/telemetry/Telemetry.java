package io.onefold.standalone.telemetry;

import io.onefold.tracing.Tracing;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * Switches on what the environment asks for. Spans are off unless an exporter or the address of a
 * collector is named; everything else about them is what OpenTelemetry's own variables say.
 */
public final class Telemetry {
  /** Commands that run until they are stopped, or that measure such ones. */
  private static final Set<String> RUNNING =
      Set.of("standalone", "ledger", "worker", "load", "demo");

  private static final String EXPORTER = "OTEL_TRACES_EXPORTER";
  private static final List<String> ADDRESSES =
      List.of("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  private static final String FORMAT = "ONEFOLD_LOG_FORMAT";
  private static final Set<String> FORMATS = Set.of("text", "json");

  private Telemetry() {}

  /**
   * Begins for a command; what is not handed over yet is when the process ends in good order.
   *
   * @param environment variables, as {@link System#getenv()} has them
   * @throws IllegalArgumentException if a variable cannot be used; names it
   */
  public static void start(String command, Map<String, String> environment) {
    checkFormat(environment);
    if (!RUNNING.contains(command)) {
      return;
    }
    // Some libraries write to the JDK's own log.
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
    if (isWanted(environment)) {
      Tracing.install(sdk(command, environment));
    }
  }

  private static void checkFormat(Map<String, String> environment) {
    String format = environment.getOrDefault(FORMAT, "text");
    if (!FORMATS.contains(format)) {
      throw new IllegalArgumentException(
          FORMAT + " is '" + format + "'; allowed are json and text");
    }
  }

  static boolean isWanted(Map<String, String> environment) {
    if (Boolean.parseBoolean(environment.getOrDefault("OTEL_SDK_DISABLED", "false"))) {
      return false;
    }
    String exporter = environment.getOrDefault(EXPORTER, "");
    return exporter.isBlank()
        ? ADDRESSES.stream().anyMatch(name -> !environment.getOrDefault(name, "").isBlank())
        : !exporter.equals("none");
  }

  private static OpenTelemetrySdk sdk(String command, Map<String, String> environment) {
    try {
      return AutoConfiguredOpenTelemetrySdk.builder()
          .addPropertiesSupplier(() -> defaults(command, environment))
          .addSpanExporterCustomizer((exporter, config) -> new ToldExporter(exporter))
          .build()
          .getOpenTelemetrySdk();
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "the OpenTelemetry variables (OTEL_…) cannot be used: " + withoutValues(e), e);
    }
  }

  /** What holds where a variable says nothing. Meters and logs go their own ways. */
  static Map<String, String> defaults(String command, Map<String, String> environment) {
    Map<String, String> defaults = new HashMap<>();
    defaults.put("otel.metrics.exporter", "none");
    defaults.put("otel.logs.exporter", "none");
    defaults.put("otel.exporter.otlp.protocol", "http/protobuf");
    if (!environment.getOrDefault("OTEL_RESOURCE_ATTRIBUTES", "").contains("service.name=")) {
      defaults.put("otel.service.name", "onefold-" + command);
    }
    return defaults;
  }

  /** A message may end with the value that is wrong, and that may be a header with a credential. */
  static String withoutValues(RuntimeException e) {
    String message = String.valueOf(e.getMessage());
    return message.split("=", 2)[0].replaceAll("//[^/@]*@", "//…@");
  }
}
