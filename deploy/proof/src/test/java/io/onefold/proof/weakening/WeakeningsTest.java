package io.onefold.proof.weakening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The simulation notices each rule that is dropped, and nothing where none is. */
class WeakeningsTest {
  /** The kept seed, and this many more in case that it has lost its meaning. */
  private static final int HISTORIES = 400;

  @Test
  void shouldNoticeEveryDroppedRule() {
    // given
    Checkout checkout = Checkout.find();
    List<Weakening> weakenings = checkout.weakenings();
    Trials trials = new Trials(checkout, HISTORIES, false);

    // when
    List<Trials.Result> results = trials.run(weakenings, result -> {});

    // then
    List<String> missed =
        results.stream()
            .filter(result -> result.caught().isEmpty())
            .map(result -> result.weakening().name())
            .toList();
    assertEquals(
        List.of(),
        missed,
        "not noticed; 'deploy/onefold prove weakenings --search' looks for other seeds");
    assertTrue(weakenings.size() >= 18, "only " + weakenings.size() + " weakenings");
    assertEquals(Optional.empty(), trials.control(results), "the unchanged code broke a promise");
  }
}
