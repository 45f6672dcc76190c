package io.onefold.destination;

import java.util.ArrayList;
import java.util.List;

/**
 * Resolves secret references where a request is built, and nowhere earlier. A resolved value is
 * handed to the caller alone: it is in no message, no hash and no {@code toString}. Thread-safe if
 * its resolver is.
 */
public final class Secrets {
  private final SecretResolver resolver;

  /** Secrets from the given place. */
  public Secrets(SecretResolver resolver) {
    this.resolver = resolver;
  }

  /** Secrets from the environment and the files of this process. */
  public static Secrets ofThisProcess() {
    return new Secrets(SecretResolver.ofThisProcess());
  }

  /**
   * The value behind a reference.
   *
   * @param where the place in the contract that needs it, for the message
   * @throws ExpansionException if there is none, or it is empty, or it has control characters
   */
  public String resolve(SecretReference reference, String where) {
    String value =
        switch (reference.kind()) {
          case ENV ->
              resolver
                  .environment(reference.name())
                  .orElseThrow(
                      () -> missing(reference, where, "the environment variable is not set"));
          case FILE ->
              withoutLineEnd(
                  resolver
                      .file(reference.name())
                      .orElseThrow(() -> missing(reference, where, "the file cannot be read")));
        };
    if (value.isBlank()) {
      throw missing(reference, where, "it is empty");
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw missing(reference, where, "it holds a line end or another control character");
    }
    return value;
  }

  /**
   * What this machine cannot resolve of the secrets that a contract needs.
   *
   * @return one entry for each place, in the order of the contract; empty if all is there
   */
  public List<Unresolved> unresolved(Destination destination) {
    List<Unresolved> unresolved = new ArrayList<>();
    for (Template template : ContractTemplates.of(destination)) {
      for (SecretReference reference : template.secrets()) {
        try {
          resolve(reference, template.where());
        } catch (ExpansionException missing) {
          unresolved.add(
              new Unresolved(template.where(), reference, String.valueOf(missing.getMessage())));
        }
      }
    }
    return unresolved;
  }

  private static ExpansionException missing(SecretReference reference, String where, String why) {
    return new ExpansionException(
        "%s has no usable value for %s: %s"
            .formatted(reference, ExpansionException.place(where), why));
  }

  // Editors and mounted secrets end a file with a line end that is no part of the secret.
  private static String withoutLineEnd(String text) {
    if (text.endsWith("\r\n")) {
      return text.substring(0, text.length() - 2);
    }
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  /**
   * A secret that cannot be resolved here.
   *
   * @param where its place in the contract
   * @param reference what the contract refers to
   * @param message what is wrong, without any value
   */
  public record Unresolved(String where, SecretReference reference, String message) {}
}
