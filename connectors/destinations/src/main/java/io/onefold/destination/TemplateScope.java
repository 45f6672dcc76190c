package io.onefold.destination;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which variables a template may use, by its place.
 *
 * @param names variables that are known there
 * @param operation true if there is one operation, with its attributes and payload
 */
record TemplateScope(List<String> names, boolean operation) {
  static final String ATTRIBUTES = "attributes.";
  static final String PAYLOAD = "payload.";
  private static final List<String> REFERENCES =
      List.of("operationId", "reference", "referenceUuid", "referenceBase32");

  /** All variables but those of the intent, which have a prefix. */
  static final Set<String> ANYWHERE =
      Set.of(
          "operationId",
          "reference",
          "referenceUuid",
          "referenceBase32",
          "firstSentAt",
          "since",
          "sinceSeconds",
          "sinceMillis",
          "providerId",
          "publicUrl",
          "job");

  /** Of every request that serves one operation. */
  static final TemplateScope OPERATION =
      new TemplateScope(REFERENCES, true)
          .with("firstSentAt")
          .with("since")
          .with("sinceSeconds")
          .with("sinceMillis");

  /** Of the idempotency key: nothing that changes between two attempts. */
  static final TemplateScope KEY = new TemplateScope(REFERENCES, true);

  /** Of a body: what is known when the intent is admitted, also the payload as a whole. */
  static final TemplateScope BODY = KEY.with("payload");

  /** Of a request that serves a whole destination. */
  static final TemplateScope DESTINATION = new TemplateScope(List.of(), false);

  /** The same and one more variable. */
  TemplateScope with(String name) {
    Set<String> more = new LinkedHashSet<>(names);
    more.add(name);
    return new TemplateScope(List.copyOf(more), operation);
  }

  boolean knows(String name) {
    return names.contains(name)
        || (operation && (isNested(name, ATTRIBUTES) || isNested(name, PAYLOAD)));
  }

  /** True if a template holds the operation's identity, in one form or another. */
  static boolean namesOperation(Template template) {
    return template.variables().stream().anyMatch(REFERENCES::contains);
  }

  /** The attribute that a variable stands for; empty if it is no attribute. */
  static String attribute(String name) {
    return isNested(name, ATTRIBUTES) ? name.substring(ATTRIBUTES.length()) : "";
  }

  private static boolean isNested(String name, String prefix) {
    return name.startsWith(prefix) && name.length() > prefix.length();
  }

  /** Why a name stands for nothing. */
  String whyUnknown(String name) {
    return ANYWHERE.contains(name) || isNested(name, ATTRIBUTES) || isNested(name, PAYLOAD)
        ? "has no value here"
        : "is no variable";
  }

  /** All variables, for messages. */
  String allowed() {
    if (names.isEmpty() && !operation) {
      return "none is allowed here, because the identity probe is sent for no single operation";
    }
    return "allowed here are "
        + String.join(", ", names)
        + (operation ? ", attributes.<name> and payload.<field>" : "");
  }
}
