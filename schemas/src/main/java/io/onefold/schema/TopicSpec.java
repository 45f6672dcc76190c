package io.onefold.schema;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The settings that one topic needs, as data for whoever creates or checks topics.
 *
 * @param name the topic, with its prefix
 * @param cleanup what the broker may remove
 * @param retention how long a record stays at least; empty: for ever
 * @param leastRetention the shortest retention that is allowed on an existing topic; empty: only
 *     for ever
 * @param maxMessageBytes the largest record batch that the broker must take, in bytes
 * @param minInsyncReplicas how many replicas must hold a record before it counts as written; a
 *     cluster with fewer replicas than that cannot keep to it
 * @param samePartitions true if it must have as many partitions as the ledger's other topics
 * @param more further settings that it is created with; an existing topic may have others
 */
public record TopicSpec(
    String name,
    Cleanup cleanup,
    Optional<Duration> retention,
    Optional<Duration> leastRetention,
    int maxMessageBytes,
    int minInsyncReplicas,
    boolean samePartitions,
    Map<String, String> more) {

  /**
   * The shortest retention of {@code intents}: a ledger that was down for so long has still read
   * all of them.
   */
  public static final Duration LEAST_PAYLOAD_RETENTION = Duration.ofDays(7);

  /** Orders are offered again by timers, so they only have to outlive a long outage of a pool. */
  private static final Duration COMMAND_RETENTION = Duration.ofDays(7);

  /** A closed segment is removed as a whole, once its newest record is past the retention. */
  private static final Duration LONGEST_SEGMENT = Duration.ofDays(1);

  private static final Duration LEAST_COMPACTION_LAG = Duration.ofHours(1);
  private static final Duration MOST_COMPACTION_LAG = Duration.ofDays(1);

  /** A payload of 900 KiB, its attributes and what the ledger adds, with room to spare. */
  private static final int MAX_MESSAGE_BYTES = 2 * 1024 * 1024;

  private static final int MIN_INSYNC_REPLICAS = 2;

  public TopicSpec {
    more = Map.copyOf(more);
  }

  /** What the broker may remove. */
  public enum Cleanup {
    /** Records past the retention. */
    DELETE("delete"),
    /** Records that have a newer one with the same key. */
    COMPACT("compact");

    private final String setting;

    Cleanup(String setting) {
      this.setting = setting;
    }

    /** The value of {@code cleanup.policy}. */
    public String setting() {
      return setting;
    }
  }

  static TopicSpec kept(String name, boolean samePartitions) {
    return new TopicSpec(
        name,
        Cleanup.DELETE,
        Optional.empty(),
        Optional.empty(),
        MAX_MESSAGE_BYTES,
        MIN_INSYNC_REPLICAS,
        samePartitions,
        Map.of());
  }

  /** Kept as well, unless the operator lets old payloads go. */
  static TopicSpec intents(String name) {
    return new TopicSpec(
        name,
        Cleanup.DELETE,
        Optional.empty(),
        Optional.of(LEAST_PAYLOAD_RETENTION),
        MAX_MESSAGE_BYTES,
        MIN_INSYNC_REPLICAS,
        true,
        Map.of());
  }

  /** Takes what any other topic takes, and what is said about it in headers. */
  static TopicSpec deadLetters(String name) {
    return new TopicSpec(
        name,
        Cleanup.DELETE,
        Optional.empty(),
        Optional.empty(),
        2 * MAX_MESSAGE_BYTES,
        MIN_INSYNC_REPLICAS,
        false,
        Map.of());
  }

  static TopicSpec passing(String name) {
    return new TopicSpec(
        name,
        Cleanup.DELETE,
        Optional.of(COMMAND_RETENTION),
        Optional.of(COMMAND_RETENTION),
        MAX_MESSAGE_BYTES,
        MIN_INSYNC_REPLICAS,
        true,
        Map.of());
  }

  static TopicSpec compacted(String name) {
    return new TopicSpec(
        name,
        Cleanup.COMPACT,
        Optional.empty(),
        Optional.empty(),
        MAX_MESSAGE_BYTES,
        MIN_INSYNC_REPLICAS,
        false,
        Map.of());
  }

  /** Compacted soon: what was erased there must be gone. */
  static TopicSpec erasable(String name) {
    TopicSpec compacted = compacted(name);
    return new TopicSpec(
        name,
        compacted.cleanup,
        compacted.retention,
        compacted.leastRetention,
        compacted.maxMessageBytes,
        compacted.minInsyncReplicas,
        compacted.samePartitions,
        Map.of(
            // The first key of an operation must stay until its writer has looked at the others.
            "min.compaction.lag.ms", Long.toString(LEAST_COMPACTION_LAG.toMillis()),
            "max.compaction.lag.ms", Long.toString(MOST_COMPACTION_LAG.toMillis()),
            "min.cleanable.dirty.ratio", "0.01",
            "segment.ms", Long.toString(LONGEST_SEGMENT.toMillis())));
  }

  /**
   * The same topic with a limited retention.
   *
   * @throws IllegalArgumentException if this topic must be kept for longer
   */
  public TopicSpec withRetention(Duration limited) {
    if (leastRetention.isEmpty() || limited.compareTo(leastRetention.get()) < 0) {
      throw new IllegalArgumentException(
          "the retention of topic "
              + name
              + " is "
              + limited
              + "; allowed is "
              + leastRetention.map(least -> least + " or more").orElse("only for ever"));
    }
    return new TopicSpec(
        name,
        cleanup,
        Optional.of(limited),
        leastRetention,
        maxMessageBytes,
        minInsyncReplicas,
        samePartitions,
        Map.of("segment.ms", Long.toString(LONGEST_SEGMENT.toMillis())));
  }

  /**
   * The topic's configuration for its creation.
   *
   * @param replicas the replication factor of the topic, at least 1; bounds {@code
   *     min.insync.replicas}
   */
  public Map<String, String> config(int replicas) {
    Map<String, String> config = new TreeMap<>();
    config.put("cleanup.policy", cleanup.setting());
    config.put("retention.ms", Long.toString(retentionMs()));
    config.put("retention.bytes", "-1");
    config.putAll(more);
    config.put("max.message.bytes", Integer.toString(maxMessageBytes));
    config.put("min.insync.replicas", Integer.toString(Math.min(replicas, minInsyncReplicas)));
    // A replica that lacks acknowledged records would take back a grant that was acted on.
    config.put("unclean.leader.election.enable", "false");
    return config;
  }

  /**
   * What is dangerous about a topic's actual configuration: one sentence for each setting, empty if
   * all is well. A setting that is not there is not judged.
   *
   * @param actual all settings of the topic as the broker tells them, defaults included
   * @param replicas the replication factor of the topic
   */
  public List<String> dangers(Map<String, String> actual, int replicas) {
    List<String> dangers = new ArrayList<>();
    Map<String, String> wanted = config(replicas);
    require(dangers, actual, "cleanup.policy", wanted, true);
    require(dangers, actual, "unclean.leader.election.enable", wanted, true);
    if (cleanup == Cleanup.DELETE) {
      requireRetention(dangers, actual);
      require(dangers, actual, "retention.bytes", wanted, true);
    }
    require(dangers, actual, "max.message.bytes", wanted, false);
    require(dangers, actual, "min.insync.replicas", wanted, false);
    return dangers;
  }

  private long retentionMs() {
    return retention.map(Duration::toMillis).orElse(-1L);
  }

  private void requireRetention(List<String> dangers, Map<String, String> actual) {
    String least = leastRetention.map(time -> Long.toString(time.toMillis())).orElse("-1");
    require(
        dangers, actual, "retention.ms", Map.of("retention.ms", least), leastRetention.isEmpty());
  }

  private void require(
      List<String> dangers,
      Map<String, String> actual,
      String setting,
      Map<String, String> wanted,
      boolean exactly) {
    String found = actual.get(setting);
    String allowed = wanted.getOrDefault(setting, "");
    if (found == null || found.equals(allowed) || (!exactly && isEnough(found, allowed))) {
      return;
    }
    dangers.add(
        "topic "
            + name
            + " has "
            + setting
            + "="
            + found
            + "; allowed is "
            + (exactly ? "only " + allowed : allowed + " or more"));
  }

  // Minus one means without limit, which is more than any number.
  private static boolean isEnough(String found, String least) {
    OptionalLong number = number(found);
    return number.isPresent()
        && (number.getAsLong() == -1 || number.getAsLong() >= Long.parseLong(least));
  }

  private static OptionalLong number(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text.strip()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
