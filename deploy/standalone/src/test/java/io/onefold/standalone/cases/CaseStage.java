package io.onefold.standalone.cases;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One running Onefold and the destinations of all cases, which wait side by side. */
final class CaseStage implements AutoCloseable {
  private final Path folder;
  private final StandIns standIns;
  private final RunningOnefold onefold;

  private CaseStage() throws Exception {
    folder = Files.createTempDirectory("onefold-cases");
    standIns = StandIns.start(CaseProfiles.BY_NAME);
    try {
      onefold = RunningOnefold.start(folder, standIns.fill(resource("/cases/destinations.yaml")));
    } catch (Exception e) {
      standIns.close();
      throw e;
    }
    // The first operation of a process takes seconds of its lease.
    operation("plain", "warm-up").submit().verified();
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

  @Override
  public void close() throws IOException {
    onefold.close();
    standIns.close();
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    }
  }

  /** Starts the stage with the first class that asks for it, and ends it with the last. */
  static final class Shared implements ParameterResolver {
    private static final ExtensionContext.Namespace SPACE =
        ExtensionContext.Namespace.create(CaseStage.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == CaseStage.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(SPACE)
          .getOrComputeIfAbsent(CaseStage.class, type -> start(), CaseStage.class);
    }

    private static CaseStage start() {
      try {
        return new CaseStage();
      } catch (Exception e) {
        throw new IllegalStateException("Onefold did not start for the cases", e);
      }
    }
  }
}
