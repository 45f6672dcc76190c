package io.onefold.standalone.cases;

import io.onefold.access.RestAccess;
import io.onefold.destination.DestinationsFile;
import io.onefold.schema.Topics;
import io.onefold.schema.sealing.InstallationKeys;
import io.onefold.standalone.Standalone;
import io.onefold.standalone.StandaloneSettings;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.topology.Signing;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The whole product in this process: a broker, its topics, the ledger with its REST interface, and
 * a worker with the connectors of the distribution. Data lies in a folder; everything listens on
 * free ports of 127.0.0.1.
 */
final class RunningOnefold implements AutoCloseable {
  /** Long enough for a busy machine: an answer that takes longer has failed. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Standalone standalone;
  private final OnefoldClient client;

  private RunningOnefold(Standalone standalone) {
    this.standalone = standalone;
    this.client = new OnefoldClient(standalone.url(), Optional.empty(), PATIENCE);
  }

  /**
   * Starts it and waits until it takes intents.
   *
   * @param folder for its data, empty or from an earlier run
   * @param yaml the contracts
   */
  static RunningOnefold start(Path folder, String yaml) throws InterruptedException {
    return start(folder, yaml, List.of());
  }

  /**
   * The same, with payloads sealed.
   *
   * @param payloadKeys files of keys; none: nothing is sealed
   */
  static RunningOnefold start(Path folder, String yaml, List<Path> payloadKeys)
      throws InterruptedException {
    Optional<InstallationKeys> keys =
        payloadKeys.isEmpty() ? Optional.empty() : Optional.of(InstallationKeys.read(payloadKeys));
    return new RunningOnefold(
        Standalone.start(
            new StandaloneSettings(
                folder,
                DestinationsFile.parse("destinations", yaml),
                topics(),
                "127.0.0.1",
                0,
                0,
                Optional.empty(),
                RestAccess.open(),
                Optional.empty(),
                Signing.DEFAULT_INTERVAL,
                keys)));
  }

  /** Where Kafka clients connect. */
  String bootstrapServers() {
    return standalone.bootstrapServers();
  }

  /** The names of the topics. */
  static Topics topics() {
    return Topics.standard();
  }

  /** The address of the REST interface. */
  URI address() {
    return standalone.url();
  }

  /** Calls the REST interface. */
  OnefoldClient client() {
    return client;
  }

  @Override
  public void close() {
    client.close();
    standalone.close();
  }
}
