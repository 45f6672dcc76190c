package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.processor.rebuild.RebuildReport;
import io.onefold.standalone.cases.Installation.RunningInstance;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * An installation that has worked and was stopped, so that a test can take something from it; what
 * it refuses then, and how it goes on. Everything is of its own application ID unless another one
 * is given.
 */
final class Recovery implements AutoCloseable {
  static final int PARTITIONS = 2;

  private final Installation onefold;
  private final StateLoss loss;

  /**
   * Carries out so many operations, leaves one that no worker takes, stops everything, and waits
   * until the group knows.
   *
   * @param name begins every topic, lower case
   */
  Recovery(CaseKafka kafka, String name, int operations) throws Exception {
    onefold = new Installation(kafka, name, PARTITIONS);
    try {
      loss = new StateLoss(onefold, operations);
      stop();
    } catch (Exception | AssertionError e) {
      onefold.close();
      throw e;
    }
  }

  Installation onefold() {
    return onefold;
  }

  /** Takes all topics that the stores are restored from. */
  void loseState() throws Exception {
    lose(onefold.stateTopics());
  }

  void lose(List<String> topics) throws Exception {
    StateLoss.delete(onefold, topics);
  }

  /** Takes the folder of the instance that worked. */
  void loseFolder() throws IOException {
    StateLoss.delete(onefold.stateOf("one"));
  }

  /** The ledger must not start, and says what is lost and that a rebuild helps. */
  String refuses() {
    return refuses(onefold.applicationId());
  }

  String refuses(String application) {
    return loss.refuses(onefold, application);
  }

  /** Nothing is built, and what is said of that. */
  String refusesToRebuild() {
    return refusesToRebuild(onefold.applicationId());
  }

  String refusesToRebuild(String application) {
    return StateLoss.refusesToRebuild(onefold, application);
  }

  RebuildReport rebuild() {
    return rebuild(onefold.applicationId());
  }

  RebuildReport rebuild(String application) {
    return loss.rebuild(onefold, application);
  }

  /** Everything is submitted again, to a ledger with workers: nothing is sent again. */
  void continues() throws Exception {
    continues(onefold.applicationId());
  }

  void continues(String application) throws Exception {
    loss.continues(onefold, application);
  }

  /** Starts the worker for the operation that waited, and sees that one end. */
  void endsWhatWaited(RunningInstance ledger) throws Exception {
    onefold.worker("slow", "w2", Map.of(), 4);
    onefold.operation(ledger, "slow", StateLoss.WAITS).end();
  }

  /** More operations of that worker, which all succeed. */
  void doesMore(RunningInstance ledger, String name, int operations) {
    List<CaseRun> runs =
        IntStream.range(0, operations)
            .mapToObj(i -> onefold.operation(ledger, "slow", name + "-" + i))
            .toList();
    runs.forEach(run -> run.submit(Intents.of("slow", run.id(), "text of " + run.id())));
    runs.forEach(run -> assertEquals("VERIFIED", run.end().path("state").asText()));
  }

  /** Stops everything once more. */
  void stop() {
    onefold.stop();
    StateLoss.awaitNoMembers(onefold, onefold.applicationId());
  }

  @Override
  public void close() {
    onefold.close();
  }
}
