package io.onefold.processor.rebuild;

/** Told how far a long run is. Called by several threads. */
public interface Progress {
  /** Nobody looks. */
  Progress NONE = (phase, done, total) -> {};

  /**
   * So far.
   *
   * @param phase what is being done, in a few words
   * @param done records of it so far
   * @param total records of it in all, as far as is known; 0 if it is not
   */
  void at(String phase, long done, long total);
}
