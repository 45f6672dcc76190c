package io.onefold.drill;

import io.onefold.standalone.text.Terminal;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shows on a terminal all scenarios, painted over and over; elsewhere one line for each that ends.
 * Thread-safe.
 */
final class LiveTable implements Progress, AutoCloseable {
  private static final Duration REPAINT = Duration.ofMillis(250);
  private static final int WIDEST = 118;

  private final PrintWriter out;
  private final Terminal terminal;
  private final Map<Scenario, Row> rows = new LinkedHashMap<>();
  private final long began = System.nanoTime();
  private String preparing = "";
  private int painted;
  private boolean closed;

  private static final class Row {
    private long began;
    private Optional<Result> result = Optional.empty();
  }

  /** A table of these scenarios. */
  LiveTable(PrintWriter out, Terminal terminal, List<Scenario> toDo) {
    this.out = out;
    this.terminal = terminal;
    toDo.forEach(scenario -> rows.put(scenario, new Row()));
    if (terminal.out()) {
      Thread.ofPlatform().daemon().name("drill-table").start(this::repaint);
    }
  }

  private void repaint() {
    try {
      while (true) {
        synchronized (this) {
          if (closed) {
            return;
          }
          paint();
        }
        Thread.sleep(REPAINT.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public synchronized void preparing(String what) {
    preparing = what;
    if (!terminal.out()) {
      out.println(what + " …");
      out.flush();
    }
  }

  @Override
  public synchronized void began(Scenario scenario) {
    Row row = rows.get(scenario);
    if (row != null) {
      row.began = System.nanoTime();
    }
    preparing = "";
  }

  @Override
  public synchronized void ended(Result result) {
    Row row = rows.get(result.scenario());
    if (row != null) {
      row.result = Optional.of(result);
    }
    if (!terminal.out()) {
      out.println(line(result));
      result.findings().forEach(finding -> out.println("        " + finding));
      out.flush();
    }
  }

  /** One scenario that has ended, without colours where there is no terminal. */
  String line(Result result) {
    String verdict = "%-7s".formatted(result.status());
    String painted =
        switch (result.status()) {
          case PASSED -> terminal.green(verdict);
          case FAILED -> terminal.red(verdict);
          case SKIPPED -> terminal.dim(verdict);
        };
    boolean skipped = result.status() == Result.Status.SKIPPED;
    String what = skipped ? result.notes().getFirst() : result.stored();
    String time = skipped ? "" : "%5.1f s".formatted(result.took().toMillis() / 1000.0);
    return cut(
        "%s %-18s %s  %s%s"
            .formatted(
                painted,
                result.scenario().name(),
                time.isEmpty() ? " ".repeat(7) : time,
                skipped ? "" : result.scenario().title() + ": ",
                what),
        painted.length() - verdict.length());
  }

  private static String cut(String text, int invisible) {
    int most = WIDEST + invisible;
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }

  private void paint() {
    StringBuilder text = new StringBuilder();
    if (painted > 0) {
      text.append("\u001b[").append(painted).append('A');
    }
    List<String> lines = new ArrayList<>();
    rows.forEach((scenario, row) -> lines.add(line(scenario, row)));
    lines.add(
        terminal.dim(
            "%s%s".formatted(seconds(began), preparing.isEmpty() ? "" : ", " + preparing + " …")));
    lines.forEach(line -> text.append("\u001b[2K").append(line).append('\n'));
    painted = lines.size();
    out.print(text);
    out.flush();
  }

  private String line(Scenario scenario, Row row) {
    if (row.result.isPresent()) {
      return line(row.result.get());
    }
    boolean running = row.began != 0;
    String state = "%-7s".formatted(running ? "running" : "");
    return cut(
        "%s %-18s %s  %s"
            .formatted(
                running ? terminal.yellow(state) : state,
                scenario.name(),
                running ? "%7s".formatted(seconds(row.began)) : " ".repeat(7),
                scenario.title()),
        running ? terminal.yellow(state).length() - state.length() : 0);
  }

  private static String seconds(long since) {
    return (System.nanoTime() - since) / 1_000_000_000 + " s";
  }

  /** Paints the last time. */
  @Override
  public synchronized void close() {
    if (terminal.out() && !closed) {
      preparing = "";
      paint();
    }
    closed = true;
  }
}
