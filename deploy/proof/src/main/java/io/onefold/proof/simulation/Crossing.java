package io.onefold.proof.simulation;

import io.onefold.connector.simulated.ProviderProfile;
import io.onefold.connector.simulated.ProviderProfile.Keys;
import io.onefold.connector.simulated.ProviderProfile.RemovedAs;
import io.onefold.connector.simulated.ReadFault;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.SeenWrite;
import io.onefold.connector.simulated.Showing;
import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.connector.simulated.StoredItem;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.connector.wire.Call;
import io.onefold.guarantee.Assumption;
import io.onefold.guarantee.Seen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/** The destination: what it does with each request that reaches it, and what it really holds. */
final class Crossing {
  private static final Duration KEYS_FOR_EVER = Duration.ofDays(3650);
  private static final Duration KEYS_FORGOTTEN = Duration.ofSeconds(90);

  private final History history;
  private final BiPredicate<String, byte[]> intended;
  private final SimulatedProvider provider;
  private final Answers answers;
  private final Map<String, Showing> showings = new HashMap<>();
  private final Map<String, List<Stored>> stored = new HashMap<>();
  private int writesSeen;

  /** Something that will be or is stored. */
  private record Stored(String id, long visibleFrom) {}

  /**
   * A destination.
   *
   * @param intended whether these bytes are what was approved for an operation
   */
  Crossing(History history, BiPredicate<String, byte[]> intended) {
    this.history = history;
    this.intended = intended;
    this.provider =
        new SimulatedProvider(profile(history.world()), history.agenda(), "http://shop");
    this.answers = new Answers(history);
  }

  private static ProviderProfile profile(World world) {
    boolean gone = world.breaks(Assumption.READBACK_IS_TRUE);
    ProviderProfile plain =
        ProviderProfile.PLAIN.removedAs(gone ? RemovedAs.GONE : RemovedAs.STATUS);
    Duration window = world.breaks(Assumption.KEYS_ARE_REMEMBERED) ? KEYS_FORGOTTEN : KEYS_FOR_EVER;
    return world.hasKey()
        ? plain.keys(new Keys(window, Duration.ZERO, Optional.of(409), Optional.of(422)))
        : plain;
  }

  SimulatedProvider provider() {
    return provider;
  }

  /** How long after it was committed an item of this operation is shown by a search. */
  long lag(String operation) {
    return showing(operation).byReferenceAfter().toMillis();
  }

  private Showing showing(String operation) {
    return showings.computeIfAbsent(operation, any -> draw());
  }

  private Showing draw() {
    long lag = 0;
    if (history.strikes(Fault.SHOWN_LATE, 150)) {
      lag = history.choices().anyUpTo(history.world().settles() ? 40_000 : 3 * 60 * 60_000);
    }
    boolean escaped = history.strikes(Fault.NORMALISED, 40);
    Optional<String> account =
        history.world().hasReadback() && history.strikes(Fault.MISFILED, 10)
            ? Optional.of("another")
            : Optional.empty();
    Map<String, Object> fields =
        history.strikes(Fault.ALTERED, 8) ? Map.of("text", "something else") : Map.of();
    Duration after = Duration.ofMillis(lag);
    return new Showing(after, after.dividedBy(3), false, escaped, account, fields, false);
  }

  /** Of which operation a request speaks. */
  static String operation(Call call) {
    String query = call.url().getRawQuery();
    for (String part : query == null ? new String[0] : query.split("&")) {
      if (part.startsWith("op=") || part.startsWith("ref=")) {
        return part.substring(part.indexOf('=') + 1);
      }
    }
    throw new IllegalStateException("no operation in " + call.url());
  }

  static boolean isWrite(Call call) {
    return call.method().equals("POST");
  }

  /**
   * A request has been fully read.
   *
   * @param settledBy until when everything that follows from it must be shown; {@code
   *     Long.MAX_VALUE} if nothing rests on that
   */
  void arrived(Call call, long settledBy, Runnable arrival) {
    String operation = operation(call);
    if (isWrite(call)) {
      write(operation, call, settledBy, arrival);
    } else {
      read(operation, call.url().getPath().equals("/items"), arrival);
    }
  }

