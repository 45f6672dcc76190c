package io.onefold.standalone.cli;

/** How a command ends. */
final class ExitCode {
  static final int OK = 0;

  /** The command's own negative answer. */
  static final int NEGATIVE = 1;

  /** Wrong usage or configuration. */
  static final int USAGE = 2;

  /** Something needed is unreachable or cannot be started. */
  static final int UNREACHABLE = 3;

  private ExitCode() {}
}
