package io.onefold.audit;

import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.DestinationRef;
import io.onefold.schema.DestinationRequest;
import io.onefold.schema.Escalation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * All that is about destinations and not about one operation. It is little, and stays in memory.
 * Filled by several threads.
 */
final class Controls {
  static final String ESCALATION_KEY = "destination ";

  private final Reading reading;
  private final Processed processed;
  private final Map<String, Control> byName = new TreeMap<>();
  private final List<TopicRecord> letters = new ArrayList<>();
  private final List<TopicRecord> unreadable = new ArrayList<>();
  private final Set<Spot> spots = new HashSet<>();
  private final Set<Integer> partitionsWithEvents = new HashSet<>();
  private final Set<DestinationRef> refs = ConcurrentHashMap.newKeySet();
  private final Set<String> verified = ConcurrentHashMap.newKeySet();

  /** A place in the topic. */
  record Spot(int partition, long offset) {}

  /** What there is of one destination. */
  static final class Control {
    final List<Located<DestinationRecord>> requests = new ArrayList<>();
    final List<Located<DestinationRecord>> events = new ArrayList<>();
    final List<Located<Escalation>> escalations = new ArrayList<>();
  }

  Controls(Reading reading, Processed processed) {
    this.reading = reading;
    this.processed = processed;
  }

  static boolean isAboutDestination(byte @Nullable [] key) {
    return key != null && new String(key, StandardCharsets.UTF_8).startsWith(ESCALATION_KEY);
  }

  /** Takes in a record of the topic, a dead letter about one, or an escalation of a destination. */
  synchronized void add(Kind kind, TopicRecord record) {
    if (kind == Kind.DEAD_LETTER) {
      letters.add(record);
      return;
    }
    try {
      switch (reading.read(kind, record.topic(), record.value())) {
        case Escalation escalation ->
            control(escalation.getOperationId().substring(ESCALATION_KEY.length()))
                .escalations
                .add(new Located<>(record, escalation, ""));
        case DestinationRecord told -> add(record, told);
        default -> unreadable.add(record);
      }
    } catch (SerializationException | IndexOutOfBoundsException e) {
      unreadable.add(record);
    }
  }

  private void add(TopicRecord record, DestinationRecord told) {
    spots.add(new Spot(record.partition(), record.offset()));
    Located<DestinationRecord> located = new Located<>(record, told, "");
    switch (told.getFact()) {
      case DestinationEvent event -> {
        control(told.getDestination()).events.add(located);
        partitionsWithEvents.add(record.partition());
        processed.decided(
            Kind.CONTROL, event.getCause().getPartition(), event.getCause().getOffset());
      }
      case DestinationRequest request -> control(told.getDestination()).requests.add(located);
      default -> unreadable.add(record);
    }
  }

  private Control control(String destination) {
    return byName.computeIfAbsent(destination, any -> new Control());
  }

  /**
   * True if the record that opened a destination for an operation stands there. In a copy of the
   * topic offsets differ: then an event of any destination in that partition is enough.
   */
  synchronized boolean stands(int partition, long offset) {
    return spots.contains(new Spot(partition, offset)) || partitionsWithEvents.contains(partition);
  }

  /** The rules of an operation name this as the place where its destination is. */
  void names(DestinationRef ref) {
    if (refs.size() < 10_000) {
      refs.add(ref);
    }
  }

  /** An operation became VERIFIED, if it is one on which the opening of a destination rests. */
  void verified(String operationId) {
    verified.add(operationId);
  }

  boolean isVerified(String operationId) {
    return verified.contains(operationId);
  }

  /** The operations on which the opening of a destination rests. */
  synchronized Set<String> tests() {
    Set<String> tests = new HashSet<>();
    byName
        .values()
        .forEach(
            control ->
                control.events.forEach(
                    located -> {
                      if (located.what().getFact() instanceof DestinationEvent event) {
                        tests.add(event.getState().getTestOperation());
                      }
                    }));
    return tests;
  }

  Map<String, Control> byName() {
    return byName;
  }

  List<TopicRecord> letters() {
    return letters;
  }

  List<TopicRecord> unreadable() {
    return unreadable;
  }

  Set<DestinationRef> refs() {
    return refs;
  }
}
