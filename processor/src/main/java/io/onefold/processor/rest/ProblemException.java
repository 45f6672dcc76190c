package io.onefold.processor.rest;

/** A request is refused. */
final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  ProblemException(Problem problem) {
    super(problem.message());
    this.problem = problem;
  }

  Problem problem() {
    return problem;
  }
}
