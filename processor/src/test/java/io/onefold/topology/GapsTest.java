package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GapsTest {
  @Test
  void shouldTellThatARebuildHelpsWhenATaskFindsAGap() {
    // when
    StateGapException gap = new Gaps("some-ledger").in(3, "it is older");

    // then
    assertTrue(gap.rebuildHelps());
    assertTrue(
        String.valueOf(gap.getMessage()).endsWith("onefold rebuild --application-id some-ledger"),
        gap::getMessage);
  }
}
