package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.SeenWrite;
import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.connector.simulated.WriteStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * K24: far more slow calls than fit between two polls. Each call takes a third of the case's time;
 * all together still take several times the poll deadline. While they run, a third worker joins, so
 * that the group really moves.
 */
@ExtendWith({CaseKafka.Shared.class, ManyInstances.Shared.class})
@Tag("instances")
@Execution(ExecutionMode.CONCURRENT)
class Case24IT {
  private static final int OPERATIONS = 40;
  private static final Duration COMMIT = Duration.ofMillis(500);
  private static final Duration CALL = Duration.ofMillis(530);
  private static final Map<String, Object> POLL_DEADLINE = Map.of("max.poll.interval.ms", 5000);
  private static final String POOL = "slow";

  private final CaseKafka kafka;
  private final ManyInstances many;

  Case24IT(CaseKafka kafka, ManyInstances many) {
    this.kafka = kafka;
    this.many = many;
  }

  @Test
  void k24ShouldSendOnceAndKeepItsPlaceInTheGroupWhenDestinationIsSlow() throws Exception {
    // given
    SimulatedProviderServer destination = many.onefold().standIns().get("slow");
    SimulatedProvider provider = destination.provider();
    destination.takeOneWriteAtATime();
    provider.scriptOthers(
        Script.of(
            WriteStep.commit(COMMIT, Reply.status(201).after(CALL)),
            WriteStep.commit(Reply.status(201))));
    many.worker(POOL, "slow-1", POLL_DEADLINE, 1);
    many.worker(POOL, "slow-2", POLL_DEADLINE, 1);
    Set<String> members = awaitMembers(2);

    // when
    List<CaseRun> runs =
        IntStream.rangeClosed(1, OPERATIONS)
            .mapToObj(i -> new CaseRun(many.first().client(), destination, "slow", "K24-" + i))
            .toList();
    runs.forEach(CaseRun::submit);
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> provider.seenWrites().size() > OPERATIONS / 3);
    many.worker(POOL, "slow-3", POLL_DEADLINE, 1);

    // then
    for (CaseRun run : runs) {
      run.verified();
      run.counted(1, 1);
    }
    Set<String> afterwards = awaitMembers(3);
    assertTrue(afterwards.containsAll(members), members + " became " + afterwards);
    List<SeenWrite> writes = provider.seenWrites();
    Duration all = Duration.between(writes.getFirst().at(), writes.getLast().at());
    assertTrue(all.compareTo(Duration.ofSeconds(10)) > 0, "all calls took only " + all);
    assertOneAtATime(writes);

    // and when
    runs.forEach(run -> assertEquals("duplicate", disposition(run), run.id()));

    // then
    runs.getLast().staysUntil(Instant.now().plusSeconds(2), 1, 1);
    assertEquals(OPERATIONS, provider.seenWrites().size());
  }

  private static String disposition(CaseRun run) {
    return run.submit(run.intent()).path("disposition").asText();
  }

  private static void assertOneAtATime(List<SeenWrite> writes) {
    for (int i = 1; i < writes.size(); i++) {
      Instant ended = writes.get(i - 1).at().plus(CALL);
      assertFalse(writes.get(i).at().isBefore(ended.minusMillis(20)), "write " + i + " overlaps");
    }
  }

  /** A member that was thrown out comes back under another name. */
  private Set<String> awaitMembers(int number) {
    try (Admin admin = kafka.admin()) {
      return await("members")
          .atMost(Duration.ofMinutes(1))
          .until(() -> members(admin), members -> members.size() == number);
    }
  }

  private Set<String> members(Admin admin) throws Exception {
    String group = many.onefold().workerGroup(POOL);
    return admin
        .describeConsumerGroups(List.of(group))
        .all()
        .get(30, TimeUnit.SECONDS)
        .get(group)
        .members()
        .stream()
        .filter(member -> !member.assignment().topicPartitions().isEmpty())
        .map(MemberDescription::consumerId)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
