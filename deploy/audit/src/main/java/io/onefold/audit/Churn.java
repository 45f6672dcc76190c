package io.onefold.audit;

import io.onefold.schema.Intent;
import io.onefold.schema.Receipt;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Looks for one wish under several operation IDs: whoever makes up a new ID for each retry undoes
 * what IDs are for. Compares whole hashes and names, not fingerprints. Filling is thread-safe.
 */
final class Churn implements AutoCloseable {
  private static final Comparator<Warning.Involved> OLDEST_FIRST =
      Comparator.comparingLong(Warning.Involved::atMs).thenComparing(Warning.Involved::operationId);

  /** How many operations fit into buckets that are not divided again. */
  private static final long OPERATIONS = 1_000_000;

  private final Buckets<Wish> wishes;

  Churn() throws IOException {
    this.wishes = Buckets.forRecords(Wish.FORM, OPERATIONS);
  }

  /**
   * Takes an operation in.
   *
   * @param fold its whole journal
   * @param asked false if it is outside of what is judged
   */
  void add(OperationFile file, Fold fold, boolean asked) {
    Intent intent = fold.intent;
    if (intent != null && mayHaveAnEffect(fold)) {
      long firstMs = file.journal.stream().mapToLong(e -> e.what().getAtMs()).min().orElse(0);
      String owner = intent.getOwner();
      wishes.add(
          new Wish(
              new Wish.Same(
                  intent.getDestination(),
                  intent.getAccount(),
                  intent.getEnvironment(),
                  intent.getAction(),
                  fold.payloadHash),
              new Warning.Involved(fold.id, owner == null ? "" : owner, fold.state, firstMs),
              asked));
    }
  }

  /** What was refused for good or never admitted may rightly be wished again under another ID. */
  private static boolean mayHaveAnEffect(Fold fold) {
    Optional<Receipt> receipt = fold.receipt();
    if (receipt.isEmpty()) {
      return fold.admitted;
    }
    return switch (receipt.get().getOutcome()) {
      case "VERIFIED" -> true;
      case "RESOLVED" ->
          "DONE".equals(receipt.get().getResolution())
              || (fold.admitted && !"NOT_DONE".equals(receipt.get().getResolution()));
      default -> false;
    };
  }

  /** Warns of each wish that several operations have. */
  void report(Warnings into) {
    for (Buckets.Bucket<Wish> bucket : wishes.all()) {
      wishes.take(bucket, part -> report(part, into));
    }
  }

  private static void report(Buckets.Bucket<Wish> bucket, Warnings into) {
    Map<Wish.Same, Group> groups = new HashMap<>();
    bucket.read(wish -> groups.computeIfAbsent(wish.same(), any -> new Group(wish)).add(wish));
    groups.forEach(
        (same, group) -> {
          if (group.count > 1 && group.asked) {
            into.add(group.warning());
          }
        });
  }

  /** The operations of one wish, of which the oldest are kept. */
  private static final class Group {
    private final Wish first;
    private List<Warning.Involved> oldest = List.of();
    private long count;
    private boolean asked;
    private long newestMs = Long.MIN_VALUE;

    Group(Wish first) {
      this.first = first;
    }

    void add(Wish wish) {
      count++;
      asked |= wish.asked();
      newestMs = Math.max(newestMs, wish.operation().atMs());
      if (count == 2) {
        oldest = new ArrayList<>(List.of(first.operation()));
      }
      if (count > 1) {
        oldest.add(wish.operation());
      }
      if (oldest.size() > 2 * Warning.MOST_OPERATIONS) {
        shorten();
      }
    }

    private void shorten() {
      oldest.sort(OLDEST_FIRST);
      oldest.subList(Math.min(oldest.size(), Warning.MOST_OPERATIONS), oldest.size()).clear();
    }

    Warning warning() {
      shorten();
      Wish.Same same = first.same();
      Instant begin = Instant.ofEpochMilli(oldest.get(0).atMs());
      Map<String, Object> details = new LinkedHashMap<>();
      details.put("account", same.account());
      details.put("environment", same.environment());
      details.put("action", same.action());
      details.put("payloadHash", same.payloadHash());
      details.put("from", begin.toString());
      details.put("to", Instant.ofEpochMilli(newestMs).toString());
      String named =
          oldest.stream()
              .map(
                  o -> o.owner().isEmpty() ? o.operationId() : o.operationId() + " of " + o.owner())
              .collect(Collectors.joining(", "));
      return new Warning(
          Warning.Kind.EQUAL_PAYLOADS,
          same.destination(),
          details,
          oldest,
          count,
          "%d operations ask destination '%s', account '%s', environment '%s' for '%s' with the payload %s, from %s to %s: %s%s"
              .formatted(
                  count,
                  same.destination(),
                  same.account(),
                  same.environment(),
                  same.action(),
                  same.payloadHash(),
                  begin,
                  Instant.ofEpochMilli(newestMs),
                  named,
                  count > oldest.size() ? " and " + (count - oldest.size()) + " more" : ""));
    }
  }

  @Override
  public void close() {
    wishes.close();
  }
}
