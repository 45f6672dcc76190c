package io.onefold.connector.worker;

import io.onefold.connector.Observation;
import java.time.Instant;

/**
 * An observation and when its answer was read, by the wall clock, for the record.
 *
 * @param observation what was seen
 * @param at when
 */
public record Seen(Observation observation, Instant at) {}
