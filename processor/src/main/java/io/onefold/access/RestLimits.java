package io.onefold.access;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * How much callers may ask of one instance.
 *
 * @param perSecond requests and submitted lines a second of each caller, in the long run; empty: no
 *     limit
 * @param burst how many may come at once after a pause; at least 1
 * @param concurrent requests under way at once, of all callers together
 * @param perCaller requests under way at once, of each caller
 * @param waiting of these, how many may wait for the end of an operation ({@code wait=})
 * @param streams of these, how many may be answers of many lines: batches and {@code follow=true}
 * @param connections open connections; more are closed at once
 * @param patience how long a client may take for the head of a request, and for each further part
 *     of its body
 */
public record RestLimits(
    OptionalInt perSecond,
    int burst,
    int concurrent,
    int perCaller,
    int waiting,
    int streams,
    int connections,
    Duration patience) {
  /** What holds unless the access file says otherwise. */
  public static final RestLimits STANDARD =
      new RestLimits(OptionalInt.empty(), 1, 1024, 1024, 512, 64, 4096, Duration.ofSeconds(30));
}
