package io.onefold.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of one fault at one point.
 *
 * @param endings how often operations that were open at a hit ended in which way
 */
record MatrixRow(
    Point point,
    Fault fault,
    int hits,
    int notReached,
    int fewestOpen,
    int mostOpen,
    Map<String, Integer> endings) {

  /** The lines of the table, in the order of the points. */
  static List<MatrixRow> of(List<Strike> strikes, List<Point> points, Endings endings) {
    List<MatrixRow> rows = new ArrayList<>();
    for (Point point : points) {
      for (Fault fault : Fault.values()) {
        List<Strike> those =
            strikes.stream()
                .filter(strike -> strike.point().equals(point) && strike.fault() == fault)
                .toList();
        if (!those.isEmpty()) {
          rows.add(row(point, fault, those, endings));
        }
      }
    }
    return rows;
  }

  private static MatrixRow row(Point point, Fault fault, List<Strike> those, Endings endings) {
    List<Strike> hits = those.stream().filter(Strike::reached).toList();
    Map<String, Integer> ended = new TreeMap<>();
    hits.forEach(
        hit ->
            endings
                .counts(hit.open())
                .forEach((how, often) -> ended.merge(how, often, Integer::sum)));
    return new MatrixRow(
        point,
        fault,
        hits.size(),
        those.size() - hits.size(),
        hits.stream().mapToInt(hit -> hit.open().size()).min().orElse(0),
        hits.stream().mapToInt(hit -> hit.open().size()).max().orElse(0),
        ended);
  }
}
