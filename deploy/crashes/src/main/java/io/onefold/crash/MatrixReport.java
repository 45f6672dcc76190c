package io.onefold.crash;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The table point, fault, outcome of a campaign, for people and for programs. */
final class MatrixReport {
  private final CrashRun.Result result;
  private final CampaignSettings settings;
  private final String command;
  private final List<MatrixRow> rows;

  MatrixReport(CrashRun.Result result, CampaignSettings settings, String command) {
    this.result = result;
    this.settings = settings;
    this.command = command;
    this.rows = MatrixRow.of(result.strikes(), settings.points(), result.endings());
  }

  /** Writes it as Markdown, and as JSON beside it. */
  void write(Path markdown) throws IOException {
    Tables.write(markdown, markdown(), json());
  }

  /** A few lines. */
  String summary() {
    return totals() + problems();
  }

  String markdown() {
    return """
    # Crash matrix

    Written by `%s`. Real processes of `onefold ledger` and `onefold worker` against a real
    broker are struck at named points, while a steady stream of operations and their duplicates
    goes on, and every operation is judged in the end.

    %s
    %s
    ## Restarts

    From the start of a new process, after a kill, to its first work; the group of the dead one
    waits 3 s (ledger; 6 s under classic) or 4 s (worker) before it gives a partition to another process.

    %s
    ## Faults

    %s
    ## Points, faults, outcomes

    One line for each point and fault that was tried. *Hit*: how often the process stood at the
    point and was struck. *Not reached*: how often nobody came there in time; nothing was done
    then, and nothing is shown by it. *Open*: operations under way at that moment, fewest to
    most. *Ended as*: what became of those, over all hits.

    %s\
    """
        .formatted(
            command, totals(), problems(), Tables.restarts(result.recoveries()), faults(), table());
  }

  private String totals() {
    List<Strike> hits = result.strikes().stream().filter(Strike::reached).toList();
    List<Strike> kills = hits.stream().filter(s -> s.fault().isKill()).toList();
    return Tables.pairs(
        Map.entry("machine", Tables.machine()),
        Map.entry(
            "fleets, one after the other",
            settings.fleets().stream()
                .map(CampaignSettings.Fleet::words)
                .collect(Collectors.joining("; "))),
        Map.entry(
            "time", result.took().toMinutes() + " min " + result.took().toSecondsPart() + " s"),
        Map.entry("kills of ledgers and workers at points", Integer.toString(kills.size())),
        Map.entry("different points of those kills", Long.toString(titles(kills))),
        Map.entry("other faults at points", Integer.toString(hits.size() - kills.size())),
        Map.entry("different points of all faults", Long.toString(titles(hits))),
        Map.entry("points in the table", Integer.toString(settings.points().size())),
        Map.entry("kills of the broker", Integer.toString(result.brokerKills())),
        Map.entry(
            "processes that ended by themselves and were started again",
            Integer.toString(result.endedByThemselves().size())),
        Map.entry("operations", Integer.toString(result.operations())),
        Map.entry("requests with an intent", Integer.toString(result.submissions())),
        Map.entry("effects at the provider", Integer.toString(result.effects())),
        Map.entry("ended as", Tables.counts(endings())),
        Map.entry(
            "records judged by the guarantee classes",
            Integer.toString(result.judgement().records())),
        Map.entry("broken promises", Integer.toString(result.problems().size())));
  }

  private Map<String, Integer> endings() {
    return result.endings().counts(result.endings().accepted());
  }

  private static long titles(List<Strike> strikes) {
    return strikes.stream().map(strike -> strike.point().title()).distinct().count();
  }

  private String problems() {
    return Tables.list("Broken promises", result.problems())
        + Tables.list("Ended by themselves", result.endedByThemselves())
        + Tables.list("Remarks", remarks());
  }

  private List<String> remarks() {
    return result.strikes().stream()
        .filter(strike -> !strike.note().isEmpty())
        .map(
            strike ->
                "%s, %s: %s".formatted(strike.point().title(), name(strike.fault()), strike.note()))
        .toList();
  }

  private static String faults() {
    StringBuilder text = new StringBuilder("| fault | what is done |\n| --- | --- |\n");
    for (Fault fault : Fault.values()) {
      text.append("| ").append(name(fault)).append(" | ").append(fault.words());
      if (!fault.duration().equals(Duration.ZERO)) {
        text.append(" (").append(Tables.seconds(fault.duration())).append(')');
      }
      text.append(" |\n");
    }
    return text.toString();
  }

  private static String name(Fault fault) {
    return fault.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private String table() {
    StringBuilder text =
        new StringBuilder(
            """
            | point | where | fault | hit | not reached | open | ended as |
            | --- | --- | --- | ---: | ---: | ---: | --- |
            """);
    for (MatrixRow row : rows) {
      text.append(
          "| %s | %s | %s | %d | %d | %s | %s |%n"
              .formatted(
                  row.point().title(),
                  row.point().place(),
                  name(row.fault()),
                  row.hits(),
                  row.notReached(),
                  row.hits() == 0 ? "" : row.fewestOpen() + "-" + row.mostOpen(),
                  Tables.counts(row.endings())));
    }
    return text.toString();
  }

  String json() throws JsonProcessingException {
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    ObjectNode root = mapper.createObjectNode();
    root.put("command", command);
    root.put("seed", settings.seed());
    root.put("operations", result.operations());
    root.put("requests", result.submissions());
    root.put("effects", result.effects());
    root.put("brokerKills", result.brokerKills());
    root.put("seconds", result.took().toSeconds());
    result.problems().forEach(root.putArray("brokenPromises")::add);
    result.endedByThemselves().forEach(root.putArray("endedByThemselves")::add);
    ObjectNode restarts = root.putObject("restartsMs");
    result
        .recoveries()
        .sorted()
        .forEach(
            (what, times) -> {
              ArrayNode all = restarts.putArray(what);
              times.forEach(time -> all.add(time.toMillis()));
            });
    ArrayNode matrix = root.putArray("matrix");
    for (MatrixRow row : rows) {
      ObjectNode one = matrix.addObject();
      one.put("point", row.point().title());
      one.put("place", row.point().place());
      one.put("fault", row.fault().name());
      one.put("hits", row.hits());
      one.put("notReached", row.notReached());
      one.put("fewestOpen", row.fewestOpen());
      one.put("mostOpen", row.mostOpen());
      ObjectNode ended = one.putObject("endedAs");
      row.endings().forEach(ended::put);
    }
    return mapper.writeValueAsString(root) + "\n";
  }
}
