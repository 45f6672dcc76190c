package io.onefold.standalone.load;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What was measured.
 *
 * @param rate intents per second that were wanted
 * @param submitted intents that the broker acknowledged
 * @param received intents with a receipt
 * @param repeated receipts beyond the first of an intent
 * @param outcomes number of receipts by outcome
 * @param submitting how long submitting took
 * @param untilLast from the first intent to the last receipt
 * @param latencies from the moment an intent was due to its receipt
 * @param backlogs intents without a receipt, once a second while submitting
 */
public record LoadReport(
    int rate,
    long submitted,
    long received,
    long repeated,
    Map<String, Long> outcomes,
    Duration submitting,
    Duration untilLast,
    Latencies latencies,
    List<Long> backlogs) {

  public LoadReport {
    outcomes = Map.copyOf(outcomes);
    backlogs = List.copyOf(backlogs);
  }

  /** True if every intent has exactly one receipt and the backlog did not grow. */
  public boolean passed() {
    return received == submitted && repeated == 0 && !growing();
  }

  /** Receipts per second, over the whole run. */
  public double throughput() {
    double seconds = untilLast.toNanos() / 1e9;
    return seconds == 0 ? 0 : received / seconds;
  }

  /**
   * True if the system fell behind: in the last quarter more intents waited than in the second one,
   * by more than a half and by more than a second's worth. The first quarter is warming up.
   */
  public boolean growing() {
    double before = mean(0.25, 0.5);
    double after = mean(0.75, 1);
    return after > before * 1.5 && after - before > rate;
  }

  /** Intents without a receipt, on average over a part of the run. */
  double mean(double from, double to) {
    int size = backlogs.size();
    int first = (int) Math.floor(size * from);
    int last = Math.max(first + 1, (int) Math.ceil(size * to));
    return backlogs.subList(Math.min(first, size), Math.min(last, size)).stream()
        .mapToLong(Long::longValue)
        .average()
        .orElse(0);
  }

  /** One line. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "%d intents at %d/s: %d receipts %s, %.0f/s, latency p50 %.0f ms, p90 %.0f ms, p99 %.0f ms,"
            + " max %.0f ms, waiting %.0f then %.0f (%s)%s",
        submitted,
        rate,
        received,
        outcomes,
        throughput(),
        latencies.percentileMs(0.5),
        latencies.percentileMs(0.9),
        latencies.percentileMs(0.99),
        latencies.percentileMs(1),
        mean(0.25, 0.5),
        mean(0.75, 1),
        growing() ? "growing" : "not growing",
        repeated == 0 ? "" : ", " + repeated + " receipts too many");
  }

  /** The same as JSON. */
  public ObjectNode json() {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("rate", rate)
            .put("submitted", submitted)
            .put("received", received)
            .put("repeated", repeated)
            .put("throughput", throughput())
            .put("submittingMs", submitting.toMillis())
            .put("untilLastMs", untilLast.toMillis())
            .put("p50Ms", latencies.percentileMs(0.5))
            .put("p90Ms", latencies.percentileMs(0.9))
            .put("p99Ms", latencies.percentileMs(0.99))
            .put("p999Ms", latencies.percentileMs(0.999))
            .put("maxMs", latencies.percentileMs(1))
            .put("growing", growing())
            .put("passed", passed());
    outcomes.forEach(json.putObject("outcomes")::put);
    backlogs.forEach(json.putArray("backlogs")::add);
    return json;
  }
}
