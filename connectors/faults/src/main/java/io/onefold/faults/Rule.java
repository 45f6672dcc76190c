package io.onefold.faults;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which exchanges meet which fault.
 *
 * @param name what the log calls it
 * @param method of the requests it is for, in capitals; empty: any
 * @param path what the path of a request, with its query, must contain
 * @param tag what the whole tag of a request must be, see {@link FaultProxy#TAG}
 * @param fault what happens to them
 * @param times how many exchanges it hits before it is spent; 0: without end
 * @param probability of being hit, above 0, at most 1, for each exchange that no earlier rule hit:
 *     20 % lost and 10 % cut are a first rule of 0.2 and a second one of 0.125
 */
public record Rule(
    String name,
    Optional<String> method,
    Pattern path,
    Pattern tag,
    Fault fault,
    int times,
    double probability) {
  private static final Pattern ANY = Pattern.compile("(?s).*");

  public Rule {
    if (times < 0) {
      throw new IllegalArgumentException("times is " + times + "; allowed are 0 and more");
    }
    if (!(probability > 0 && probability <= 1)) {
      throw new IllegalArgumentException(
          "probability is " + probability + "; allowed is what is above 0 and at most 1");
    }
  }

  /** Hits every exchange. */
  public static Rule always(Fault fault) {
    return new Rule(fault.getClass().getSimpleName(), Optional.empty(), ANY, ANY, fault, 0, 1);
  }

  /** The same under this name. */
  public Rule named(String other) {
    return new Rule(other, method, path, tag, fault, times, probability);
  }

  /** The same, only for requests of this method. */
  public Rule method(String only) {
    return new Rule(name, Optional.of(only), path, tag, fault, times, probability);
  }

  /** The same, only where this regular expression is found in path and query. */
  public Rule path(String expression) {
    return new Rule(name, method, Pattern.compile(expression), tag, fault, times, probability);
  }

  /** The same, only where this regular expression matches the whole tag. */
  public Rule tag(String expression) {
    return new Rule(name, method, path, Pattern.compile(expression), fault, times, probability);
  }

  /** The same, for so many exchanges. */
  public Rule times(int many) {
    return new Rule(name, method, path, tag, fault, many, probability);
  }

  /** The same, with this probability. */
  public Rule probability(double each) {
    return new Rule(name, method, path, tag, fault, times, each);
  }

  boolean isFor(String requestMethod, String target, String requestTag) {
    return method.map(requestMethod::equals).orElse(true)
        && path.matcher(target).find()
        && tag.matcher(requestTag).matches();
  }
}
