package io.onefold.standalone.load;

import io.onefold.connector.simulated.ItemsContract;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.schema.Topics;
import io.onefold.standalone.Standalone;
import io.onefold.standalone.StandaloneSettings;
import java.nio.file.Path;
import java.util.Optional;

/** A whole installation and a provider that answers at once, to be measured in this process. */
public final class SelfContained implements AutoCloseable {
  /** Where its intents go. */
  public static final LoadSettings.Target TARGET = new LoadSettings.Target("load", "acme", "live");

  private final SimulatedProviderServer provider;
  private final Standalone standalone;

  private SelfContained(SimulatedProviderServer provider, Standalone standalone) {
    this.provider = provider;
    this.standalone = standalone;
  }

  /**
   * Starts it on free ports.
   *
   * @param data an empty folder
   * @throws io.onefold.standalone.StartException if something cannot be started
   */
  public static SelfContained start(Path data) throws InterruptedException {
    SimulatedProviderServer provider = SimulatedProviderServer.start();
    try {
      Standalone standalone =
          Standalone.start(
              new StandaloneSettings(
                  data,
                  contract(provider.baseUrl()),
                  Topics.standard(),
                  "127.0.0.1",
                  0,
                  0,
                  Optional.empty()));
      return new SelfContained(provider, standalone);
    } catch (RuntimeException | InterruptedException e) {
      provider.close();
      throw e;
    }
  }

  /** Where Kafka clients connect. */
  public String bootstrapServers() {
    return standalone.bootstrapServers();
  }

  /** How many items the provider has. */
  public int effects() {
    return provider.provider().effects();
  }

  @Override
  public void close() {
    standalone.close();
    provider.close();
  }

  private static Destinations contract(String url) {
    return DestinationsFile.parse(
        "the contract of the load run",
        ItemsContract.of(TARGET.destination(), TARGET.account(), TARGET.environment()).yaml(url));
  }
}
