package io.onefold.crash;

import io.onefold.schema.Topics;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** One rolling restart from an empty folder to its verdict. */
final class RollingRun {
  /** The longest that a key may wait in a step that is bounded. */
  static final Duration MOST = Duration.ofSeconds(10);

  /**
   * Longer than a takeover, as a contract's should be: a claim that nobody grants in its time is
   * given up, and the operation waits for the next one.
   */
  private static final Duration LEASE = Duration.ofSeconds(20);

  private static final Duration ENDING = Duration.ofMinutes(5);

  /**
   * More than are open after the longest time that is allowed; a load that grew on would only keep
   * a busy machine from ever catching up.
   */
  private static final int MOST_OPEN = 400;

  /** A stopped process refuses at once, so this is for a frozen one. */
  private static final Duration ANSWER = Duration.ofSeconds(10);

  private static final Duration RETRY = Duration.ofMillis(250);
  private static final Topics TOPICS = Topics.standard();

  private final Waits waits = new Waits(System::nanoTime);
  private final Keys keys = new Keys(RollingSettings.PARTITIONS);

  private RollingRun() {}

  /**
   * Everything there is to report.
   *
   * @param steps what was done, in its order
   * @param remarks what went otherwise than it should
   * @param endings number of operations by how they ended
   * @param submissions how many requests with an intent were sent
   * @param effects at the provider
   * @param records how many records of all topics were judged
   * @param problems what must not be; empty if the promise held and no key waited too long
   * @param took from the empty folder to the verdict
   */
  record Result(
      List<RollingStep> steps,
      List<String> remarks,
      Map<String, Integer> endings,
      int submissions,
      int effects,
      int records,
      List<String> problems,
      Duration took) {}

  /** Runs it; all processes have ended afterwards, whatever happens. The folder stays. */
  static Result run(RollingSettings settings, Path folder, PrintWriter out) throws Exception {
    return new RollingRun().runIn(settings, folder, out);
  }

  // Some of it only works while it is open, and is not asked for anything.
  @SuppressWarnings("try")
  private Result runIn(RollingSettings settings, Path folder, PrintWriter out) throws Exception {
    long began = System.nanoTime();
    // Kafka's and Onefold's own defaults: what is measured must not rest on settings of the proof.
    Installation.Plan plan =
        new Installation.Plan(
            RollingSettings.FLEET + 1,
            RollingSettings.PARTITIONS,
            settings.groupProtocol(),
            LEASE,
            "");
    try (Installation<Cluster> installation =
            new Installation<>(folder, plan, Cluster::new, new Recoveries());
        Guard guard = new Guard(installation, folder);
        Endings endings = new Endings(installation.brokers().bootstrap());
        Follower follower =
            new Follower(
                installation.brokers().bootstrap(),
                List.of(TOPICS.journal(), TOPICS.receipts()),
                this::seen);
        Load load = load(installation, endings, settings)) {
      installation.train();
      Rolling rolling = new Rolling(installation, waits, load, out);
      rolling.begin();
      try (Reads reads =
          new Reads(
              installation.addresses(RollingSettings.FLEET),
              IntStream.range(0, RollingSettings.PARTITIONS).mapToObj(keys::id).toList(),
              waits)) {
        rolling.run(settings.restarts());
      }
      boolean ended = load.drain(ENDING);
      Verdict.Judgement judgement = new Verdict(installation, endings, load).judge();
      List<String> problems = new ArrayList<>(judgement.problems());
      problems.addAll(tooLong(rolling.steps()));
      if (!ended) {
        problems.add("not everything had ended five minutes after the last step");
      }
      return new Result(
          rolling.steps(),
          rolling.remarks(),
          endings.counts(load.operations()),
          load.submissions(),
          installation.provider().provider().effects(),
          judgement.records(),
          problems,
          Duration.ofNanos(System.nanoTime() - began));
    }
  }

  private Load load(Installation<Cluster> installation, Endings endings, RollingSettings settings) {
    return new Load(
        installation.provider().provider(),
        endings,
        new Load.Pace(settings.perSecond(), MOST_OPEN, ANSWER, RETRY),
        keys::id,
        Scenario::ofManyASecond,
        this::begun,
        System.nanoTime());
  }

  private void begun(String id) {
    waits.begun(Waits.Kind.JOURNAL, id, keys.partition(id));
    // The others wait for the destination's own times.
    if (Scenario.ofManyASecond(Keys.number(id)) == Scenario.PLAIN) {
      waits.begun(Waits.Kind.NEXT, id, keys.partition(id));
      waits.begun(Waits.Kind.RECEIPT, id, keys.partition(id));
    }
  }

  private void seen(ConsumerRecord<byte[], byte[]> record) {
    String id = new String(record.key(), StandardCharsets.UTF_8);
    if (record.topic().equals(TOPICS.journal())) {
      waits.ended(Waits.Kind.JOURNAL, id);
      waits.passed(Waits.Kind.NEXT, id);
    } else {
      waits.ended(Waits.Kind.NEXT, id);
      waits.ended(Waits.Kind.RECEIPT, id);
    }
  }

  /** The steps in which a key waited longer than it may. */
  static List<String> tooLong(List<RollingStep> steps) {
    List<String> found = new ArrayList<>();
    for (RollingStep step : steps) {
      step.waits()
          .forEach(
              (kind, sum) -> {
                if (step.kind().bounded() && kind.bounded() && sum.longest().compareTo(MOST) > 0) {
                  found.add(
                      "%s, %s: a key of partition %d waited %s for its %s, but at most %s is allowed"
                          .formatted(
                              step.kind().words(),
                              step.name(),
                              sum.partition(),
                              Tables.seconds(sum.longest()),
                              kind.words(),
                              Tables.seconds(MOST)));
                }
              });
    }
    return found;
  }
}
