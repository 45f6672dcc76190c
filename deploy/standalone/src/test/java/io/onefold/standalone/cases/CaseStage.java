package io.onefold.standalone.cases;

import io.onefold.standalone.TemporaryFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One running Onefold and the destinations of all cases, which wait side by side. Each class of
 * cases sees it through a stage of its own, and when it ends, all that its operations did is judged
 * by the whole promise.
 */
final class CaseStage implements AutoCloseable {
  private final Running running;
  private final RunningOnefold onefold;
  private final StandIns standIns;
  private final Set<String> own = ConcurrentHashMap.newKeySet();

  private CaseStage(Running running) {
    this.running = running;
    this.onefold = running.onefold;
    this.standIns = running.standIns;
  }

  /** An operation that goes to a destination of the same name. */
  CaseRun operation(String destination, String id) {
    return operation(destination, destination, id);
  }

  /**
   * An operation.
   *
   * @param contract name of the contract in the file
   * @param standIn the scripted destination behind it
   */
  CaseRun operation(String contract, String standIn, String id) {
    own.add(id);
    running.known.add(id);
    return new CaseRun(onefold.client(), standIns.get(standIn), contract, id);
  }

  RunningOnefold onefold() {
    return onefold;
  }

  static String resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(CaseStage.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** What cases say about their operations before these are judged. */
  CaseJudge judge() {
    return running.judge;
  }

  /** Judges what the operations of this class did, and what nobody here asked for. */
  @Override
  public void close() {
    running.judge.judge(
        onefold.bootstrapServers(),
        standIns,
        operation -> own.contains(operation) || !running.known.contains(operation));
  }

  /** What all classes share. */
  private static final class Running implements AutoCloseable {
    private static final int WARM_UP = 60;

    private final TemporaryFolder folder = TemporaryFolder.create("onefold-cases");
    private final StandIns standIns;
    private final RunningOnefold onefold;
    private final CaseJudge judge = new CaseJudge();
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    Running() throws Exception {
      standIns = StandIns.start(CaseProfiles.BY_NAME);
      try {
        onefold =
            RunningOnefold.start(
                folder.path(), standIns.fill(resource("/cases/destinations.yaml")));
      } catch (Exception e) {
        standIns.close();
        folder.close();
        throw e;
      }
      warmUp();
    }

    /**
     * The first operations of a process take seconds of their leases, and of the patience of REST,
     * until its code is compiled; all cases begin at once.
     */
    private void warmUp() {
      List<CaseRun> runs =
          IntStream.range(0, WARM_UP)
              .mapToObj(
                  i ->
                      new CaseRun(onefold.client(), standIns.get("plain"), "plain", "warm-up-" + i))
              .toList();
      runs.forEach(run -> run.submit(run.intent()));
      runs.forEach(run -> run.awaitKnown().verified());
    }

    @Override
    public void close() {
      onefold.close();
      standIns.close();
      folder.close();
    }
  }

  /**
   * Starts Onefold with the first class that asks for a stage, and ends it after the last. A stage
   * ends with its class, so that what it finds fails that class.
   */
  static final class Shared implements ParameterResolver {
    private static final ExtensionContext.Namespace SPACE =
        ExtensionContext.Namespace.create(CaseStage.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == CaseStage.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      Running running =
          context
              .getRoot()
              .getStore(SPACE)
              .getOrComputeIfAbsent(Running.class, type -> start(), Running.class);
      return ofClass(context)
          .getStore(SPACE)
          .getOrComputeIfAbsent(CaseStage.class, type -> new CaseStage(running), CaseStage.class);
    }

    private static ExtensionContext ofClass(ExtensionContext context) {
      return context
          .getParent()
          .filter(parent -> parent.getTestClass().isPresent())
          .map(Shared::ofClass)
          .orElse(context);
    }

    private static Running start() {
      try {
        return new Running();
      } catch (Exception e) {
        throw new IllegalStateException("Onefold did not start for the cases", e);
      }
    }
  }
}
