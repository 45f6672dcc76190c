package io.onefold.destination;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** A part of a JSON body. */
public sealed interface BodyNode {
  /**
   * A text with variables. Where the whole text is one variable, the value keeps its JSON type:
   * {@code "{payload.amount}"} is a number if the payload's is.
   */
  record Text(Template template) implements BodyNode {}

  /** A number as written in the contract. */
  record Numeric(BigDecimal value) implements BodyNode {}

  /** True or false. */
  record Flag(boolean value) implements BodyNode {}

  /** The JSON null. */
  record Null() implements BodyNode {}

  /** An object; names are taken as they are. */
  record Members(Map<String, BodyNode> members) implements BodyNode {
    public Members {
      members = Ordered.copy(members);
    }
  }

  /** An array. */
  record Elements(List<BodyNode> elements) implements BodyNode {
    public Elements {
      elements = List.copyOf(elements);
    }
  }
}
