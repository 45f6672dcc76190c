package io.onefold.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.StateName;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.OperationSnapshot;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SnapshotCodecTest {
  // Each optional field is filled with probability one half: all are met many times over.
  private static final int SEEDS = 60;

  private static final AvroSerde<OperationSnapshot> SERDE =
      AvroSerde.of(OperationSnapshot.class, BuiltInCatalogue.instance());

  @ParameterizedTest
  @EnumSource
  void shouldReadBackWhatWasWrittenWhenInAnyState(StateName name) {
    LongStream.range(0, SEEDS)
        .forEach(
            seed -> {
              // given
              Arbitrary arbitrary = new Arbitrary(seed);
              StoredOperation stored =
                  StoredSamples.stored(StoredSamples.state(name, arbitrary), arbitrary);

              // when
              StoredOperation read = SnapshotCodec.decode(SnapshotCodec.encode(stored));

              // then
              assertEquals(stored, read, "seed " + seed);
            });
  }

  @Test
  void shouldReadBackWhatWasWrittenWhenNothingIsStored() {
    // given
    StoredOperation stored = StoredOperation.absent("op-1", 17);

    // when
    StoredOperation read = SnapshotCodec.decode(SnapshotCodec.encode(stored));

    // then
    assertEquals(stored, read);
    assertEquals(StoredOperation.UNSCHEDULED, read.scheduledAtMs());
  }

  static Stream<Arguments> brokenSnapshots() {
    return Stream.of(
        broken("state is 'LIMBO'; allowed: [ABSENT, READY,", s -> s.setState("LIMBO")),
        broken("details is missing", s -> s.setDetails(null)),
        broken(
            "tombstone is missing",
            s -> {
              s.setState("FORGOTTEN");
              s.setTombstone(null);
            }),
        broken(
            "concern is missing",
            s -> {
              s.setState("UNRESOLVED");
              s.getDetails().setConcern(null);
            }),
        broken(
            "timer is 'LUNCH'; allowed: [LEASE, SETTLE,",
            s -> s.getDetails().setTimers(java.util.Map.of("LUNCH", 1L))),
        broken(
            "standingReason is 'MOOD'; allowed: [MISSING_APPROVAL,",
            s -> s.getDetails().setStandingReason("MOOD")),
        broken(
            "outcome is 'HALF'; allowed: [VERIFIED,",
            s -> s.getDetails().getEnding().setOutcome("HALF")),
        broken(
            "evidence is 'RUMOUR'; allowed: [READBACK,",
            s -> s.getDetails().getEnding().setEvidence("RUMOUR")));
  }

  private static Arguments broken(String message, Consumer<OperationSnapshot> damage) {
    return Arguments.of(message, damage);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenSnapshots")
  void shouldStopAndSayWhatIsWrongWhenStoredStateIsBroken(
      String message, Consumer<OperationSnapshot> damage) {
    // given
    Arbitrary arbitrary = new Arbitrary(3);
    StoredOperation stored =
        StoredSamples.stored(StoredSamples.state(StateName.VERIFIED, arbitrary), arbitrary);
    OperationSnapshot snapshot =
        SERDE.deserializer().deserialize("store", SnapshotCodec.encode(stored));
    damage.accept(snapshot);
    byte[] damaged = SERDE.serializer().serialize("store", snapshot);

    // when
    IllegalStateException stop =
        assertThrows(IllegalStateException.class, () -> SnapshotCodec.decode(damaged));

    // then
    assertTrue(stop.getCause() instanceof UnreadableRecordException, stop::toString);
    assertTrue(stop.getCause().getMessage().startsWith(message), stop.getCause()::toString);
  }

  @Test
  void shouldStopWhenBytesEndTooEarly() {
    // given
    byte[] whole = SnapshotCodec.encode(StoredOperation.absent("op-1", 17));
    byte[] cut = Arrays.copyOf(whole, whole.length - 3);

    // when
    IllegalStateException stop =
        assertThrows(IllegalStateException.class, () -> SnapshotCodec.decode(cut));

    // then
    assertEquals("cannot decode a stored operation of " + cut.length + " bytes", stop.getMessage());
  }
}
