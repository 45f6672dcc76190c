package io.onefold.lab;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A Prometheus with the configuration and the alerts of {@code deploy/observability}, in which time
 * passes {@value #FASTER} times faster: minutes of {@code for}, of ranges and of limits are as many
 * times two seconds. Nothing else of an expression is changed.
 */
final class LabPrometheus {
  static final int FASTER = 30;

  private static final String NAME = "prometheus";
  private static final Path FILES = Path.of("..", "observability").toAbsolutePath().normalize();
  private static final int SECONDS = 60 / FASTER;

  private final LabServer server;

  private LabPrometheus(LabServer server) {
    this.server = server;
  }

  /** Starts it; skips the test where Prometheus cannot be had. */
  static LabPrometheus start(String ledger, List<String> workers)
      throws IOException, InterruptedException {
    LabServer.assumeAskedFor(NAME);
    Path data = LabServer.data(NAME);
    Files.createDirectories(data);
    Files.writeString(data.resolve("alerts.yml"), faster(text("alerts.yml")));
    Files.writeString(data.resolve("prometheus.yml"), configuration(ledger, workers));
    LabServer server = LabServer.start(NAME, Ports.free(1));
    server.command("check");
    return new LabPrometheus(server);
  }

  private static String configuration(String ledger, List<String> workers) throws IOException {
    String targets = workers.stream().map(w -> '"' + w + '"').collect(Collectors.joining(", "));
    return replaced(
        replaced(
            replaced(
                replaced(text("prometheus.yml"), "scrape_interval: 15s", "scrape_interval: 2s"),
                "evaluation_interval: 15s",
                "evaluation_interval: 1s"),
            "\"ledger:8080\"",
            '"' + ledger + '"'),
        "\"worker:8081\"",
        targets);
  }

  private static String replaced(String text, String from, String to) {
    if (!text.contains(from)) {
      throw new IllegalStateException(
          "prometheus.yml has no '" + from + "'; the test looks for it");
    }
    return text.replace(from, to);
  }

  private static String faster(String rules) {
    String shorter = rules.replaceAll("\\* 60\\b", "* " + SECONDS);
    return Pattern.compile("(for: |\\[)(\\d+)m\\b")
        .matcher(shorter)
        .replaceAll(m -> m.group(1) + Integer.parseInt(m.group(2)) * SECONDS + "s");
  }

  private static String text(String file) throws IOException {
    return Files.readString(FILES.resolve(file), StandardCharsets.UTF_8);
  }

  /** The names of all alerts. */
  static Set<String> alerts() throws IOException {
    Set<String> names = new TreeSet<>();
    Matcher matcher = Pattern.compile("- alert: (\\w+)").matcher(text("alerts.yml"));
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  /** The alerts that fire now. */
  Set<String> firing() throws IOException, InterruptedException {
    Set<String> firing = new TreeSet<>();
    for (JsonNode alert : LabHttp.json(server.at("/api/v1/alerts").toString()).at("/data/alerts")) {
      if (alert.path("state").asText().equals("firing")) {
        firing.add(alert.at("/labels/alertname").asText());
      }
    }
    return firing;
  }

  /** The value of an expression; NaN if it has no result. */
  double value(String expression) throws IOException, InterruptedException {
    return result(expression).at("/0/value/1").asDouble(Double.NaN);
  }

  /** True if the expression has any result at all. */
  boolean any(String expression) throws IOException, InterruptedException {
    return !result(expression).isEmpty();
  }

  /** What the results of an expression have under a label. */
  List<String> labels(String expression, String label) throws IOException, InterruptedException {
    return result(expression).findValuesAsText(label);
  }

  private JsonNode result(String expression) throws IOException, InterruptedException {
    String query = URLEncoder.encode(expression, StandardCharsets.UTF_8);
    return LabHttp.json(server.at("/api/v1/query?query=" + query).toString()).at("/data/result");
  }

  /** The expressions of the dashboard, without the variables that only Grafana fills in. */
  static List<String> dashboard() throws IOException {
    List<String> expressions = new ArrayList<>();
    Matcher matcher =
        Pattern.compile("\"expr\": \"((?:[^\"\\\\]|\\\\.)*)\"")
            .matcher(text("dashboards/onefold.json"));
    while (matcher.find()) {
      expressions.add(
          matcher
              .group(1)
              .replace("\\\"", "\"")
              .replaceAll("\\$(instance|destination)", ".*")
              .replace("$__rate_interval", "1m"));
    }
    return expressions;
  }

  void stop() throws IOException, InterruptedException {
    server.stop();
  }
}
