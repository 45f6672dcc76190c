package io.onefold.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.OperationEvent;
import io.onefold.operation.OperationInput;
import io.onefold.operation.OperationInput.IntentSubmitted;
import io.onefold.operation.OperationInput.TimerFired;
import io.onefold.operation.Rendering;
import io.onefold.operation.Step;
import io.onefold.schema.Conclusion;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class JournalCodecTest {
  private static final int SEEDS = 12;

  static Stream<Arguments> everyInputWithEveryStep() {
    return Arrays.stream(OperationInput.class.getPermittedSubclasses())
        .flatMap(
            input ->
                Arrays.stream(Step.class.getPermittedSubclasses())
                    .map(step -> Arguments.of(input, step)));
  }

  @ParameterizedTest
  @MethodSource("everyInputWithEveryStep")
  void shouldReadBackWhatWasWrittenWhenAnyInputMeetsAnyStep(
      Class<? extends OperationInput> input, Class<? extends Step> step) {
    LongStream.range(0, SEEDS)
        .forEach(
            seed -> {
              // given
              Arbitrary arbitrary = new Arbitrary(seed);
              OperationEvent event =
                  new OperationEvent("op-1", seed + 1, arbitrary.any(input), arbitrary.any(step));

              // when
              OperationEvent read = JournalCodec.read(Wire.through(JournalCodec.write(event)));

              // then
              assertEquals(withoutPayload(event), read, "seed " + seed);
            });
  }

  @Test
  void shouldWriteSameBytesWhenAttributesComeInAnotherOrder() {
    // given
    OperationEvent event = intentWithAttributes("zeta", "alpha", "mid", "beta");
    OperationEvent same = intentWithAttributes("beta", "mid", "zeta", "alpha");

    // when
    List<String> written = attributesAsWritten(event);

    // then
    assertEquals(List.of("alpha", "beta", "mid", "zeta"), written);
    assertEquals(written, attributesAsWritten(same));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SHRUG      | NONE      | conclusion.kind is 'SHRUG'
          STAY       | MAYBE     | why is 'MAYBE'; allowed: [DUPLICATE_INTENT
          NOTIFY     | BAD_MOOD  | why is 'BAD_MOOD'; allowed: [MISSING_APPROVAL
          ESCALATE   | BAD_MOOD  | why is 'BAD_MOOD'; allowed: [MISSING_APPROVAL
          ESCALATE   | EXPIRED   | stage is ''; allowed: [POLICY_ADMISSION
          REJECT     | BAD_MOOD  | why is 'BAD_MOOD'; allowed: [MISSING_APPROVAL
          VERIFY     | HEARSAY   | why is 'HEARSAY'; allowed: [READBACK
          RESOLVE    | HALF      | why is 'HALF'; allowed: [VERIFIED
          OFFER      | BOREDOM   | why is 'BOREDOM'; allowed: [ADMITTED
          OFFER      | ADMITTED  | conclusion OFFER has no time
          GRANT_CLAIM| NONE      | conclusion GRANT_CLAIM has no time
          ASK_LATER  | NONE      | conclusion ASK_LATER has no time
          """)
  void shouldNameFieldAndAllowedValuesWhenConclusionIsUnreadable(
      String kind, String why, String message) {
    // given
    io.onefold.schema.OperationEvent event = written(new Arbitrary(1).any(TimerFired.class));
    event.setConclusion(new Conclusion(kind, why, null, "text", List.of(), null));

    // when
    UnreadableRecordException refused =
        assertThrows(UnreadableRecordException.class, () -> JournalCodec.read(event));

    // then
    assertTrue(refused.getMessage().startsWith(message), refused::getMessage);
  }

  @Test
  void shouldNameAllowedTimersWhenTimerIsUnknown() {
    // given
    io.onefold.schema.OperationEvent event = written(new Arbitrary(1).any(TimerFired.class));
    event.setInput(new io.onefold.schema.TimerFired("LUNCH", 1));

    // when
    UnreadableRecordException refused =
        assertThrows(UnreadableRecordException.class, () -> JournalCodec.read(event));

    // then
    assertEquals(
        "timer is 'LUNCH'; allowed: [LEASE, SETTLE, EXPIRY, OFFER, READBACK, DEADLINE, FORGET]",
        refused.getMessage());
  }

  private static io.onefold.schema.OperationEvent written(OperationInput input) {
    return JournalCodec.write(new OperationEvent("op-1", 1, input, new Step.Ask()));
  }

  private static OperationEvent withoutPayload(OperationEvent event) {
    return event.input() instanceof IntentSubmitted in
        ? new OperationEvent(
            event.operationId(),
            event.sequence(),
            new IntentSubmitted(
                in.at(),
                in.origin(),
                in.intent().withoutPayload(),
                in.destination(),
                Rendering.of(in.rendering().replacement())),
            event.step())
        : event;
  }

  private static OperationEvent intentWithAttributes(String... names) {
    IntentSubmitted any = new Arbitrary(7).any(IntentSubmitted.class);
    java.util.Map<String, String> attributes = new java.util.LinkedHashMap<>();
    Arrays.stream(names).forEach(name -> attributes.put(name, "of " + name));
    IntentSubmitted in =
        new IntentSubmitted(
            any.at(),
            any.origin(),
            Intents.withAttributes(any.intent(), attributes),
            any.destination());
    return new OperationEvent("op-1", 1, in, new Step.Ask());
  }

  private static List<String> attributesAsWritten(OperationEvent event) {
    io.onefold.schema.IntentSubmitted in =
        (io.onefold.schema.IntentSubmitted) JournalCodec.write(event).getInput();
    return List.copyOf(in.getIntent().getAttributes().keySet());
  }
}
