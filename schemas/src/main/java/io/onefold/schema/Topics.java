package io.onefold.schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.kafka.common.utils.Utils;

/**
 * The names of all topics. They are an on-disk format: a running installation keeps its prefix.
 *
 * @param prefix begins every name; up to 100 characters of {@code A-Z a-z 0-9 . _ -}, may be empty
 */
public record Topics(String prefix) {
  /** The prefix unless configured otherwise. */
  public static final String DEFAULT_PREFIX = "onefold.";

  /** The pool whose commands need no suffix. */
  public static final String DEFAULT_POOL = "default";

  private static final int LONGEST_PREFIX = 100;
  private static final int LONGEST_POOL = 100;
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]*");
  private static final Pattern POOL = Pattern.compile("[A-Za-z0-9_-]+");

  /**
   * Checks the prefix.
   *
   * @throws IllegalArgumentException if a topic name cannot begin with it
   */
  public Topics {
    if (prefix.length() > LONGEST_PREFIX || !PREFIX.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "the topic prefix is "
              + PrintableText.quote(prefix)
              + "; allowed are up to "
              + LONGEST_PREFIX
              + " characters of A-Z a-z 0-9 . _ -");
    }
  }

  /** The topics with the prefix {@value #DEFAULT_PREFIX}. */
  public static Topics standard() {
    return new Topics(DEFAULT_PREFIX);
  }

  /** What callers want. */
  public String intents() {
    return named(Message.INTENT);
  }

  /** What workers report. */
  public String providerEvents() {
    return named(Message.PROVIDER_EVENT);
  }

  /** What authorised persons decided. */
  public String reviews() {
    return named(Message.REVIEW);
  }

  /** What suspends a destination and opens it again, and what the ledger made of it. */
  public String destinations() {
    return named(Message.DESTINATION_RECORD);
  }

  /**
   * The orders to the workers of a pool: {@code commands} for the pool {@value #DEFAULT_POOL},
   * {@code commands.<pool>} for any other.
   *
   * @throws IllegalArgumentException if the pool is not 1 to 100 characters of {@code A-Z a-z 0-9 _
   *     -}
   */
  public String commands(String pool) {
    checkPool(pool);
    String commands = named(Message.COMMAND);
    return pool.equals(DEFAULT_POOL) ? commands : commands + "." + pool;
  }

  /** The event log of the ledger. */
  public String journal() {
    return named(Message.OPERATION_EVENT);
  }

  /** The final answers. */
  public String receipts() {
    return named(Message.RECEIPT);
  }

  /** What the partitions of the journal held at a time, signed. */
  public String checkpoints() {
    return named(Message.CHECKPOINT);
  }

  /** What opens sealed payloads, and the notes that it was erased. */
  public String payloadKeys() {
    return named(Message.PAYLOAD_KEY);
  }

  /** The questions to authorised persons. */
  public String escalations() {
    return named(Message.ESCALATION);
  }

  /** Records that could not be read, as they were. */
  public String deadLetters() {
    return prefix + "dead-letters";
  }

  /**
   * Where a record with this key belongs: the rule of Kafka's default partitioner (murmur2), which
   * every producer of ours and of others must follow.
   *
   * @param key the operation ID's UTF-8 bytes
   * @param partitions number of partitions of the topic, at least 1
   */
  public static int partitionOf(byte[] key, int partitions) {
    return Utils.toPositive(Utils.murmur2(key)) % partitions;
  }

  /** The topics that the ledger reads. */
  public List<String> inputs() {
    return List.of(intents(), providerEvents(), reviews(), destinations());
  }

  /**
   * Every topic with its settings, in the order in which they are created.
   *
   * @param pools the pools in use; {@value #DEFAULT_POOL} is always added
   * @throws IllegalArgumentException if a pool is not named correctly
   */
  public List<TopicSpec> specs(Collection<String> pools) {
    List<TopicSpec> specs = new ArrayList<>();
    specs.add(TopicSpec.intents(intents()));
    specs.add(TopicSpec.kept(providerEvents(), true));
    specs.add(TopicSpec.kept(reviews(), true));
    specs.add(TopicSpec.kept(destinations(), true));
    Set<String> all = new TreeSet<>(pools);
    all.add(DEFAULT_POOL);
    all.forEach(pool -> specs.add(TopicSpec.passing(commands(pool))));
    specs.add(TopicSpec.kept(journal(), true));
    specs.add(TopicSpec.kept(checkpoints(), true));
    specs.add(TopicSpec.kept(receipts(), false));
    specs.add(TopicSpec.compacted(escalations()));
    specs.add(TopicSpec.erasable(payloadKeys()));
    specs.add(TopicSpec.deadLetters(deadLetters()));
    return List.copyOf(specs);
  }

  /** The message that a topic carries; empty for one that is not ours or carries raw bytes. */
  public Optional<Message> messageOf(String topic) {
    if (!topic.startsWith(prefix)) {
      return Optional.empty();
    }
    String name = topic.substring(prefix.length());
    String commands = Message.COMMAND.topic() + ".";
    if (name.startsWith(commands)) {
      String pool = name.substring(commands.length());
      boolean ours = isPool(pool) && !pool.equals(DEFAULT_POOL);
      return ours ? Optional.of(Message.COMMAND) : Optional.empty();
    }
    return Message.named(name).filter(Message::travels);
  }

  private String named(Message message) {
    return prefix + message.topic();
  }

  private static void checkPool(String pool) {
    if (!isPool(pool)) {
      throw new IllegalArgumentException(
          "the pool is "
              + PrintableText.quote(pool)
              + "; allowed are 1 to "
              + LONGEST_POOL
              + " characters of A-Z a-z 0-9 _ -");
    }
  }

  private static boolean isPool(String pool) {
    return pool.length() <= LONGEST_POOL && POOL.matcher(pool).matches();
  }
}
