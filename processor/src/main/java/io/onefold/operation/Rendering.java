package io.onefold.operation;

import java.util.Optional;

/** What the contract makes of an intent's content. */
public sealed interface Rendering {
  /** The payload is sent as it is, or no contract is known. */
  record Payload() implements Rendering {}

  /** Something else is sent in its place. */
  record Rendered(RenderedBody body) implements Rendering {}

  /**
   * The contract has a template that this intent cannot fill, so nothing can be sent.
   *
   * @param why a sentence for people that names field and variable
   */
  record Impossible(String why) implements Rendering {}

  /** A body that was rendered before; empty: the payload is sent as it is. */
  static Rendering of(Optional<RenderedBody> body) {
    return body.<Rendering>map(Rendered::new).orElseGet(Payload::new);
  }

  /** What is sent in place of the payload. */
  default Optional<RenderedBody> replacement() {
    return switch (this) {
      case Payload payload -> Optional.empty();
      case Rendered rendered -> Optional.of(rendered.body());
      case Impossible impossible -> Optional.empty();
    };
  }
}
