package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.onefold.connector.worker.WorkerFence;
import io.onefold.schema.OperationId;
import io.onefold.schema.TopicSpec;
import io.onefold.schema.Topics;
import io.onefold.schema.client.IntentBuilder;
import io.onefold.schema.client.IntentProducer;
import io.onefold.standalone.TopicAdmin;
import io.onefold.standalone.cases.Installation.RunningInstance;
import io.onefold.standalone.cluster.AccessList;
import io.onefold.standalone.cluster.Grant;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every role on a broker with an authorizer, each as a user of its own with exactly the rights that
 * {@code onefold topics acls} lists. The authorizer tells whether the list is complete, because it
 * then refuses nothing, and whether it is minimal, because each right is then used.
 */
@Tag("campaign")
@Tag("instances")
class KafkaAccessIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final List<String> POOLS = List.of(Topics.DEFAULT_POOL, "frozen", "slow");
  private static final byte[] POISON = {1, 2, 3};

  private static final SecuredKafka SECURED =
      new SecuredKafka(holders(grants(Topics.standard(), "any")));

  @AfterAll
  static void end() {
    SECURED.close();
  }

  private static List<Grant> grants(Topics topics, String applicationId) {
    return AccessList.of(topics, POOLS, applicationId);
  }

  private static Set<String> holders(List<Grant> grants) {
    return grants.stream().map(Grant::holder).collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"streams", "classic"})
  void shouldNeedEveryRightOfTheListAndNoOther(String groupProtocol) throws Exception {
    // given
    String name = "access-" + groupProtocol;
    Topics topics = new Topics(name + ".");
    List<Grant> grants = grants(topics, name + "-ledger");
    SECURED.grant(grants);
    AskedAuthorizer.forget();

    // when
    try (Installation onefold =
        new Installation(
            SECURED.kafka(), name, 2, new KafkaUse(groupProtocol, SecuredKafka::settings))) {
      onefold.seal();
      useAll(onefold);
    }

    // then
    List<AskedAuthorizer.Asked> asked = AskedAuthorizer.asked();
    Set<String> users = grants.stream().map(SecuredKafka::principal).collect(Collectors.toSet());
    assertEquals(
        Set.of(),
        asked.stream()
            .filter(one -> users.contains(one.principal()))
            .filter(one -> !one.isAllowed() && !one.isOptional())
            .collect(Collectors.toSet()),
        "refused");
    assertEquals(
        List.of(),
        grants.stream()
            .filter(
                grant ->
                    asked.stream().noneMatch(one -> one.uses(grant, SecuredKafka.principal(grant))))
            .toList(),
        "never used");
  }

  private void useAll(Installation onefold) throws Exception {
    Topics topics = onefold.topics();
    RunningInstance ledger = onefold.ledger("one");
    for (String pool : POOLS) {
      onefold.worker(pool, "worker-" + pool, Map.of(), 4);
    }
    mainPath(onefold, ledger);
    poison(onefold);
    controls(onefold, ledger);
    new WorkerFence(
            onefold.bootstrapServers(), Map.copyOf(SecuredKafka.settings("operator")), topics)
        .fence("gone", "its machine is gone", "an operator", OptionalLong.of(1));
    restart(onefold);
    reads("downstream", topics, List.of(topics.receipts()));
    reads("reviewer", topics, List.of(topics.escalations()));
    reads(
        "auditor",
        topics,
        topics.specs(POOLS).stream()
            .map(TopicSpec::name)
            .filter(topic -> !topic.equals(topics.payloadKeys()))
            .toList());
    Map<String, String> auditor = new HashMap<>(SecuredKafka.settings("auditor"));
    auditor.put("bootstrap.servers", onefold.bootstrapServers());
    try (TopicAdmin admin = new TopicAdmin(auditor)) {
      assertEquals(Optional.empty(), admin.payloadRetention(topics));
    }
    reads("operator", topics, List.of(topics.deadLetters()));
  }

  /** Over REST and over Kafka, one operation for each pool, read back every way there is. */
  private static void mainPath(Installation onefold, RunningInstance ledger) throws Exception {
    for (String contract : List.of("plain", "frozen", "slow")) {
      CaseRun run = onefold.operation(ledger, contract, "rest-" + contract);
      run.submit().verified();
      run.journal();
    }
    String payload = Intents.payload("over-kafka", "text").toString();
    try (IntentProducer upstream =
        IntentProducer.connect(SECURED.config("upstream"), onefold.topics())) {
      upstream
          .send(
              IntentBuilder.of(OperationId.parse("over-kafka"))
                  .to("plain", "acme", "live")
                  .action("publish")
                  .json(payload)
                  .build())
          .get(30, TimeUnit.SECONDS);
    }
    CaseRun waiting = onefold.operation(ledger, "plain", "over-kafka").awaitKnown();
    waiting.when(operation -> operation.path("state").asText().equals("UNRESOLVED"));
    // Nobody approved it.
    await("listed")
        .atMost(PATIENCE)
        .until(() -> !ledger.client().escalations(Map.of()).items().isEmpty());
    waiting.review("APPROVE", "a reviewer");
    waiting.verified();
    ledger.client().receipts(Map.of());
  }

  /** What cannot be read, to the ledger and to each worker. */
  private static void poison(Installation onefold) throws Exception {
    Topics topics = onefold.topics();
    write(SECURED.config("reviewer"), topics.reviews());
    for (String pool : POOLS) {
      write(SECURED.root(), topics.commands(pool));
    }
  }

  private static void write(Map<String, Object> config, String topic) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      byte[] key = "poison".getBytes(StandardCharsets.UTF_8);
      producer.send(new ProducerRecord<>(topic, key, POISON)).get(30, TimeUnit.SECONDS);
    }
  }

  private static void controls(Installation onefold, RunningInstance ledger) {
    ledger
        .client()
        .suspend(
            "locked",
            JsonNodeFactory.instance
                .objectNode()
                .put("reason", "a look at it")
                .put("reviewer", "a reviewer"));
    await("dead letters of all who read")
        .atMost(PATIENCE)
        .until(
            () ->
                Stream.concat(Stream.of("ledger"), POOLS.stream().map(pool -> "worker_" + pool))
                    .allMatch(user -> wroteDeadLetter(onefold, "User:" + user)));
  }

  private static boolean wroteDeadLetter(Installation onefold, String principal) {
    return AskedAuthorizer.asked().stream()
        .anyMatch(
            one ->
                one.principal().equals(principal)
                    && one.name().equals(onefold.topics().deadLetters())
                    && one.operation() == AclOperation.WRITE);
  }

  /** Without its files: the state comes from its topics. */
  private static void restart(Installation onefold) throws Exception {
    onefold.stop();
    try (Stream<Path> files = Files.walk(onefold.stateOf("one"))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    RunningInstance again = onefold.ledger("one");
    CaseRun run = onefold.operation(again, "plain", "rest-plain");
    assertEquals("duplicate", run.submit(run.intent()).path("disposition").asText());
    onefold.stop();
  }

  /** Reads topics in a group of its own, as anybody would. */
  private static void reads(String holder, Topics topics, List<String> names) {
    Map<String, Object> config = new HashMap<>(SECURED.config(holder));
    config.put("group.id", topics.prefix() + holder + "-at-night");
    config.put("auto.offset.reset", "earliest");
    Set<String> left = new TreeSet<>(names);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.subscribe(names);
      await(holder + " reads")
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(10))
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(200)).forEach(one -> left.remove(one.topic()));
                return left.isEmpty();
              });
      consumer.commitSync();
    }
  }
}
