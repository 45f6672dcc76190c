package io.onefold.audit;

import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;

/**
 * Judges an installation: reads every topic once, lays the records into buckets by operation, and
 * judges one operation after the other.
 */
public final class Audit {
  private static final int THREADS = 2;

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
    Found found = new Found();
    boolean done = false;
    try {
      AuditResult result = new Run(scope, progress, found).result();
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
    private final Map<String, Long> records = new ConcurrentHashMap<>();
    private final AtomicLong read = new AtomicLong();
    private final long total;

    Run(Scope scope, Progress progress, Found found) {
      this.scope = scope;
      this.progress = progress;
      this.found = found;
      this.partitions = source.topics();
      this.cut = source.cut();
      this.past = new PastRetention(topics.intents(), source, cut, System.currentTimeMillis());
      this.total = cut.values().stream().mapToLong(e -> Math.max(0, e.end() - e.begin())).sum();
    }

    AuditResult result() throws IOException {
      whole();
      try (Buckets buckets = Buckets.forRecords(total)) {
        fill(buckets);
        judge(buckets);
      }
      if (scope.operationId().isEmpty()) {
        destinations();
        lives();
        moves.judge(found::add);
        past.tell(found::add);
      }
      Duration took = Duration.ofNanos(System.nanoTime() - startedNanos);
      return new AuditResult(found, scope, found.counts(new TreeMap<>(records)), startedAt, took);
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
          found.add(place(Rule.TOPIC_MISSING, topic, -1, -1, "there is no topic " + topic));
        }
      }
      cut.forEach(
          (partition, extent) -> {
            Kind kind = Kind.of(topics, partition.topic()).orElseThrow();
            processed.extent(kind, partition.partition(), extent);
            if (kind.isKept() && extent.begin() > 0 && !past.mayBegin(partition, extent)) {
              found.add(
                  place(
                      Rule.TRUNCATED,
                      partition.topic(),
                      partition.partition(),
                      extent.begin(),
                      "the records before offset %d are gone".formatted(extent.begin())));
            }
            if (extent.processed().isPresent() && extent.processed().getAsLong() > extent.end()) {
              found.add(
                  place(
                      Rule.TRUNCATED,
                      partition.topic(),
                      partition.partition(),
                      extent.end(),
                      "the ledger has read up to offset %d, and the topic ends at %d"
                          .formatted(extent.processed().getAsLong(), extent.end())));
            }
          });
    }

    private Finding place(Rule rule, String topic, int partition, long offset, String text) {
      return new Finding(rule, "", topic, partition, offset, "", "", "", text, List.of());
    }

    private void fill(Buckets buckets) {
      Intake.Collected into =
          new Intake.Collected(reading, buckets, lives, controls, processed, inversions);
      List<List<TopicPartition>> shares = shares();
      inParallel(shares.stream().<Runnable>map(share -> () -> fill(share, into)).toList());
    }

    /** Each thread reads about the same number of records, in whole partitions. */
    private List<List<TopicPartition>> shares() {
      List<TopicPartition> all = new ArrayList<>(cut.keySet());
      all.sort(java.util.Comparator.comparingLong(p -> -length(p)));
      List<List<TopicPartition>> shares = new ArrayList<>();
      long[] sizes = new long[THREADS];
      for (int i = 0; i < THREADS; i++) {
        shares.add(new ArrayList<>());
      }
      for (TopicPartition partition : all) {
        int least = 0;
        for (int i = 1; i < THREADS; i++) {
          least = sizes[i] < sizes[least] ? i : least;
        }
        shares.get(least).add(partition);
        sizes[least] += length(partition);
      }
      return shares;
    }

    private long length(TopicPartition partition) {
      TopicSource.Extent extent = cut.get(partition);
      return extent == null ? 0 : extent.end() - extent.begin();
    }

    private void fill(List<TopicPartition> share, Intake.Collected into) {
      Map<Kind, Intake> intakes = new HashMap<>();
      Map<String, Kind> kinds = new HashMap<>();
      Map<String, Long> counted = new HashMap<>();
      source.read(
          share,
          cut,
          record -> {
            Kind kind =
                kinds.computeIfAbsent(record.topic(), name -> Kind.of(topics, name).orElseThrow());
            intakes
                .computeIfAbsent(kind, k -> new Intake(k, into, scope.operationId()))
                .accept(record);
            counted.merge(record.topic(), 1L, Long::sum);
            if ((read.incrementAndGet() & 0x3FF) == 0) {
              tell(0.6 * read.get() / Math.max(1, total), "reading");
            }
          });
      counted.forEach((topic, count) -> records.merge(topic, count, Long::sum));
    }

    private synchronized void tell(double share, String what) {
      progress.at(Math.min(1, share), what);
    }

    private void judge(Buckets buckets) {
      OperationJudge.Setting setting =
          new OperationJudge.Setting(
              reading,
              new Slim(reading),
              new InputForm(partitions),
              new InputMatch.Shared(lives, controls, processed, moves, inversions, past),
              controls.tests(),
              cut,
              scope);
      List<Buckets.Bucket> all = buckets.stream().toList();
      AtomicLong next = new AtomicLong();
      Runnable work =
          () -> {
            OperationJudge judge = new OperationJudge(setting, found);
            for (long i = next.getAndIncrement(); i < all.size(); i = next.getAndIncrement()) {
              judge(judge, buckets, all.get((int) i));
              tell(0.6 + 0.4 * i / all.size(), "judging");
            }
          };
      inParallel(java.util.Collections.nCopies(THREADS, work));
    }

    private void judge(OperationJudge judge, Buckets of, Buckets.Bucket bucket) {
      if (bucket.bytes() <= Buckets.LARGEST_BYTES || !of.isDivisible()) {
        judge.judge(bucket);
        bucket.discard();
        return;
      }
      try (Buckets smaller = of.divided(bucket)) {
        smaller.stream().forEach(part -> judge(judge, smaller, part));
      } catch (IOException e) {
        throw new UncheckedIOException("no temporary files can be written: " + e.getMessage(), e);
      }
    }

    private void inParallel(List<Runnable> work) {
      ExecutorService threads = Executors.newFixedThreadPool(THREADS);
      try {
        List<Future<?>> running = new ArrayList<>();
        work.forEach(task -> running.add(threads.submit(task)));
        for (Future<?> task : running) {
          task.get();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new org.apache.kafka.common.errors.InterruptException(e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException failure) {
          throw failure;
        }
        throw new IllegalStateException(e.getCause());
      } finally {
        threads.shutdownNow();
      }
    }

    private void destinations() {
      Set<Controls.Spot> letters = new HashSet<>();
      controls.letters().stream()
          .map(DeadLetters::origin)
          .flatMap(Optional::stream)
          .forEach(from -> letters.add(new Controls.Spot(from.partition(), from.offset())));
      ControlRules.Context context =
          new ControlRules.Context(
              partitions.getOrDefault(topics.destinations(), 1), processed, moves, letters);
      for (String name : controls.byName().keySet()) {
        new ControlRules(name, controls, context).check().forEach(found::add);
      }
      for (TopicRecord record : controls.unreadable()) {
        if (!letters.contains(new Controls.Spot(record.partition(), record.offset()))) {
          found.add(
              place(
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
              place(
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
