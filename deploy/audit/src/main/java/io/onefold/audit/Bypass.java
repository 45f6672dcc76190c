package io.onefold.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.schema.Receipt;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Compares listings of destinations with what is recorded: items that nothing speaks of, and
 * receipts whose item is not there. Filling is thread-safe.
 */
final class Bypass implements AutoCloseable {
  /** A short line of a listing. */
  private static final int LINE_BYTES = 20;

  private final Scope scope;
  private final Buckets<Mark> marks;
  private final Lines items = new Lines();
  private final Lines receipts = new Lines();

  /** Those that have an operation, or are outside of what is asked for. */
  private final BitSet explained = new BitSet();

  /** Those that are listed. */
  private final BitSet listed = new BitSet();

  private final Map<String, Numbers> byDestination = new TreeMap<>();

  /** Of one destination. */
  private static final class Numbers {
    private Instant madeAt = Instant.MAX;
    private long items;
    private long unexplained;
    private long receipts;
    private long missing;
    private long later;
  }

  /**
   * Reads the listings.
   *
   * @throws InvalidListingException if one cannot be used
   */
  Bypass(List<Listing> listings, Scope scope) throws IOException {
    this.scope = scope;
    long bytes = listings.stream().mapToLong(Listing::bytes).sum();
    this.marks = Buckets.forRecords(Mark.FORM, bytes / LINE_BYTES);
    try {
      listings.forEach(this::read);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void read(Listing listing) {
    String destination = listing.destination();
    Numbers of = byDestination.computeIfAbsent(destination, any -> new Numbers());
    Instant madeAt = listing.madeAt();
    of.madeAt = madeAt.isBefore(of.madeAt) ? madeAt : of.madeAt;
    listing.read(item -> add(item, listing, of));
  }

  private void add(Listing.Item item, Listing listing, Numbers of) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("destination", listing.destination());
    json.put("providerId", item.providerId().orElse(""));
    json.put("publicUrl", item.publicUrl().orElse(""));
    json.put("createdAt", item.createdAt().map(Instant::toString).orElse(""));
    json.put("file", listing.file().toString());
    json.put("line", item.line());
    int number = items.add(json);
    of.items++;
    if (item.createdAt().filter(at -> !scope.contains(at.toEpochMilli())).isPresent()) {
      explained.set(number);
    }
    mark(listing.destination(), item.providerId(), item.publicUrl(), Mark.By.ITEM, number);
  }

  private void mark(
      String destination,
      Optional<String> providerId,
      Optional<String> publicUrl,
      Mark.By by,
      int number) {
    providerId.ifPresent(
        id -> marks.add(new Mark(new Mark.Thing(destination, false, id), by, number)));
    publicUrl.ifPresent(
        url -> marks.add(new Mark(new Mark.Thing(destination, true, url), by, number)));
  }

  /**
   * Takes an operation in.
   *
   * @param fold its whole journal
   * @param asked false if it is outside of what is judged: then it explains items, and no more
   */
  void add(OperationFile file, Fold fold, boolean asked) {
    String destination = destination(file, fold);
    Numbers of = byDestination.get(destination);
    if (of == null) {
      return;
    }
    Traces traces = new Traces(file);
    for (String id : traces.providerIds) {
      mark(destination, Optional.of(id), Optional.empty(), Mark.By.EVIDENCE, 0);
    }
    for (String url : traces.publicUrls) {
      mark(destination, Optional.empty(), Optional.of(url), Mark.By.EVIDENCE, 0);
    }
    if (asked && !file.receipts.isEmpty()) {
      receipt(file.receipts.get(0).what(), destination, of);
    }
  }

  private static String destination(OperationFile file, Fold fold) {
    if (fold.intent != null) {
      return fold.intent.getDestination();
    }
    return file.receipts.isEmpty() ? "" : file.receipts.get(0).what().getDestination().getId();
  }

  private void receipt(Receipt receipt, String destination, Numbers of) {
    Optional<String> id = Optional.ofNullable(receipt.getProviderId());
    Optional<String> url = Optional.ofNullable(receipt.getPublicUrl());
    boolean nameless = id.isEmpty() && url.isEmpty();
    if (!receipt.getOutcome().equals("VERIFIED") || nameless) {
      return;
    }
    synchronized (of) {
      if (receipt.getIssuedAtMs() > of.madeAt.toEpochMilli()) {
        of.later++;
        return;
      }
      of.receipts++;
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("destination", destination);
    json.put("providerId", id.orElse(""));
    json.put("publicUrl", url.orElse(""));
    json.put("operationId", receipt.getOperationId());
    json.put("owner", receipt.getOwner() == null ? "" : receipt.getOwner());
    json.put("atMs", receipt.getIssuedAtMs());
    mark(destination, id, url, Mark.By.RECEIPT, receipts.add(json));
  }

  /** Warns of what does not agree, and tells of each destination how much was compared. */
  void report(Warnings into) {
    for (Buckets.Bucket<Mark> bucket : marks.all()) {
      marks.take(bucket, this::meet);
    }
    each(items, explained, item -> into.add(withoutOperation(item)));
    each(receipts, listed, receipt -> into.add(withoutItem(receipt)));
    byDestination.forEach(
        (name, of) ->
            into.compared(
                new Warnings.Compared(
                    name, of.items, of.unexplained, of.receipts, of.missing, of.later)));
  }

  private void meet(Buckets.Bucket<Mark> bucket) {
    Map<Mark.Thing, Named> byThing = new HashMap<>();
    bucket.read(mark -> byThing.computeIfAbsent(mark.thing(), any -> new Named()).add(mark));
    for (Named named : byThing.values()) {
      if (!named.items.isEmpty() && named.recorded) {
        named.items.forEach(explained::set);
        named.receipts.forEach(listed::set);
      }
    }
  }

  /** Who names one thing. */
  private static final class Named {
    private final List<Integer> items = new ArrayList<>(1);
    private final List<Integer> receipts = new ArrayList<>(1);
    private boolean recorded;

    void add(Mark mark) {
      switch (mark.by()) {
        case ITEM -> items.add(mark.number());
        case RECEIPT -> receipts.add(mark.number());
        case EVIDENCE -> {}
      }
      recorded |= mark.by() != Mark.By.ITEM;
    }
  }

  private static void each(
      Lines lines, BitSet without, java.util.function.Consumer<JsonNode> sink) {
    int[] number = {0};
    lines.each(
        line -> {
          if (!without.get(number[0]++)) {
            sink.accept(Lines.json(line));
          }
        });
  }

  private Warning withoutOperation(JsonNode item) {
    String destination = item.path("destination").asText();
    numbers(destination).unexplained++;
    Map<String, Object> details = new LinkedHashMap<>();
    for (String name : ItemFields.ALL) {
      details.put(name, item.path(name).asText());
    }
    details.put("file", item.path("file").asText());
    details.put("line", item.path("line").asLong());
    return new Warning(
        Warning.Kind.ITEM_WITHOUT_OPERATION,
        destination,
        details,
        List.of(),
        0,
        "destination '%s' holds %s (%s, line %d), and no receipt and no evidence of an operation speaks of it"
            .formatted(
                destination, name(item), item.path("file").asText(), item.path("line").asLong()));
  }

  private Warning withoutItem(JsonNode receipt) {
    String destination = receipt.path("destination").asText();
    numbers(destination).missing++;
    String id = receipt.path("operationId").asText();
    Map<String, Object> details = new LinkedHashMap<>();
    details.put(ItemFields.PROVIDER_ID, receipt.path(ItemFields.PROVIDER_ID).asText());
    details.put(ItemFields.PUBLIC_URL, receipt.path(ItemFields.PUBLIC_URL).asText());
    Warning.Involved involved =
        new Warning.Involved(
            id, receipt.path("owner").asText(), "VERIFIED", receipt.path("atMs").asLong());
    return new Warning(
        Warning.Kind.RECEIPT_WITHOUT_ITEM,
        destination,
        details,
        List.of(involved),
        1,
        "%s is VERIFIED as %s at destination '%s', and the listing does not hold that"
            .formatted(id, name(receipt), destination));
  }

  private Numbers numbers(String destination) {
    return java.util.Objects.requireNonNull(byDestination.get(destination));
  }

  private static String name(JsonNode of) {
    String id = of.path(ItemFields.PROVIDER_ID).asText();
    String url = of.path(ItemFields.PUBLIC_URL).asText();
    return id.isEmpty() ? "item " + url : "item '" + id + "'" + (url.isEmpty() ? "" : " " + url);
  }

  @Override
  public void close() {
    marks.close();
    items.close();
    receipts.close();
  }
}
