package io.onefold.crash;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A rolling restart, for people and for programs. */
final class RollingReport {
  private final RollingRun.Result result;
  private final RollingSettings settings;

  RollingReport(RollingRun.Result result, RollingSettings settings) {
    this.result = result;
    this.settings = settings;
  }

  /** Writes it as Markdown, and as JSON beside it. */
  void write(Path markdown) throws IOException {
    Tables.write(markdown, "# Rolling restart\n\n" + markdown(), json());
  }

  /** The whole of it as Markdown. */
  String markdown() {
    return Tables.pairs(
            Map.entry("machine", Tables.machine()),
            Map.entry(
                "fleet",
                "%d brokers, %d ledgers with one standby copy, %d workers, %d partitions"
                    .formatted(
                        BrokerSettings.COPIES,
                        RollingSettings.FLEET,
                        RollingSettings.FLEET,
                        RollingSettings.PARTITIONS)),
            Map.entry("group protocol", settings.groupProtocol()),
            Map.entry("new operations a second", Integer.toString(settings.perSecond())),
            Map.entry("time", Tables.seconds(result.took())),
            Map.entry(
                "operations",
                Integer.toString(result.endings().values().stream().mapToInt(n -> n).sum())),
            Map.entry("requests with an intent", Integer.toString(result.submissions())),
            Map.entry("effects at the provider", Integer.toString(result.effects())),
            Map.entry("ended as", Tables.counts(result.endings())),
            Map.entry("records judged", Integer.toString(result.records())),
            Map.entry("broken promises", Integer.toString(result.problems().size())))
        + "\n"
        + kinds()
        + "\n"
        + steps()
        + Tables.list("Broken promises", result.problems())
        + Tables.list("Remarks", result.remarks());
  }

  private String kinds() {
    return "Longest wait of any key, by what was done:\n\n"
        + head("done", "times")
        + Arrays.stream(RollingStep.Kind.values()).map(this::kind).collect(Collectors.joining());
  }

  /** Of a table that ends with one column for each kind of wait. */
  private static String head(String first, String... more) {
    List<String> columns = new ArrayList<>(List.of(more));
    Arrays.stream(Waits.Kind.values()).map(Waits.Kind::words).forEach(columns::add);
    return "| %s | %s |%n| --- |%s%n"
        .formatted(first, String.join(" | ", columns), " ---: |".repeat(columns.size()));
  }

  private static String cells(Function<Waits.Kind, String> cell) {
    return Arrays.stream(Waits.Kind.values()).map(cell).collect(Collectors.joining(" | "));
  }

  private String kind(RollingStep.Kind kind) {
    long times = result.steps().stream().filter(step -> step.kind() == kind).count();
    return "| %s | %d | %s |%n"
        .formatted(kind.words(), times, cells(what -> Tables.seconds(longest(kind, what))));
  }

  private Duration longest(RollingStep.Kind kind, Waits.Kind what) {
    return result.steps().stream()
        .filter(step -> step.kind() == kind)
        .map(step -> step.longest(what))
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  private String steps() {
    return "Step by step; each wait as longest (partition), median:\n\n"
        + head("done", "to", "stopped in", "ready after")
        + result.steps().stream().map(RollingReport::step).collect(Collectors.joining());
  }

  private static String step(RollingStep step) {
    return "| %s | %s | %s | %s | %s |%n"
        .formatted(
            step.kind().words(),
            step.name(),
            time(step.stopping()),
            time(step.starting()),
            cells(what -> wait(step, what)));
  }

  private static String time(Optional<Duration> time) {
    return time.map(Tables::seconds).orElse("");
  }

  private static String wait(RollingStep step, Waits.Kind kind) {
    return Optional.ofNullable(step.waits().get(kind))
        .map(
            sum ->
                "%s (%d), %s"
                    .formatted(
                        Tables.seconds(sum.longest()),
                        sum.partition(),
                        Tables.seconds(sum.median())))
        .orElse("");
  }

  private String json() {
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    ObjectNode json = mapper.createObjectNode();
    json.put("machine", Tables.machine());
    json.put("groupProtocol", settings.groupProtocol());
    json.put("perSecond", settings.perSecond());
    json.put("tookMs", result.took().toMillis());
    json.put("submissions", result.submissions());
    json.put("effects", result.effects());
    json.put("records", result.records());
    json.set("endings", mapper.valueToTree(result.endings()));
    json.set("problems", mapper.valueToTree(result.problems()));
    json.set("remarks", mapper.valueToTree(result.remarks()));
    result.steps().forEach(step -> add(step, json.withArray("steps").addObject()));
    try {
      return mapper.writeValueAsString(json) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values can always be written", e);
    }
  }

  private static void add(RollingStep step, ObjectNode json) {
    json.put("done", step.kind().name().toLowerCase(Locale.ROOT)).put("to", step.name());
    step.stopping().ifPresent(time -> json.put("stoppedInMs", time.toMillis()));
    step.starting().ifPresent(time -> json.put("readyAfterMs", time.toMillis()));
    step.waits()
        .forEach(
            (kind, sum) ->
                json.putObject(kind.name().toLowerCase(Locale.ROOT))
                    .put("longestMs", sum.longest().toMillis())
                    .put("partition", sum.partition())
                    .put("medianMs", sum.median().toMillis())
                    .put("number", sum.number()));
  }
}
