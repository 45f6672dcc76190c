package io.onefold.crash;

import java.util.Set;

/**
 * One fault that was planned.
 *
 * @param fleet the fleet at that time
 * @param reached false: nobody came to the point in time, so nothing was done
 * @param open operations that were accepted and had not ended at that moment
 * @param note what else happened; empty if nothing
 */
record Strike(
    Point point, Fault fault, String fleet, boolean reached, Set<String> open, String note) {
  Strike {
    open = Set.copyOf(open);
  }
}
