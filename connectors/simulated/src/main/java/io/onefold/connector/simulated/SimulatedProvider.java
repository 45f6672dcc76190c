package io.onefold.connector.simulated;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.simulated.KeyMemory.FirstCall;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A provider in memory. It follows a script for each operation, and otherwise does what a good
 * provider does. Nothing happens by itself: what is stored or shown at a time follows from what was
 * written before and the clock, so a virtual clock gives a reproducible provider. Thread-safe.
 *
 * <p>Addresses: {@code POST /items}, {@code GET /items?ref=}, {@code GET /items/<id>}, {@code GET
 * /p/<slug>}, {@code GET /jobs/<job>}, {@code GET /whoami}.
 */
public final class SimulatedProvider {
  private final ProviderProfile profile;
  private Map<String, String> identity;
  private final InstantSource clock;
  private final ProviderAnswers answers;
  private final Map<String, Script> scripts = new HashMap<>();
  private Script otherwise = Script.ACCEPTING;
  private final KeyMemory keys = new KeyMemory();
  private final StoredItems items;
  private final Map<String, Integer> writeCounts = new HashMap<>();
  private final Map<String, Integer> readCounts = new HashMap<>();
  private final Map<String, Instant> limitedUntil = new HashMap<>();
  private final Jobs jobs = new Jobs();
  private final Map<String, Instant> cachedNotFound = new HashMap<>();
  private final List<SeenWrite> seen = new ArrayList<>();
  private int strikes;

  /**
   * An empty provider; {@code baseUrl} starts the public addresses it gives, without a slash at its
   * end.
   */
  public SimulatedProvider(ProviderProfile profile, InstantSource clock, String baseUrl) {
    this.profile = profile;
    this.identity = profile.identity();
    this.clock = clock;
    this.answers = new ProviderAnswers(profile, baseUrl);
    this.items = new StoredItems(profile);
  }

  /** From now on this operation follows this script. */
  public synchronized void script(String operation, Script script) {
    scripts.put(operation, script);
  }

  /** From now on every operation without a script of its own follows this one. */
  public synchronized void scriptOthers(Script script) {
    otherwise = script;
  }

  private Script scriptOf(String operation) {
    return scripts.getOrDefault(operation, otherwise);
  }

  /** The provider has fully read a write. */
  public synchronized Answering write(WriteRequest request) {
    Instant now = clock.instant();
    String operation = request.operation();
    int number = writeCounts.merge(operation, 1, Integer::sum);
    String bodyHash = sha256(request.body());
    Script script = scriptOf(operation);
    ObjectNode content = Json.object(request.body());
    Optional<Answering> early = early(request, script, content, bodyHash, now);
    if (early.isPresent()) {
      note(request, number, now, bodyHash, Optional.empty());
      return early.get();
    }
    WriteStep step = script.step(number);
    Optional<StoredItem> item =
        step.commitAfter().map(after -> store(request, content, now.plus(after), script));
    note(request, number, now, bodyHash, item.map(StoredItem::id));
    item.ifPresent(stored -> rememberKey(request, bodyHash, stored, step, now));
    noteLimit(operation, step.reply(), now);
    Optional<String> job = script.job().map(declared -> startJob(declared, operation, item, now));
    return answers.written(step.reply(), operation, item, job);
  }

