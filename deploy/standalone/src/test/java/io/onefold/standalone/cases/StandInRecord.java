package io.onefold.standalone.cases;

import io.onefold.connector.simulated.SeenWrite;
import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.connector.simulated.StoredItem;
import io.onefold.guarantee.DestinationRecord;
import io.onefold.guarantee.Seen;
import io.onefold.schema.PayloadHash;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a scripted destination itself knows. An item is the intended one if what was written equals
 * what was approved; what the script then shows instead is for the case to judge.
 *
 * @param approved from an operation to the hash of the payload that was approved for it
 */
record StandInRecord(SimulatedProvider provider, Map<String, String> approved)
    implements DestinationRecord {

  @Override
  public void readTo(Consumer<Seen> observer) {
    for (SeenWrite write : provider.seenWrites()) {
      observer.accept(new Seen.Written(write.at(), write.operation(), write.key()));
    }
    Map<String, StoredItem> items =
        provider.allEffects().stream()
            .collect(Collectors.toMap(StoredItem::id, Function.identity()));
    items.values().forEach(item -> observer.accept(stored(item)));
    for (Map.Entry<String, Instant> removal : provider.removals().entrySet()) {
      StoredItem item = items.get(removal.getKey());
      if (item != null) {
        observer.accept(new Seen.Removed(removal.getValue(), item.operation(), item.id()));
      }
    }
  }

  private Seen.Stored stored(StoredItem item) {
    String written = PayloadHash.ofJson(item.content()).value();
    return new Seen.Stored(
        item.committedAt(),
        item.operation(),
        item.id(),
        provider.accountOf(item),
        written.equals(approved.get(item.operation())));
  }
}
