package io.onefold.audit;

import io.onefold.schema.Checkpoint;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import io.onefold.schema.signing.VerifyingKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Judges an installation: reads every topic once, lays the records into buckets by operation, and
 * judges one operation after the other.
 */
public final class Audit {
  private final TopicSource source;
  private final Topics topics;
  private final SchemaIds ids;

  /**
   * An audit.
   *
   * @param ids how the records name their schemas
   */
  public Audit(TopicSource source, Topics topics, SchemaIds ids) {
    this.source = source;
    this.topics = topics;
    this.ids = ids;
  }

  /**
   * Judges.
   *
   * @throws org.apache.kafka.common.KafkaException if the cluster cannot be read
   * @throws UncheckedIOException if there is no room for temporary files
   */
  public AuditResult run(Scope scope, Progress progress) {
    return run(scope, List.of(), Optional.empty(), List.of(), progress);
  }

  /**
   * Judges, compares what destinations hold with what is recorded, and checks signatures.
   *
   * @param keys any of them may have signed; empty: signatures are only counted
   * @param copies checkpoints that were kept elsewhere; compared only if there are keys
   * @throws InvalidListingException if a listing cannot be used; nothing has been read then
   * @throws org.apache.kafka.common.KafkaException if the cluster cannot be read
   * @throws UncheckedIOException if there is no room for temporary files
   */
  public AuditResult run(
      Scope scope,
      List<Listing> listings,
      Optional<VerifyingKeys> keys,
      List<Checkpoint> copies,
      Progress progress) {
    Found found = new Found();
    boolean done = false;
    try (Lookout lookout = new Lookout(listings, scope);
        Seals seals = new Seals(keys)) {
      AuditResult result = new Run(scope, lookout, seals, copies, progress, found).result();
      done = true;
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary files can be written: " + e.getMessage(), e);
    } finally {
      if (!done) {
        found.close();
      }
    }
  }

  /** One run. */
  private final class Run {
    private final Scope scope;
    private final Lookout lookout;
    private final Seals seals;
    private final Optional<SealedLog> sealedLog;
    private final Progress progress;
    private final Found found;
    private final Instant startedAt = Instant.now();
    private final long startedNanos = System.nanoTime();
    private final Map<String, Integer> partitions;
    private final Map<TopicPartition, TopicSource.Extent> cut;
    private final Reading reading = new Reading(ids);
    private final Lives lives = new Lives();
    private final Processed processed = new Processed(System.currentTimeMillis());
    private final Controls controls = new Controls(reading, processed);
    private final Moves moves = new Moves();
    private final Inversions inversions = new Inversions();
    private final PastRetention past;
    private final InputForm form;
    private final Map<String, Long> records = new ConcurrentHashMap<>();
    private final AtomicLong read = new AtomicLong();
    private final long total;

    Run(
        Scope scope,
        Lookout lookout,
        Seals seals,
        List<Checkpoint> copies,
        Progress progress,
        Found found) {
      this.scope = scope;
      this.lookout = lookout;
      this.seals = seals;
      this.progress = progress;
      this.found = found;
      this.partitions = source.topics();
      this.form = new InputForm(partitions, topics.journal());
      this.cut = source.cut();
      // Of one operation alone no checkpoint is judged.
      this.sealedLog =
          seals
              .keys()
              .filter(keys -> scope.operationId().isEmpty())
              .map(
                  keys ->
                      new SealedLog(
                          topics,
                          source,
                          cut,
                          keys,
                          copies,
                          new SealedLog.Judging(reading, seals, found)));
      this.past = new PastRetention(topics.intents(), source, cut, System.currentTimeMillis());
      this.total = cut.values().stream().mapToLong(e -> Math.max(0, e.end() - e.begin())).sum();
    }

    AuditResult result() throws IOException {
      whole();
      try (Buckets<Laid> buckets = Buckets.forRecords(Laid.FORM, total)) {
        fill(buckets);
        judge(buckets);
      }
      lookout.report(found.warnings());
      if (scope.operationId().isEmpty()) {
        destinations();
        lives();
        sealedLog.ifPresent(SealedLog::compareGone);
        signatures();
        moves.judge(found::add);
        past.tell(found::add);
      }
      AuditResult.Signatures signatures = seals.end(found);
      Duration took = Duration.ofNanos(System.nanoTime() - startedNanos);
      return new AuditResult(
          found, scope, signatures, found.counts(new TreeMap<>(records)), startedAt, took);
    }

    private void signatures() {
      if (seals.lackAll()) {
        found.add(
            Finding.at(
                Rule.NOTHING_SIGNED,
                topics.receipts(),
                -1,
                -1,
                "keys were given, and no receipt is signed by any of them, and there is no"
                    + " checkpoint"));
      }
      if (seals.expected() && !partitions.containsKey(topics.checkpoints())) {
        found.add(missing(topics.checkpoints()));
      }
    }

    private static Finding missing(String topic) {
      return Finding.at(Rule.TOPIC_MISSING, topic, -1, -1, "there is no topic " + topic);
    }

