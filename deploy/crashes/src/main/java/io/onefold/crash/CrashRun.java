package io.onefold.crash;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One campaign from an empty folder to its verdict. */
final class CrashRun {
  /** From so many kills on it pays to prepare for many starts. */
  private static final int MANY = 50;

  /** Few, because every start opens the stores of each. */
  private static final int PARTITIONS = 3;

  private static final int MOST_OPEN = 50;

  /** Short, so that grants run out while their holders are away. */
  private static final Duration LEASE = Duration.ofSeconds(5);

  private static final Duration RETRY = Duration.ofMillis(1500);

  private CrashRun() {}

  /**
   * Everything there is to report.
   *
   * @param took from the empty folder to the verdict
   */
  record Result(
      List<Strike> strikes,
      List<String> endedByThemselves,
      Recoveries recoveries,
      Endings endings,
      int operations,
      int submissions,
      int effects,
      int brokerKills,
      Duration took,
      Verdict.Judgement judgement) {
    /** What must not be; empty if the promise held. */
    List<String> problems() {
      return judgement.problems();
    }
  }

  /** Runs it; all processes have ended afterwards, whatever happens. The folder stays. */
  // The guard is not asked for anything.
  @SuppressWarnings("try")
  static Result run(CampaignSettings settings, Path folder, PrintWriter out) throws Exception {
    long began = System.nanoTime();
    Recoveries recoveries = new Recoveries();
    try (Installation<Broker> installation =
        new Installation<>(folder, plan(settings), Broker::new, recoveries)) {
      try (Guard guard = new Guard(installation, folder);
          Endings endings = new Endings(installation.brokers().bootstrap());
          Load load =
              new Load(
                  installation.provider().provider(),
                  endings,
                  new Load.Pace(settings.perSecond(), MOST_OPEN, Duration.ofSeconds(10), RETRY),
                  "crash|%05d"::formatted,
                  Scenario::of,
                  id -> {},
                  settings.seed())) {
        if (settings.kills() >= MANY) {
          installation.train();
        }
        Campaign campaign = new Campaign(settings, installation, endings, load, recoveries, out);
        campaign.run();
        Verdict.Judgement judgement = new Verdict(installation, endings, load).judge();
        return new Result(
            campaign.strikes().all(),
            campaign.strikes().endedByThemselves(),
            recoveries,
            endings,
            load.operations().size(),
            load.submissions(),
            installation.provider().provider().effects(),
            installation.brokers().kills(),
            Duration.ofNanos(System.nanoTime() - began),
            judgement);
      }
    }
  }

  private static Installation.Plan plan(CampaignSettings settings) {
    // A dead worker's group waits that long before others go on with its partitions.
    String quickGroups = "session.timeout.ms=4000\nheartbeat.interval.ms=1000\n";
    return new Installation.Plan(
        CampaignSettings.MOST, PARTITIONS, settings.groupProtocol(), LEASE, quickGroups);
  }
}
