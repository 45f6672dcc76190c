package io.onefold.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.Concern;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.Questions;
import io.onefold.operation.StateName;
import io.onefold.schema.AllowedDecision;
import io.onefold.schema.Escalation;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EscalationCodecTest {
  private static final int SEEDS = 30;

  @ParameterizedTest
  @EnumSource
  void shouldSayWhatIsAskedWhenAQuestionIsOpenIn(StateName name) {
    LongStream.range(0, SEEDS)
        .forEach(
            seed -> {
              // given
              OperationState state = StoredSamples.state(name, new Arbitrary(seed));
              Optional<Concern> question = Questions.open(state);

              // when
              Optional<Escalation> open =
                  EscalationCodec.open(state).map(e -> Wire.through(Escalation.class, e));

              // then
              assertEquals(question.isPresent(), open.isPresent(), "seed " + seed);
              open.ifPresent(
                  e -> {
                    assertEquals("OPEN", e.getStatus());
                    assertAsks(question.orElseThrow(), state, e);
                    assertEquals(
                        Questions.allowed(state).entrySet().stream()
                            .map(d -> d.getKey().name() + d.getValue())
                            .collect(Collectors.toSet()),
                        e.getDecisions().stream()
                            .map(EscalationCodecTest::described)
                            .collect(Collectors.toSet()));
                    assertNull(e.getClosedAtMs());
                    assertNull(e.getClosedBy());
                  });
            });
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ABSENT")
  void shouldSayWhoAnsweredWhenAQuestionIsClosedIn(StateName name) {
    // given
    Arbitrary arbitrary = new Arbitrary(8);
    OperationState state = StoredSamples.state(name, arbitrary);
    Concern answered = arbitrary.any(Concern.class);

    // when
    Escalation closed =
        Wire.through(
            Escalation.class,
            EscalationCodec.closed(state, answered, Instant.ofEpochMilli(5), "r.roe"));

    // then
    assertEquals("CLOSED", closed.getStatus());
    assertAsks(answered, state, closed);
    assertTrue(closed.getDecisions().isEmpty());
    assertEquals(5L, closed.getClosedAtMs());
    assertEquals("r.roe", closed.getClosedBy());
  }

  @Test
  void shouldAskNothingWhenNothingIsKnown() {
    // given
    OperationState state = new OperationState.Absent("op-1", 3);

    // when
    Optional<Escalation> open = EscalationCodec.open(state);

    // then
    assertTrue(open.isEmpty());
  }

  private static String described(AllowedDecision decision) {
    return decision.getAction() + decision.getConsequence();
  }

  private static void assertAsks(Concern concern, OperationState state, Escalation e) {
    assertEquals(state.operationId(), e.getOperationId());
    assertEquals(state.operationId() + "#" + concern.openedBy(), e.getEscalationId());
    assertEquals(concern.reason().name(), e.getReason());
    assertEquals(concern.stage().name(), e.getFirstBrokenStage());
    assertEquals(concern.text(), e.getKnown());
    assertEquals(concern.openedAt().toEpochMilli(), e.getOpenedAtMs());
    assertEquals(StateName.of(state).name(), e.getState());
    assertEquals(state.sequence(), e.getSequence());
    if (state instanceof Known known) {
      assertEquals(known.operation().intent().payloadHash(), e.getPayloadHash());
      assertEquals(known.operation().intent().destination(), e.getDestination().getId());
      assertEquals(known.operation().attempts().entries().size(), e.getAttempts().size());
      assertEquals(known.operation().intent().owner(), Optional.ofNullable(e.getOwner()));
    }
  }
}
