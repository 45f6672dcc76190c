package io.onefold.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class KeysTest {
  @Test
  void shouldGoToAllPartitionsInTurnWhenNumbersFollowEachOther() {
    // given
    Keys keys = new Keys(6);

    // when
    List<String> ids = IntStream.range(0, 60).mapToObj(keys::id).toList();

    // then
    for (int number = 0; number < ids.size(); number++) {
      assertEquals(number % 6, keys.partition(ids.get(number)), ids.get(number));
      assertEquals(number, Keys.number(ids.get(number)));
    }
  }
}