    /** Nothing may be missing at the beginning of what is kept for ever. */
    private void whole() {
      for (String topic :
          List.of(
              topics.intents(),
              topics.providerEvents(),
              topics.reviews(),
              topics.destinations(),
              topics.journal(),
              topics.receipts(),
              topics.escalations())) {
        if (!partitions.containsKey(topic)) {
          found.add(missing(topic));
        }
      }
      cut.forEach(
          (partition, extent) -> {
            Kind kind = Kind.of(topics, partition.topic()).orElseThrow();
            processed.extent(kind, partition.partition(), extent);
            if (kind.isKept() && extent.begin() > 0 && !past.mayBegin(partition, extent)) {
              found.add(
                  Finding.at(
                      Rule.TRUNCATED,
                      partition.topic(),
                      partition.partition(),
                      extent.begin(),
                      "the records before offset %d are gone".formatted(extent.begin())));
            }
            if (extent.processed().isPresent() && extent.processed().getAsLong() > extent.end()) {
              found.add(
                  Finding.at(
                      Rule.TRUNCATED,
                      partition.topic(),
                      partition.partition(),
                      extent.end(),
                      "the ledger has read up to offset %d, and the topic ends at %d"
                          .formatted(extent.processed().getAsLong(), extent.end())));
            }
          });
    }

    private void fill(Buckets<Laid> buckets) {
      Intake.Collected into =
          new Intake.Collected(reading, buckets, lives, controls, processed, inversions, seals);
      List<TopicPartition> all = new ArrayList<>(cut.keySet());
      sealedLog.ifPresent(log -> all.removeIf(log::readsWithJournal));
      Threads.run(
          Threads.shares(all, this::length).stream()
              .<Runnable>map(share -> () -> fill(share, into))
              .toList());
    }

    private long length(TopicPartition partition) {
      TopicSource.Extent extent = cut.get(partition);
      return extent == null ? 0 : extent.end() - extent.begin();
    }

    private void fill(List<TopicPartition> share, Intake.Collected into) {
      Map<Kind, Intake> intakes = new HashMap<>();
      Map<String, Kind> kinds = new HashMap<>();
      Map<String, Long> counted = new HashMap<>();
      Consumer<TopicRecord> sink =
          record -> {
            Kind kind =
                kinds.computeIfAbsent(record.topic(), name -> Kind.of(topics, name).orElseThrow());
            intakes
                .computeIfAbsent(kind, k -> new Intake(k, into, scope.operationId()))
                .accept(record);
            count(record, counted);
          };
      List<TopicPartition> rest = new ArrayList<>(share);
      sealedLog.ifPresent(
          log -> {
            List<TopicPartition> sealed = share.stream().filter(log::holds).toList();
            sealed.forEach(p -> log.read(p, sink, record -> count(record, counted)));
            rest.removeAll(sealed);
          });
      source.read(rest, cut, sink);
      counted.forEach((topic, count) -> records.merge(topic, count, Long::sum));
    }

    private void count(TopicRecord record, Map<String, Long> counted) {
      counted.merge(record.topic(), 1L, Long::sum);
      if ((read.incrementAndGet() & 0x3FF) == 0) {
        tell(0.6 * read.get() / Math.max(1, total), "reading");
      }
    }

    private synchronized void tell(double share, String what) {
      progress.at(Math.min(1, share), what);
    }

    private void judge(Buckets<Laid> buckets) {
      OperationJudge.Setting setting =
          new OperationJudge.Setting(
              reading,
              form,
              new InputMatch.Shared(lives, controls, processed, moves, inversions, past),
              controls.tests(),
              cut,
              lookout,
              seals,
              scope);
      List<Buckets.Bucket<Laid>> all = buckets.all();
      AtomicLong next = new AtomicLong();
      Runnable work =
          () -> {
            OperationJudge judge = new OperationJudge(setting, found);
            for (long i = next.getAndIncrement(); i < all.size(); i = next.getAndIncrement()) {
              buckets.take(all.get((int) i), judge::judge);
              tell(0.6 + 0.4 * i / all.size(), "judging");
            }
          };
      Threads.run(Collections.nCopies(Threads.NUMBER, work));
    }

    private void destinations() {
      Set<Controls.Spot> letters = new HashSet<>();
      controls.letters().stream()
          .map(DeadLetters::origin)
          .flatMap(Optional::stream)
          .forEach(from -> letters.add(new Controls.Spot(from.partition(), from.offset())));
      ControlRules.Context context =
          new ControlRules.Context(
              partitions.getOrDefault(topics.destinations(), 1), form, processed, moves, letters);
      for (String name : controls.byName().keySet()) {
        new ControlRules(name, controls, context).check().forEach(found::add);
      }
      for (TopicRecord record : controls.unreadable()) {
        if (!letters.contains(new Controls.Spot(record.partition(), record.offset()))) {
          found.add(
              Finding.at(
                  Rule.UNREADABLE_RECORD,
                  record.topic(),
                  record.partition(),
                  record.offset(),
                  "the record cannot be read, and no dead letter holds it"));
        }
      }
    }

    /** A worker tells every partition the same of its start. */
    private void lives() {
      Map<String, Lives.Life> first = new HashMap<>();
      for (Lives.Life life : lives.all()) {
        Lives.Life other = first.putIfAbsent(life.workerId() + "/" + life.incarnation(), life);
        if (other != null && !other.says(life)) {
          TopicRecord at = life.record();
          found.add(
              Finding.at(
                  Rule.LIFE_DIFFERS,
                  at.topic(),
                  at.partition(),
                  at.offset(),
                  "the start of worker %s/%d says something else in partition %d"
                      .formatted(life.workerId(), life.incarnation(), other.record().partition())));
        }
      }
    }
  }
}
