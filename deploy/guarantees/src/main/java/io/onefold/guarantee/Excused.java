package io.onefold.guarantee;

import java.util.Set;

/**
 * What would be a violation, had not somebody broken an assumption on which exactly this rests.
 *
 * @param violation what it would be
 * @param assumptions those that were broken and on which it rests; never empty
 */
public record Excused(Violation violation, Set<Assumption> assumptions) {
  public Excused {
    assumptions = Set.copyOf(assumptions);
  }
}