  /** What ends a write before the script is looked at. */
  private Optional<Answering> early(
      WriteRequest request, Script script, ObjectNode content, String bodyHash, Instant now) {
    Instant until = limitedUntil.get(request.operation());
    if (until != null && now.isBefore(until)) {
      strikes++;
      long seconds = Math.max(1, Duration.between(now, until).toSeconds() + 1);
      return Optional.of(answers.tooMany(seconds));
    }
    if (profile.keys().isPresent() && request.key().isPresent() && !script.keyIgnored()) {
      KeyMemory.Verdict verdict =
          keys.judge(profile.keys().get(), request.key().get(), request.path(), bodyHash, now);
      if (verdict instanceof KeyMemory.Verdict.Refused(int status, String code)) {
        return Optional.of(answers.error(status, code));
      }
      if (verdict instanceof KeyMemory.Verdict.Replayed(FirstCall first)) {
        return Optional.of(answers.replayed(first));
      }
    }
    if (profile.refuseEqualContent() && items.hasContent(content, request.operation())) {
      return Optional.of(answers.error(403, "duplicate_content"));
    }
    return items.isTaken(request.operation())
        ? Optional.of(answers.error(409, "exists"))
        : Optional.empty();
  }

  private StoredItem store(
      WriteRequest request, ObjectNode content, Instant committedAt, Script script) {
    StoredItem item = items.add(request.operation(), content, committedAt);
    if (script.showing().removed()) {
      items.remove(item.id(), committedAt);
    }
    return item;
  }

  private void note(
      WriteRequest request, int number, Instant now, String hash, Optional<String> itemId) {
    seen.add(new SeenWrite(request.operation(), number, now, request.key(), hash, itemId));
  }

  private void rememberKey(
      WriteRequest request, String bodyHash, StoredItem item, WriteStep step, Instant now) {
    Duration runs = step.reply() instanceof Reply.Answer answer ? answer.after() : Duration.ZERO;
    Instant answered = now.plus(runs);
    Instant finished = answered.isAfter(item.committedAt()) ? answered : item.committedAt();
    request
        .key()
        .ifPresent(
            key ->
                keys.remember(
                    key, new FirstCall(now, request.path(), bodyHash, item, finished, step)));
  }

  private void noteLimit(String operation, Reply reply, Instant now) {
    if (reply instanceof Reply.Answer answer && answer.status() == 429) {
      String seconds = answer.headers().getOrDefault("Retry-After", "0");
      limitedUntil.put(operation, now.plus(answer.after()).plusSeconds(Long.parseLong(seconds)));
    }
  }

  private String startJob(
      Script.Job job, String operation, Optional<StoredItem> item, Instant now) {
    Optional<StoredItem> made = item.or(() -> items.of(operation).stream().findFirst());
    return jobs.start(job, made.map(StoredItem::id), now);
  }

  /** {@code GET /items?ref=}: what the provider shows of one operation. */
  public synchronized Answering byReference(String operation, int offset) {
    return fault(operation)
        .orElseGet(
            () -> answers.page(visible(items.referredToBy(operation)), "ref", operation, offset));
  }

  /** {@code GET /items}: what the provider shows of all. */
  public synchronized Answering list(int offset) {
    return answers.page(visible(items.all()), "", "", offset);
  }

  private List<ObjectNode> visible(Collection<StoredItem> candidates) {
    Instant now = clock.instant();
    return candidates.stream()
        .filter(item -> isShown(item, showing(item).byReferenceAfter(), now))
        .filter(
            item ->
                !items.isRemoved(item, now)
                    || profile.removedAs() == ProviderProfile.RemovedAs.STATUS)
        .map(item -> answers.item(item, showing(item), items.isRemoved(item, now)))
        .toList();
  }

  private Showing showing(StoredItem item) {
    return scriptOf(item.operation()).showing();
  }

  private boolean isShown(StoredItem item, Duration lag, Instant now) {
    return !showing(item).hidden() && !now.isBefore(item.committedAt().plus(lag));
  }

  /** {@code GET /items/<id>}: what the provider shows at the origin. */
  public synchronized Answering byId(String id) {
    Optional<StoredItem> found = items.find(id);
    Optional<Answering> fault = fault(found.map(StoredItem::operation).orElse(id));
    if (fault.isPresent()) {
      return fault.get();
    }
    Instant now = clock.instant();
    if (found.filter(one -> isShown(one, showing(one).byIdAfter(), now)).isEmpty()) {
      return answers.error(404, "not_found");
    }
    StoredItem item = found.get();
    if (!items.isRemoved(item, now)) {
      return answers.ok(answers.item(item, showing(item), false));
    }
    return switch (profile.removedAs()) {
      case GONE -> answers.json(410, Map.of(), "{\"status\":\"removed\"}");
      case STATUS -> answers.ok(answers.item(item, showing(item), true));
      case HIDDEN -> answers.error(404, "not_found");
    };
  }

