package io.onefold.crash;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One campaign from an empty folder to its verdict. */
final class CrashRun {
  /** From so many kills on it pays to prepare for many starts. */
  private static final int MANY = 50;

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
  static Result run(CampaignSettings settings, Path folder, PrintWriter out) throws Exception {
    long began = System.nanoTime();
    Recoveries recoveries = new Recoveries();
    try (Installation installation =
        new Installation(folder, settings.groupProtocol(), recoveries)) {
      Thread hook = Thread.ofPlatform().unstarted(() -> giveUp(installation, folder));
      Runtime.getRuntime().addShutdownHook(hook);
      try (Endings endings = new Endings(installation.broker().bootstrap());
          Load load =
              new Load(
                  installation.provider().provider(),
                  endings,
                  settings.perSecond(),
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
            installation.broker().kills(),
            Duration.ofNanos(System.nanoTime() - began),
            judgement);
      } finally {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    }
  }

  private static void giveUp(Installation installation, Path folder) {
    installation.destroyAll();
    try {
      Folders.delete(folder);
    } catch (IOException e) {
      System.err.println("onefold: " + folder + " could not be deleted: " + e.getMessage());
    }
  }
}
