package io.onefold.topology;

import io.onefold.access.RestAccess;
import io.onefold.destination.Destinations;
import io.onefold.schema.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * What one ledger instance needs to know.
 *
 * @param bootstrapServers addresses of the Kafka cluster
 * @param kafka settings for every Kafka client, for example security; may name a schema registry
 * @param topics names of the topics
 * @param applicationId name of the ledger; instances of the same name share the work
 * @param stateDir folder for the stores; one for each instance
 * @param destinations the contracts
 * @param commitInterval time between two transactions, 10 ms to 10 s; bounds the delay of every
 *     step
 * @param threads stream threads, at least 1
 * @param standbyReplicas warm copies of each store on other instances, 0 or more
 * @param groupProtocol {@code streams} or {@code classic}
 * @param restHost address that the REST face binds to
 * @param restPort its port; 0 for a free one
 * @param advertisedHost name under which other instances reach it
 * @param access who may use the REST face, and whether it speaks TLS
 * @param signing which key signs what it publishes
 */
public record LedgerSettings(
    String bootstrapServers,
    Map<String, Object> kafka,
    Topics topics,
    String applicationId,
    Path stateDir,
    Destinations destinations,
    Duration commitInterval,
    int threads,
    int standbyReplicas,
    String groupProtocol,
    String restHost,
    int restPort,
    String advertisedHost,
    RestAccess access,
    Signing signing) {

  /** The usual name of the ledger. */
  public static final String DEFAULT_APPLICATION_ID = "onefold-ledger";

  public LedgerSettings {
    kafka = Map.copyOf(kafka);
    between(commitInterval.toMillis(), 10, 10_000, "commitInterval in ms");
    between(threads, 1, 64, "threads");
    between(standbyReplicas, 0, 10, "standbyReplicas");
    if (!groupProtocol.equals("streams") && !groupProtocol.equals("classic")) {
      throw new IllegalArgumentException(
          "groupProtocol is '" + groupProtocol + "'; allowed: streams, classic");
    }
    access.checkHost(restHost);
  }

  /** Settings of a ledger that signs nothing. */
  public LedgerSettings(
      String bootstrapServers,
      Map<String, Object> kafka,
      Topics topics,
      String applicationId,
      Path stateDir,
      Destinations destinations,
      Duration commitInterval,
      int threads,
      int standbyReplicas,
      String groupProtocol,
      String restHost,
      int restPort,
      String advertisedHost,
      RestAccess access) {
    this(
        bootstrapServers,
        kafka,
        topics,
        applicationId,
        stateDir,
        destinations,
        commitInterval,
        threads,
        standbyReplicas,
        groupProtocol,
        restHost,
        restPort,
        advertisedHost,
        access,
        Signing.none());
  }

  /** Settings for a REST face that is open to whoever reaches it. */
  public LedgerSettings(
      String bootstrapServers,
      Map<String, Object> kafka,
      Topics topics,
      String applicationId,
      Path stateDir,
      Destinations destinations,
      Duration commitInterval,
      int threads,
      int standbyReplicas,
      String groupProtocol,
      String restHost,
      int restPort,
      String advertisedHost) {
    this(
        bootstrapServers,
        kafka,
        topics,
        applicationId,
        stateDir,
        destinations,
        commitInterval,
        threads,
        standbyReplicas,
        groupProtocol,
        restHost,
        restPort,
        advertisedHost,
        RestAccess.open());
  }

  /** Settings for one instance on one machine. */
  public static LedgerSettings of(
      String bootstrapServers, Path stateDir, Destinations destinations, int restPort) {
    return new LedgerSettings(
        bootstrapServers,
        Map.of(),
        Topics.standard(),
        DEFAULT_APPLICATION_ID,
        stateDir,
        destinations,
        Duration.ofMillis(50),
        1,
        0,
        "streams",
        "127.0.0.1",
        restPort,
        "127.0.0.1");
  }

  /** The same with the port that was found free. */
  public LedgerSettings withRestPort(int port) {
    return new LedgerSettings(
        bootstrapServers,
        kafka,
        topics,
        applicationId,
        stateDir,
        destinations,
        commitInterval,
        threads,
        standbyReplicas,
        groupProtocol,
        restHost,
        port,
        advertisedHost,
        access,
        signing);
  }

  /** The same with other access to the REST face. */
  public LedgerSettings withAccess(RestAccess other) {
    return new LedgerSettings(
        bootstrapServers,
        kafka,
        topics,
        applicationId,
        stateDir,
        destinations,
        commitInterval,
        threads,
        standbyReplicas,
        groupProtocol,
        restHost,
        restPort,
        advertisedHost,
        other,
        signing);
  }

  /** The same, signing with another key. */
  public LedgerSettings withSigning(Signing other) {
    return new LedgerSettings(
        bootstrapServers,
        kafka,
        topics,
        applicationId,
        stateDir,
        destinations,
        commitInterval,
        threads,
        standbyReplicas,
        groupProtocol,
        restHost,
        restPort,
        advertisedHost,
        access,
        other);
  }

  private static void between(long value, long least, long most, String name) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + "; allowed: " + least + " to " + most);
    }
  }
}