  private Optional<Answering> fault(String operation) {
    int number = readCounts.merge(operation, 1, Integer::sum);
    return scriptOf(operation).fault(number).map(answers::read);
  }

  /** {@code GET /p/<slug>}: what the public sees, perhaps from a cache. */
  public synchronized Answering publicPage(String slug) {
    Instant now = clock.instant();
    Instant cached = cachedNotFound.get(slug);
    if (cached != null && now.isBefore(cached.plus(profile.publicNotFoundCachedFor()))) {
      long age = Math.max(1, Duration.between(cached, now).toSeconds());
      return answers.json(
          404, Map.of("Age", Long.toString(age), "X-Cache", "HIT"), "{\"code\":\"not_found\"}");
    }
    Optional<StoredItem> item =
        items.ofSlug(slug).stream()
            .filter(one -> isShown(one, Duration.ZERO, now))
            .filter(one -> !items.isRemoved(one, now))
            .findFirst();
    if (item.isPresent()) {
      return answers.ok(answers.item(item.get(), showing(item.get()), false));
    }
    if (!profile.publicNotFoundCachedFor().isZero()) {
      cachedNotFound.put(slug, now);
    }
    return answers.error(404, "not_found");
  }

  /** {@code GET /jobs/<job>}: how a job stands. */
  public synchronized Answering job(String id) {
    return jobs.show(id, clock.instant())
        .map(answers::ok)
        .orElseGet(() -> answers.error(404, "not_found"));
  }

  /** {@code GET /whoami}: whose credentials these are. */
  public synchronized Answering identity() {
    return answers.ok(Json.MAPPER.valueToTree(identity));
  }

  /** Other credentials are in use from now on; what is stored keeps its account. */
  public synchronized void identify(Map<String, String> members) {
    identity = Map.copyOf(members);
  }

  /** Somebody removes an item by hand. */
  public synchronized void remove(String itemId) {
    items.remove(itemId, clock.instant());
  }

  /**
   * The items that are stored by now for an operation, removed ones included, in the order of their
   * writes.
   */
  public synchronized List<StoredItem> effects(String operation) {
    Instant now = clock.instant();
    return items.of(operation).stream().filter(item -> !now.isBefore(item.committedAt())).toList();
  }

  /** The account that an item stands in, whoever should have got it. */
  public synchronized String accountOf(StoredItem item) {
    return showing(item).account().orElse(profile.account());
  }

  /** The items that are stored by now, removed ones included, in the order of their writes. */
  public synchronized List<StoredItem> allEffects() {
    Instant now = clock.instant();
    return items.all().stream().filter(item -> !now.isBefore(item.committedAt())).toList();
  }

  /** When somebody removed which item. */
  public synchronized Map<String, Instant> removals() {
    return items.removals();
  }

  /** How many items are stored by now. */
  public synchronized int effects() {
    return allEffects().size();
  }

  /** How many writes of an operation were fully read. */
  public synchronized int writes(String operation) {
    return writeCounts.getOrDefault(operation, 0);
  }

  /** How many readbacks of an operation were answered, by reference and by id. */
  public synchronized int reads(String operation) {
    return readCounts.getOrDefault(operation, 0);
  }

  /** All writes that were fully read, in their order. */
  public synchronized List<SeenWrite> seenWrites() {
    return List.copyOf(seen);
  }

  /** How many writes came although the provider had asked to wait. */
  public synchronized int strikes() {
    return strikes;
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime has SHA-256", e);
    }
  }
}
