package io.onefold.processor.rest;

import io.micronaut.http.HttpRequest;
import io.onefold.operation.Review;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * Who decides. A caller who proved who they are decides in that name and no other; where nobody has
 * to prove anything, their word is taken.
 */
@Singleton
final class Reviewer {
  /** The header that names the reviewer. */
  static final String HEADER = "X-Onefold-Reviewer";

  private static final String ANONYMOUS = "anonymous@rest";
  private static final int LONGEST = 200;

  /**
   * The name that goes into the record.
   *
   * @param named in the body
   * @throws ProblemException if that caller may not decide this, or the name is not usable
   */
  String of(HttpRequest<?> request, Optional<String> named, Review.Action action) {
    return name(request, named);
  }

  /**
   * The name of who suspends or resumes a destination.
   *
   * @throws ProblemException if that caller may not, or the name is not usable
   */
  String of(HttpRequest<?> request, Optional<String> named) {
    return name(request, named);
  }

  private static String name(HttpRequest<?> request, Optional<String> named) {
    Optional<String> proven = Callers.of(request).name();
    if (proven.isPresent()) {
      refuseOthers(proven.get(), Optional.ofNullable(request.getHeaders().get(HEADER)), HEADER);
      refuseOthers(proven.get(), named, "reviewer");
      return proven.get();
    }
    String name =
        Optional.ofNullable(request.getHeaders().get(HEADER)).or(() -> named).orElse(ANONYMOUS);
    if (name.isBlank()
        || name.length() > LONGEST
        || name.chars().anyMatch(Character::isISOControl)) {
      throw Problem.of(
              ProblemType.INVALID_REVIEW,
              "reviewer",
              "reviewer is not one line of 1 to " + LONGEST + " characters")
          .exception();
    }
    return name;
  }

  private static void refuseOthers(String proven, Optional<String> claimed, String field) {
    if (claimed.filter(name -> !name.equals(proven)).isPresent()) {
      throw Problem.of(
              ProblemType.FORBIDDEN,
              field,
              "%s names '%s', but the credential proves '%s'; allowed is that name, or none"
                  .formatted(field, claimed.get(), proven))
          .exception();
    }
  }
}