  private void write(String operation, Call call, long settledBy, Runnable arrival) {
    history.carries(operation, call.body());
    history.see(
        new Seen.Written(
            history.instant(),
            operation,
            Optional.ofNullable(call.headers().get("Idempotency-Key"))));
    long room =
        settledBy == Long.MAX_VALUE ? settledBy : settledBy - history.now() - lag(operation) - 1;
    Script script = answers.toWrite(operation, Math.max(0, room));
    provider.script(operation, script.showing(showing(operation)));
    keyMayBeForgotten(operation);
    arrival.run();
    List<SeenWrite> seen = provider.seenWrites();
    for (SeenWrite write : seen.subList(writesSeen, seen.size())) {
      write.itemId().ifPresent(id -> store(operation, id, call.body(), script));
    }
    writesSeen = seen.size();
  }

  private void keyMayBeForgotten(String operation) {
    if (history.world().breaks(Assumption.KEYS_ARE_REMEMBERED)
        && history.now() - firstStored(operation) >= KEYS_FORGOTTEN.toMillis()) {
      history.note(Fault.KEY_FORGOTTEN, () -> "");
      history.breaks(operation, Assumption.KEYS_ARE_REMEMBERED);
    }
  }

  private long firstStored(String operation) {
    List<Stored> all = stored.get(operation);
    return all == null ? history.now() : all.get(0).visibleFrom() - lag(operation);
  }

  private void store(String operation, String id, byte[] body, Script script) {
    WriteStep step = script.writes().get(0);
    long after = step.commitAfter().orElseThrow().toMillis();
    stored
        .computeIfAbsent(operation, any -> new ArrayList<>())
        .add(new Stored(id, history.now() + after + lag(operation)));
    boolean right = intended.test(operation, body);
    String account = showing(operation).account().orElse(World.ACCOUNT);
    history
        .agenda()
        .in(
            after,
            () -> history.see(new Seen.Stored(history.instant(), operation, id, account, right)));
  }

  private void read(String operation, boolean isSearch, Runnable arrival) {
    Showing showing = showing(operation);
    Script script = Script.ACCEPTING.showing(showing);
    if (history.strikes(Fault.READ_FAILED, 50)) {
      script = script.reading(ReadFault.always(answers.toRead(isSearch)));
    } else if (history.world().breaks(Assumption.READBACK_IS_TRUE)
        && visible(operation) > 0
        && history.strikes(Fault.HIDDEN, 400)) {
      history.breaks(operation, Assumption.READBACK_IS_TRUE);
      script = Script.ACCEPTING.showing(Showing.nothing());
    }
    provider.script(operation, script);
    history.reads(operation);
    arrival.run();
  }

  /** How many items of an operation a search would show now. */
  int visible(String operation) {
    long now = history.now();
    return (int)
        stored.getOrDefault(operation, List.of()).stream()
            .filter(item -> item.visibleFrom() <= now)
            .count();
  }

  /** The id of an item of an operation that a search would show now. */
  Optional<String> shown(String operation) {
    long now = history.now();
    return stored.getOrDefault(operation, List.of()).stream()
        .filter(item -> item.visibleFrom() <= now)
        .map(Stored::id)
        .findFirst();
  }

  /** All items that were ever stored for an operation. */
  int effects(String operation) {
    return provider.effects(operation).size();
  }

  /** Somebody removes an item of an operation by hand. */
  void remove(String operation) {
    List<StoredItem> items = provider.effects(operation);
    if (items.isEmpty()) {
      return;
    }
    String id = items.get(0).id();
    history.note(Fault.REMOVED, () -> " (" + id + ")");
    if (history.world().breaks(Assumption.READBACK_IS_TRUE)) {
      history.breaks(operation, Assumption.READBACK_IS_TRUE);
    }
    provider.remove(id);
    history.see(new Seen.Removed(history.instant(), operation, id));
  }
}
