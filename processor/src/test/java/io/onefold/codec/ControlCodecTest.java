package io.onefold.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.Origin;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRequest;
import io.onefold.suspension.ControlDecider;
import io.onefold.suspension.ControlEvent;
import io.onefold.suspension.ControlEvolver;
import io.onefold.suspension.DestinationControl;
import io.onefold.suspension.Request;
import io.onefold.suspension.Request.Asker;
import io.onefold.suspension.Request.Wish;
import io.onefold.suspension.Suspension;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlCodecTest {
  private static final Instant AT = Instant.parse("2026-10-31T08:00:00.123Z");
  private static final Instant ASKED = Instant.parse("2026-10-31T07:59:59Z");
  private static final Origin ORIGIN = new Origin("onefold.destinations", 2, 17);

  private DestinationControl control = DestinationControl.untouched("blog");
  private long number;

  @Test
  void shouldReadBackWhatWasWrittenWhenAnythingIsDecided() {
    taken(partition(), new Wish.Refused("op-1", Suspension.Why.AUTHORIZATION, "status 401"));
    taken(new Asker.Person("kim"), new Wish.Suspend("again"));
    taken(new Asker.Person("kim"), new Wish.Resume("op-2", 2, "a new password"));
    taken(partition(), new Wish.TestEnded("op-2", 3, false, "it is REJECTED"));
    taken(partition(), new Wish.TestWanted("op-3", "lee", "once more"));
    taken(partition(), new Wish.TestEnded("op-3", 5, true, "it is VERIFIED"));
    taken(new Asker.Person("kim"), new Wish.Suspend("maintenance"));
  }

  private Asker partition() {
    return new Asker.Partition(4, ++number);
  }

  private void taken(Asker asker, Wish wish) {
    // given
    DestinationRequest asked =
        (DestinationRequest) ControlCodec.record("blog", ASKED, asker, wish).getFact();
    Request request = new Request(AT, ORIGIN, ASKED, asker, wish);
    ControlEvent event = ControlDecider.decide(control, request);
    control = ControlEvolver.evolve(control, event);

    // when
    DestinationEvent avro = (DestinationEvent) ControlCodec.record(event, control).getFact();
    StoredDestination stored =
        new StoredDestination(control, "ab".repeat(32), 7, number, Optional.of(9L));

    // then
    assertEquals(request, ControlCodec.request(asked, ORIGIN, AT));
    assertEquals(event, ControlCodec.event("blog", avro));
    assertEquals(control, ControlCodec.control("blog", avro.getSequence(), avro.getState()));
    assertEquals(stored, DestinationSnapshotCodec.decode(DestinationSnapshotCodec.encode(stored)));
  }

  @Test
  void shouldReadBackWhatWasWrittenWhenNothingIsKnownOfADestination() {
    // given
    StoredDestination stored = StoredDestination.untouched("blog").asking(0, true);

    // then
    assertEquals(stored, DestinationSnapshotCodec.decode(DestinationSnapshotCodec.encode(stored)));
    assertThrows(
        IllegalStateException.class, () -> DestinationSnapshotCodec.decode(new byte[] {0, 1, 2}));
  }

  @ParameterizedTest
  @CsvSource({
    "SHRUG,       0, 1, kind is 'SHRUG'; allowed: [REFUSED",
    "SUSPEND,     0, 1, partition is 0 in a request of kind SUSPEND",
    "REFUSED,    -1, 0, partition is -1 in a request of kind REFUSED",
    "REFUSED,     0, 0, number is 0; allowed: 1 or more",
    "REFUSED,     0, 1, reason is ''; allowed: [AUTHORIZATION",
    "RESUME,     -1, 0, sequence is missing",
    "TEST_ENDED,  0, 1, sequence is missing",
  })
  void shouldNameFieldAndAllowedValuesWhenARequestIsUnreadable(
      String kind, int partition, long number, String message) {
    // given
    DestinationRequest avro =
        DestinationRequest.newBuilder()
            .setKind(kind)
            .setOperationId("op-1")
            .setText("text")
            .setBy("kim")
            .setPartition(partition)
            .setNumber(number)
            .setAskedAtMs(0L)
            .build();

    // when
    UnreadableRecordException refused =
        assertThrows(UnreadableRecordException.class, () -> ControlCodec.request(avro, ORIGIN, AT));

    // then
    assertTrue(refused.getMessage().startsWith(message), refused::getMessage);
  }
}
