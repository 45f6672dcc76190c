package io.onefold.suspension;

/**
 * One entry of a destination's journal: what was asked, and what followed.
 *
 * @param sequence 1, 2, 3 … without gaps
 * @param text one sentence for people
 */
public record ControlEvent(
    String destination, long sequence, Request request, Verdict verdict, String text) {

  /** What the control made of a request. */
  public enum Verdict {
    /** It takes no attempts any more. */
    SUSPEND,
    /** One operation is let through. */
    TEST,
    /** The test passed: it takes attempts again. */
    REOPEN,
    /** The test did not pass: it takes none again. */
    TEST_FAILED,
    /** Nothing changes, but the request is taken. */
    NOTE,
    /** A person's wish is not granted. */
    REFUSE
  }
}
