package io.onefold.proof.simulation;

import io.onefold.audit.TopicRecord;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Receipt;
import io.onefold.topology.JournalWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rewrites the journal of one operation so that its numbers and its chain are right again, and its
 * receipt with it: what somebody would do who can write to the topics and knows the format.
 */
final class Rewriting {
  private static final int CHAIN_BYTES = 32;

  private Rewriting() {}

  /** Lets the events be changed, and makes their numbers and chains fit. */
  static void journal(
      PlayedTopics topics, String operation, Consumer<List<OperationEvent>> change) {
    List<TopicRecord> places = topics.journal(operation);
    List<OperationEvent> events = new ArrayList<>();
    places.forEach(place -> events.add((OperationEvent) Tampering.read(place)));
    change.accept(events);
    String chain = "0".repeat(2 * CHAIN_BYTES);
    String endChain = "";
    long end = 0;
    for (int i = 0; i < events.size(); i++) {
      OperationEvent event = events.get(i);
      event.setSequence(i + 1L);
      event.setChain(ByteBuffer.allocate(CHAIN_BYTES));
      byte[] value = Tampering.write(places.get(0), event);
      byte[] linked = JournalWriter.chain(value, chain);
      System.arraycopy(linked, 0, value, value.length - CHAIN_BYTES, CHAIN_BYTES);
      chain = HexFormat.of().formatHex(linked);
      if (i < places.size()) {
        topics.replace(places.get(i), Tampering.with(places.get(i), value));
      } else {
        TopicRecord last = places.get(places.size() - 1);
        topics.append(last, last.timestampMs(), last.key(), value);
      }
      boolean ends =
          switch (event.getConclusion().getKind()) {
            case "VERIFY", "REJECT", "RESOLVE" -> true;
            default -> false;
          };
      if (ends && end == 0) {
        end = i + 1L;
        endChain = chain;
      }
    }
    receipt(topics, operation, end, endChain);
  }

  private static void receipt(PlayedTopics topics, String operation, long end, String chain) {
    topics
        .first(
            PlayedTopics.NAMES.receipts(), Receipt.class, r -> r.getOperationId().equals(operation))
        .ifPresent(
            at -> {
              Receipt receipt = (Receipt) Tampering.read(at);
              receipt.setJournalSequence(end);
              receipt.setChain(chain);
              topics.replace(at, Tampering.with(at, Tampering.write(at, receipt)));
            });
  }
}
