package io.onefold.topology;

import io.onefold.access.RestAccess;
import io.onefold.destination.Destinations;
import io.onefold.schema.ClientKind;
import io.onefold.schema.Topics;
import io.onefold.schema.sealing.InstallationKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * What one ledger instance needs to know.
 *
 * @param cluster the Kafka cluster
 * @param applicationId name of the ledger; instances of the same name share the work
 * @param stateDir folder for the stores; one for each instance
 * @param destinations the contracts
 * @param streaming how it takes part in the work
 * @param rest its REST face
 * @param signing which key signs what it publishes
 * @param payloadKeys under which it seals the payloads that REST takes; empty: it seals none
 */
public record LedgerSettings(
    Cluster cluster,
    String applicationId,
    Path stateDir,
    Destinations destinations,
    Streaming streaming,
    Rest rest,
    Signing signing,
    Optional<InstallationKeys> payloadKeys) {

  /** The usual name of the ledger. */
  public static final String DEFAULT_APPLICATION_ID = "onefold-ledger";

  /**
   * The Kafka cluster and what the ledger uses of it.
   *
   * @param bootstrapServers its addresses
   * @param clients settings for every Kafka client, for example security; may name a schema
   *     registry
   * @param topics names of the topics
   */
  public record Cluster(String bootstrapServers, Map<String, Object> clients, Topics topics) {
    public Cluster {
      clients = Map.copyOf(clients);
    }

    /** The settings for every client, with the addresses. */
    public Map<String, Object> reachable() {
      Map<String, Object> settings = new HashMap<>(clients);
      settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
      return settings;
    }

    /** What a plain client of this kind needs to reach the cluster; may be added to. */
    public Map<String, Object> settings(ClientKind kind) {
      Map<String, Object> settings = kind.settings(clients);
      settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
      return settings;
    }
  }

  /**
   * How an instance takes part in the work.
   *
   * @param commitInterval time between two transactions, 10 ms to 10 s; bounds the delay of every
   *     step
   * @param threads stream threads, 1 to 64
   * @param standbyReplicas warm copies of each store on other instances, 0 to 10
   * @param groupProtocol {@code streams} or {@code classic}
   */
  public record Streaming(
      Duration commitInterval, int threads, int standbyReplicas, String groupProtocol) {
    public Streaming {
      between(commitInterval.toMillis(), 10, 10_000, "commitInterval in ms");
      between(threads, 1, 64, "threads");
      between(standbyReplicas, 0, 10, "standbyReplicas");
      if (!groupProtocol.equals("streams") && !groupProtocol.equals("classic")) {
        throw new IllegalArgumentException(
            "groupProtocol is '" + groupProtocol + "'; allowed: streams, classic");
      }
    }

    /** A transaction every 50 ms, one thread, no warm copies. */
    public static Streaming of(String groupProtocol) {
      return new Streaming(Duration.ofMillis(50), 1, 0, groupProtocol);
    }
  }

  /**
   * The REST face.
   *
   * @param host address that it binds to
   * @param port its port; 0 for a free one
   * @param advertisedHost name under which other instances reach it
   * @param access who may use it, and whether it speaks TLS
   */
  public record Rest(String host, int port, String advertisedHost, RestAccess access) {
    public Rest {
      access.checkHost(host);
    }

    /** A face on this machine alone, open to whoever reaches it. */
    public static Rest local(int port) {
      return new Rest("127.0.0.1", port, "127.0.0.1", RestAccess.open());
    }
  }

  /** Settings for one instance on one machine, with the usual topics and the usual name. */
  public static LedgerSettings of(
      String bootstrapServers, Path stateDir, Destinations destinations, int restPort) {
    return new LedgerSettings(
        new Cluster(bootstrapServers, Map.of(), Topics.standard()),
        DEFAULT_APPLICATION_ID,
        stateDir,
        destinations,
        Streaming.of("streams"),
        Rest.local(restPort),
        Signing.none(),
        Optional.empty());
  }

  /** The same under another name, with topics of its own. */
  public LedgerSettings named(String other, Topics topics) {
    Cluster own = new Cluster(cluster.bootstrapServers(), cluster.clients(), topics);
    return new LedgerSettings(
        own, other, stateDir, destinations, streaming, rest, signing, payloadKeys);
  }

  /** The same with these settings for its Kafka clients. */
  public LedgerSettings withClients(Map<String, Object> clients) {
    Cluster own = new Cluster(cluster.bootstrapServers(), clients, cluster.topics());
    return new LedgerSettings(
        own, applicationId, stateDir, destinations, streaming, rest, signing, payloadKeys);
  }

  /** The same with another part in the work. */
  public LedgerSettings withStreaming(Streaming other) {
    return new LedgerSettings(
        cluster, applicationId, stateDir, destinations, other, rest, signing, payloadKeys);
  }

  /** The same with another REST face. */
  public LedgerSettings withRest(Rest other) {
    return new LedgerSettings(
        cluster, applicationId, stateDir, destinations, streaming, other, signing, payloadKeys);
  }

  /** The same, signing with another key. */
  public LedgerSettings withSigning(Signing other) {
    return new LedgerSettings(
        cluster, applicationId, stateDir, destinations, streaming, rest, other, payloadKeys);
  }

  /** The same, sealing payloads under these keys. */
  public LedgerSettings sealing(InstallationKeys keys) {
    return new LedgerSettings(
        cluster,
        applicationId,
        stateDir,
        destinations,
        streaming,
        rest,
        signing,
        Optional.of(keys));
  }

  /** The same with the port that was found free. */
  public LedgerSettings withRestPort(int port) {
    return withRest(new Rest(rest.host(), port, rest.advertisedHost(), rest.access()));
  }

  /** Names of the topics. */
  public Topics topics() {
    return cluster.topics();
  }

  private static void between(long value, long least, long most, String name) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + "; allowed: " + least + " to " + most);
    }
  }
}
