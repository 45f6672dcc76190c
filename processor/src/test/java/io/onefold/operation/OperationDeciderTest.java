package io.onefold.operation;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.OperationState.Known;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Every state against every input. What is expected stands in {@code decisions.txt}, written from
 * the protocol; a pair without a row fails, and so does a row that no pair needs.
 */
class OperationDeciderTest {
  private final Map<String, Supplier<Story>> states = StateSamples.all();
  private final Map<String, Function<Story, OperationInput>> inputs = InputSamples.all();

  @Test
  void shouldDecideAsTheTableSaysWhenAnyStateMeetsAnyInput() {
    // given
    DecisionTable table = DecisionTable.load();
    List<String> wrong = new ArrayList<>();
    Set<DecisionTable.Row> used = new HashSet<>();

    // when
    states.forEach(
        (stateName, told) ->
            inputs.forEach(
                (inputName, made) -> {
                  Story story = told.get();
                  OperationState before = story.state();
                  OperationInput input = made.apply(story);
                  table
                      .row(inputName, stateName)
                      .ifPresentOrElse(
                          row -> {
                            used.add(row);
                            row.differs(before, input, story.take(input))
                                .ifPresent(
                                    d -> wrong.add(inputName + " in " + stateName + ": " + d));
                          },
                          () -> wrong.add(inputName + " in " + stateName + ": no row"));
                }));

    // then
    assertEquals("", String.join("\n", wrong));
    List<DecisionTable.Row> idle = table.rows().stream().filter(r -> !used.contains(r)).toList();
    assertEquals(List.of(), idle, "rows that no pair of state and input needs");
  }

  @Test
  void shouldCoverEveryKindOfStateAndInput() {
    // given
    Set<StateName> names =
        states.values().stream()
            .map(s -> StateName.of(s.get().state()))
            .collect(Collectors.toSet());
    Set<Class<?>> kinds =
        states.values().stream()
            .flatMap(s -> inputs.values().stream().map(i -> i.apply(s.get()).getClass()))
            .collect(Collectors.toSet());

    // then
    assertEquals(EnumSet.allOf(StateName.class), names);
    assertEquals(Set.of(OperationInput.class.getPermittedSubclasses()), kinds);
  }

  @Test
  void shouldTellEachSampleStateByItsName() {
    assertAll(
        states.entrySet().stream()
            .map(
                e ->
                    () -> {
                      StateName name = StateName.of(e.getValue().get().state());
                      assertTrue(
                          prefixes(name).anyMatch(e.getKey()::startsWith),
                          e.getKey() + " is " + name);
                    }));
  }

  private static java.util.stream.Stream<String> prefixes(StateName name) {
    return Arrays.stream(
        switch (name) {
          case ABSENT -> new String[] {"absent"};
          case READY -> new String[] {"ready"};
          case CLAIMED -> new String[] {"claimed"};
          case COMMIT_UNKNOWN -> new String[] {"cu-"};
          case UNRESOLVED -> new String[] {"un-"};
          case VERIFIED -> new String[] {"verified"};
          case REJECTED -> new String[] {"rejected"};
          case RESOLVED -> new String[] {"done", "not-done", "open-ended"};
          case FORGOTTEN -> new String[] {"forgotten-"};
        });
  }

  static int token(OperationState state) {
    return state instanceof Known known ? known.operation().attempts().token() : 0;
  }
}
