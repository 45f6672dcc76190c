package io.onefold.standalone.cluster;

import io.onefold.connector.worker.WorkerSettings;
import io.onefold.schema.TopicSpec;
import io.onefold.schema.Topics;
import io.onefold.topology.Stores;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * What each role must be allowed to do, and nothing else. Kafka takes READ and WRITE for DESCRIBE
 * as well, so that stands only where neither is given.
 */
public final class AccessList {
  private final Topics topics;
  private final Set<String> pools;
  private final String applicationId;
  private final List<Grant> grants = new ArrayList<>();

  private AccessList(Topics topics, Collection<String> pools, String applicationId) {
    this.topics = topics;
    this.pools = new TreeSet<>(pools);
    this.pools.add(Topics.DEFAULT_POOL);
    this.applicationId = applicationId;
  }

  /**
   * The grants of all roles.
   *
   * @param pools those in use; {@value Topics#DEFAULT_POOL} is always added, as its topic is
   * @param applicationId name of the ledger
   * @throws IllegalArgumentException if a pool is not named correctly
   */
  public static List<Grant> of(Topics topics, Collection<String> pools, String applicationId) {
    AccessList list = new AccessList(topics, pools, applicationId);
    list.ledger();
    list.pools.forEach(list::worker);
    list.callers();
    list.operator();
    return List.copyOf(list.grants);
  }

  private void ledger() {
    For ledger = new For(Role.LEDGER, Optional.empty());
    topics.inputs().forEach(input -> ledger.reads(input, "decides on each record"));
    ledger.reads(topics.journal(), "a start compares it with the state; REST tells of operations");
    ledger.reads(topics.checkpoints(), "a start compares the newest with the state");
    ledger.reads(topics.receipts(), "REST lists them");
    ledger.reads(topics.escalations(), "REST lists them");
    ledger.writes(topics.intents(), "REST takes intents");
    ledger.writes(topics.reviews(), "REST takes reviews");
    ledger.writes(topics.destinations(), "REST takes controls, and each decision is kept");
    pools.forEach(pool -> ledger.writes(topics.commands(pool), "orders to the workers"));
    ledger.writes(topics.journal(), "every decision");
    ledger.writes(topics.checkpoints(), "how far the journal has come, signed");
    ledger.writes(topics.receipts(), "the final answers");
    ledger.writes(topics.escalations(), "questions to people");
    ledger.reads(topics.payloadKeys(), "with --payload-key-file: the keys of sealed payloads");
    ledger.writes(topics.payloadKeys(), "with --payload-key-file: new keys, and erasures");
    ledger.writes(topics.deadLetters(), "what cannot be read");
    for (TopicSpec spec : specs()) {
      ledger.topic(spec.name(), AclOperation.DESCRIBE_CONFIGS, "every start checks its settings");
    }
    for (String store : Stores.ALL) {
      String changelog = Stores.changelog(applicationId, store);
      ledger.topic(
          changelog, AclOperation.CREATE, "made when the ledger starts for the first time");
      ledger.topic(changelog, AclOperation.DESCRIBE_CONFIGS, "every start checks its settings");
      ledger.reads(changelog, "the state is made again from it");
      ledger.writes(changelog, "every change of the state");
    }
    ledger.group(applicationId, PatternType.LITERAL, "instances share the partitions");
    ledger.on(
        new ResourcePattern(
            ResourceType.TRANSACTIONAL_ID, applicationId + "-", PatternType.PREFIXED),
        AclOperation.WRITE,
        "one transaction for each step; the names end in what instances draw");
  }

  private void worker(String pool) {
    For worker = new For(Role.WORKER, Optional.of(pool));
    worker.reads(topics.commands(pool), "orders to this pool");
    worker.writes(topics.providerEvents(), "claims and results");
    worker.writes(topics.deadLetters(), "orders that cannot be read");
    worker.reads(topics.payloadKeys(), "with --payload-key-file: opens sealed payloads");
    worker.group(
        WorkerSettings.group(topics, pool), PatternType.LITERAL, "workers share the partitions");
  }

  private void callers() {
    new For(Role.UPSTREAM).writes(topics.intents(), "what is wanted");
    For downstream = new For(Role.DOWNSTREAM);
    downstream.reads(topics.receipts(), "the final answers");
    downstream.ownGroups();
    For reviewer = new For(Role.REVIEWER);
    reviewer.reads(topics.escalations(), "the questions");
    reviewer.writes(topics.reviews(), "the decisions");
    reviewer.ownGroups();
    For auditor = new For(Role.AUDITOR);
    specs().stream()
        .map(TopicSpec::name)
        .filter(name -> !name.equals(topics.payloadKeys()))
        .forEach(name -> auditor.reads(name, "all that happened"));
    auditor.topic(
        topics.intents(), AclOperation.DESCRIBE_CONFIGS, "how long payloads are kept on purpose");
    auditor.ownGroups();
  }

  private void operator() {
    For operator = new For(Role.OPERATOR);
    for (TopicSpec spec : specs()) {
      operator.topic(spec.name(), AclOperation.CREATE, "topics create");
      operator.topic(spec.name(), AclOperation.DESCRIBE_CONFIGS, "topics check");
      if (spec.name().equals(topics.providerEvents())) {
        operator.writes(spec.name(), "worker fence");
      } else if (spec.name().equals(topics.deadLetters())) {
        operator.reads(spec.name(), "a look at what could not be read");
      } else {
        operator.topic(spec.name(), AclOperation.DESCRIBE, "topics check");
      }
    }
    operator.ownGroups();
  }

  private List<TopicSpec> specs() {
    return topics.specs(pools);
  }

  /** Adds grants for one holder. */
  private final class For {
    private final Role role;
    private final Optional<String> pool;

    For(Role role) {
      this(role, Optional.empty());
    }

    For(Role role, Optional<String> pool) {
      this.role = role;
      this.pool = pool;
    }

    void reads(String topic, String why) {
      topic(topic, AclOperation.READ, why);
    }

    void writes(String topic, String why) {
      topic(topic, AclOperation.WRITE, why);
    }

    void topic(String topic, AclOperation operation, String why) {
      on(new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL), operation, why);
    }

    void group(String name, PatternType type, String why) {
      on(new ResourcePattern(ResourceType.GROUP, name, type), AclOperation.READ, why);
    }

    /** Readers choose the names of their groups, which begin with this. */
    void ownGroups() {
      group(
          topics.prefix() + role.label(),
          PatternType.PREFIXED,
          "its consumer groups; their names begin like this");
    }

    void on(ResourcePattern resource, AclOperation operation, String why) {
      grants.add(new Grant(role, pool, resource, operation, why));
    }
  }
}
