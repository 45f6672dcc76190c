package io.onefold.audit;

/** Is told how far an audit is; called often, by several threads, one at a time. */
public interface Progress {
  /**
   * So much is done.
   *
   * @param share 0 to 1
   * @param what in a few words
   */
  void at(double share, String what);

  /** Tells nobody. */
  static Progress silent() {
    return (share, what) -> {};
  }
}
