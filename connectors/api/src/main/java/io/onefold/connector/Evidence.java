package io.onefold.connector;

import java.util.Optional;

/**
 * What an answer told.
 *
 * @param status HTTP status or reply code; empty where no answer came
 * @param providerId the destination's identifier of the created thing
 * @param publicUrl its public address
 * @param job the identifier of a job accepted for later
 * @param excerpt at most {@value #MAX_EXCERPT} characters of the answer, without secrets
 */
public record Evidence(
    Optional<Integer> status,
    Optional<String> providerId,
    Optional<String> publicUrl,
    Optional<String> job,
    Optional<String> excerpt) {
  /** Longest excerpt, in characters. */
  public static final int MAX_EXCERPT = 2048;

  /** No answer came. */
  public static final Evidence NONE =
      new Evidence(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  public Evidence {
    excerpt =
        excerpt.map(text -> text.length() <= MAX_EXCERPT ? text : text.substring(0, MAX_EXCERPT));
  }
}
