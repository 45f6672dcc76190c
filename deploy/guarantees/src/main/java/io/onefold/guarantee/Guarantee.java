package io.onefold.guarantee;

import java.util.List;
import java.util.function.Consumer;

/** One sentence of the promise, which watches a run. Used by one thread at a time. */
public interface Guarantee {
  /** The sentence, as it stands in the README. */
  String promise();

  /** Looks at the next thing that was seen, and names what it breaks. */
  void see(Seen seen, Consumer<Violation> violations);

  /**
   * The run is over and nothing more will happen by itself: names what is broken or missing in the
   * end. Called once.
   */
  void conclude(Consumer<Violation> violations);

  /** What a broken assumption excuses; complete after {@link #conclude}. */
  default List<Excused> excused() {
    return List.of();
  }
}
