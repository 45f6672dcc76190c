package io.onefold.operation;

import java.util.Optional;

/** What an answer told about the thing that was sent. */
public record Evidence(
    Optional<Integer> status,
    Optional<String> providerId,
    Optional<String> publicUrl,
    Optional<String> job,
    Optional<String> excerpt) {
  /** No answer came. */
  public static final Evidence NONE =
      new Evidence(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
