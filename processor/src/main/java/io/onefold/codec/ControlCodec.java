package io.onefold.codec;

import io.onefold.operation.Origin;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.DestinationRequest;
import io.onefold.schema.DestinationState;
import io.onefold.suspension.ControlEvent;
import io.onefold.suspension.DestinationControl;
import io.onefold.suspension.Phase;
import io.onefold.suspension.Request;
import io.onefold.suspension.Request.Asker;
import io.onefold.suspension.Request.Wish;
import io.onefold.suspension.Suspension;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The control of a destination: what is asked of it, its events, and its state. */
public final class ControlCodec {
  private static final int CHAIN_BYTES = 32;

  private enum Kind {
    REFUSED,
    TEST_ENDED,
    TEST_WANTED,
    SUSPEND,
    RESUME
  }

  private ControlCodec() {}

  /** A request as a record of the topic. */
  public static DestinationRecord record(
      String destination, Instant askedAt, Asker asker, Wish wish) {
    return new DestinationRecord(destination, write(askedAt, asker, wish));
  }

  /** An event as a record of the topic, with an empty chain. */
  public static DestinationRecord record(ControlEvent event, DestinationControl after) {
    Request request = event.request();
    DestinationEvent avro = new DestinationEvent();
    avro.setSequence(event.sequence());
    avro.setAtMs(request.at().toEpochMilli());
    avro.setCause(JournalCodec.cause(request.origin()));
    avro.setRequest(write(request.askedAt(), request.asker(), request.wish()));
    avro.setConclusion(event.verdict().name());
    avro.setText(event.text());
    avro.setState(state(after));
    avro.setChain(ByteBuffer.allocate(CHAIN_BYTES));
    return new DestinationRecord(event.destination(), avro);
  }

  /** The event of a record, as it was decided. */
  public static ControlEvent event(String destination, DestinationEvent avro) {
    return new ControlEvent(
        destination,
        avro.getSequence(),
        request(
            avro.getRequest(),
            JournalCodec.origin(avro.getCause()),
            Fields.instant(avro.getAtMs())),
        Fields.constant(ControlEvent.Verdict.class, avro.getConclusion(), "conclusion"),
        avro.getText());
  }

  /**
   * Reads a request.
   *
   * @throws UnreadableRecordException if it says nothing that could be decided about
   */
  public static Request request(DestinationRequest avro, Origin origin, Instant at) {
    Kind kind = Fields.constant(Kind.class, avro.getKind(), "kind");
    boolean personal = kind == Kind.SUSPEND || kind == Kind.RESUME;
    if (personal != (avro.getPartition() < 0)) {
      throw new UnreadableRecordException(
          "partition is %d in a request of kind %s; allowed: -1 for a person's SUSPEND and RESUME, 0 or more for the others"
              .formatted(avro.getPartition(), kind));
    }
    return new Request(
        at, origin, Fields.instant(avro.getAskedAtMs()), asker(avro), wish(kind, avro));
  }

  private static Asker asker(DestinationRequest avro) {
    if (avro.getPartition() < 0) {
      return new Asker.Person(Fields.present(avro.getBy(), "by"));
    }
    if (avro.getNumber() < 1) {
      throw new UnreadableRecordException(
          "number is " + avro.getNumber() + "; allowed: 1 or more for a partition");
    }
    return new Asker.Partition(avro.getPartition(), avro.getNumber());
  }

  private static Wish wish(Kind kind, DestinationRequest avro) {
    return switch (kind) {
      case REFUSED ->
          new Wish.Refused(
              Fields.present(avro.getOperationId(), "operationId"),
              Fields.constant(Suspension.Why.class, avro.getReason(), "reason"),
              avro.getText());
      case TEST_ENDED ->
          new Wish.TestEnded(
              Fields.present(avro.getOperationId(), "operationId"),
              sequence(avro),
              avro.getPassed(),
              avro.getText());
      case TEST_WANTED ->
          new Wish.TestWanted(
              Fields.present(avro.getOperationId(), "operationId"),
              Fields.present(avro.getBy(), "by"),
              avro.getText());
      case SUSPEND -> new Wish.Suspend(Fields.present(avro.getText(), "text"));
      case RESUME ->
          new Wish.Resume(
              Fields.present(avro.getOperationId(), "operationId"),
              sequence(avro),
              Fields.present(avro.getText(), "text"));
    };
  }

  private static long sequence(DestinationRequest avro) {
    Long sequence = avro.getSequence();
    if (sequence == null) {
      throw new UnreadableRecordException(
          "sequence is missing; %s must name one".formatted(avro.getKind()));
    }
    return sequence;
  }

