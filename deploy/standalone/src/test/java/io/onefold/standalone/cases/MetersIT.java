package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What alerts and dashboard ask for is what a running installation shows. */
@ExtendWith(CaseStage.Shared.class)
@Execution(ExecutionMode.CONCURRENT)
class MetersIT {
  private static final Path FILES = Path.of("..", "observability");
  private static final Pattern METRIC =
      Pattern.compile("\\b(?:onefold|http_server|kafka|jvm|process|system)_[a-z0-9_]+\\b");

  /** Series of one ledger; each contract adds eleven, so this holds for a hundred of them. */
  private static final int MOST_SERIES = 2000;

  private final CaseStage stage;

  MetersIT(CaseStage stage) {
    this.stage = stage;
  }

  private List<String> scrape() throws IOException, InterruptedException {
    URI meters = stage.onefold().address().resolve("/prometheus");
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(meters).build(), BodyHandlers.ofString())
          .body()
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    }
  }

  private static Set<String> metrics(List<String> texts) {
    Set<String> names = new TreeSet<>();
    for (String text : texts) {
      Matcher matcher = METRIC.matcher(text);
      while (matcher.find()) {
        names.add(matcher.group());
      }
    }
    return names;
  }

  /** Everything that stands under a name like this one, at any depth. */
  private static List<String> texts(JsonNode json, String name) {
    List<String> texts = new ArrayList<>();
    json.findValues(name).stream().filter(JsonNode::isTextual).forEach(t -> texts.add(t.asText()));
    return texts;
  }

  /** The expressions of all rules: what stands between {@code expr} and the next key. */
  private static List<String> rules() throws IOException {
    List<String> rules = new ArrayList<>();
    Matcher matcher =
        Pattern.compile("(?s)\\n {8}expr: (.*?)\\n {8}[a-z]+:")
            .matcher(Files.readString(FILES.resolve("alerts.yml")));
    while (matcher.find()) {
      rules.add(matcher.group(1));
    }
    return rules;
  }

  @Test
  void shouldShowEveryMetricThatAlertsAndDashboardName() throws Exception {
    // given
    List<String> rules = rules();
    List<String> panels =
        texts(
            new ObjectMapper().readTree(FILES.resolve("dashboards/onefold.json").toFile()), "expr");
    Set<String> wanted = metrics(rules);
    wanted.addAll(metrics(panels));

    // when
    List<String> scrape = scrape();
    Set<String> missing = new TreeSet<>(wanted);
    scrape.forEach(series -> missing.remove(series.split("[{ ]", 2)[0]));

    // then
    assertTrue(rules.size() > 20 && panels.size() > 20, rules.size() + " " + panels.size());
    assertTrue(wanted.size() > 20, wanted.toString());
    assertEquals(Set.of(), missing);
  }

  @Test
  void shouldTellInTheReadmeOfEveryMeterThatItShows() throws Exception {
    // given
    String readme = Files.readString(FILES.resolve("README.md"));

    // when
    Set<String> untold = new TreeSet<>();
    for (String series : scrape()) {
      String name = series.split("[{ ]", 2)[0];
      String shortened = name.replace("onefold_worker_", "…_");
      if (name.startsWith("onefold_")
          && !readme.contains('`' + name + '`')
          && !readme.contains('`' + shortened + '`')) {
        untold.add(name);
      }
    }

    // then
    assertEquals(Set.of(), untold);
  }

  @Test
  void shouldShowSendsOfADestinationOnBothSidesWhenItWasUsed() throws Exception {
    // given
    stage.operation("plain", "meters-1").submit().verified();

    // when
    List<String> scrape = scrape();

    // then
    assertTrue(
        scrape.stream()
            .anyMatch(s -> s.matches("onefold_ledger_sends_total.*plain.*ACCEPTED.* [1-9].*")));
    assertTrue(
        scrape.stream()
            .anyMatch(s -> s.matches("onefold_worker_sends_total.*plain.*ACCEPTED.* [1-9].*")));
    assertTrue(scrape.size() < MOST_SERIES, scrape.size() + " series");
  }
}