  private static DestinationRequest write(Instant askedAt, Asker asker, Wish wish) {
    DestinationRequest avro = new DestinationRequest();
    avro.setReason("");
    avro.setBy("");
    avro.setPartition(-1);
    avro.setAskedAtMs(askedAt.toEpochMilli());
    switch (asker) {
      case Asker.Person person -> avro.setBy(person.name());
      case Asker.Partition by -> {
        avro.setPartition(by.partition());
        avro.setNumber(by.number());
      }
    }
    switch (wish) {
      case Wish.Refused refused -> {
        say(avro, Kind.REFUSED, refused.operationId(), refused.text());
        avro.setReason(refused.why().name());
      }
      case Wish.TestEnded ended -> {
        say(avro, Kind.TEST_ENDED, ended.operationId(), ended.text());
        avro.setSequence(ended.test());
        avro.setPassed(ended.passed());
      }
      case Wish.TestWanted wanted -> {
        say(avro, Kind.TEST_WANTED, wanted.operationId(), wanted.text());
        avro.setBy(wanted.by());
      }
      case Wish.Suspend suspend -> say(avro, Kind.SUSPEND, "", suspend.text());
      case Wish.Resume resume -> {
        say(avro, Kind.RESUME, resume.operationId(), resume.text());
        avro.setSequence(resume.sequence());
      }
    }
    return avro;
  }

  private static void say(DestinationRequest avro, Kind kind, String operationId, String text) {
    avro.setKind(kind.name());
    avro.setOperationId(operationId);
    avro.setText(Fields.text(text));
  }

  static DestinationState state(DestinationControl control) {
    DestinationState avro = new DestinationState();
    avro.setPhase(control.phase().nameOf().name());
    avro.setMovedAt(control.movedAt());
    avro.setTestOperation("");
    avro.setTestedBy("");
    avro.setSuspension(Fields.orNull(control.phase().whyNotOpen().map(ControlCodec::suspension)));
    if (control.phase() instanceof Phase.Testing testing) {
      avro.setTestOperation(testing.operationId());
      avro.setTestedBy(testing.by());
      avro.setTestedSinceMs(testing.since().toEpochMilli());
    }
    Map<String, Long> taken = new TreeMap<>();
    control.taken().forEach((partition, number) -> taken.put(partition.toString(), number));
    avro.setTaken(taken);
    return avro;
  }

  private static io.onefold.schema.Suspension suspension(Suspension why) {
    io.onefold.schema.Suspension avro = new io.onefold.schema.Suspension();
    avro.setReason(why.why().name());
    avro.setText(why.text());
    avro.setBy(why.by().orElse(""));
    avro.setOperationId(why.operationId().orElse(""));
    avro.setSinceMs(why.since().toEpochMilli());
    avro.setOpenedBy(why.openedBy());
    avro.setLastTest(why.lastTest().orElse(""));
    return avro;
  }

  /** The control that an event left. */
  public static DestinationControl control(
      String destination, long sequence, DestinationState avro) {
    Map<Integer, Long> taken = new HashMap<>();
    avro.getTaken().forEach((partition, number) -> taken.put(number(partition), number));
    return new DestinationControl(destination, sequence, avro.getMovedAt(), phase(avro), taken);
  }

  private static Phase phase(DestinationState avro) {
    return switch (Fields.constant(Phase.Name.class, avro.getPhase(), "phase")) {
      case OPEN -> new Phase.Open();
      case SUSPENDED -> new Phase.Suspended(suspension(avro.getSuspension()));
      case TESTING ->
          new Phase.Testing(
              suspension(avro.getSuspension()),
              Fields.present(avro.getTestOperation(), "testOperation"),
              avro.getTestedBy(),
              Fields.instant(avro.getTestedSinceMs()).orElse(Instant.EPOCH));
    };
  }

  private static Suspension suspension(io.onefold.schema.@Nullable Suspension avro) {
    if (avro == null) {
      throw new UnreadableRecordException("suspension is missing in a phase that is not OPEN");
    }
    return new Suspension(
        Fields.constant(Suspension.Why.class, avro.getReason(), "reason"),
        avro.getText(),
        told(avro.getBy()),
        told(avro.getOperationId()),
        Fields.instant(avro.getSinceMs()),
        avro.getOpenedBy(),
        told(avro.getLastTest()));
  }

  private static Optional<String> told(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  private static int number(String partition) {
    try {
      return Integer.parseInt(partition);
    } catch (NumberFormatException e) {
      throw new UnreadableRecordException(
          "taken names the partition '%s'; allowed: a number".formatted(partition));
    }
  }
}
