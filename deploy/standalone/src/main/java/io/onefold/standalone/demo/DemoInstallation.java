package io.onefold.standalone.demo;

import io.onefold.connector.simulated.ItemsContract;
import io.onefold.connector.simulated.OperationSource;
import io.onefold.connector.simulated.ProviderProfile;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.schema.Topics;
import io.onefold.standalone.Standalone;
import io.onefold.standalone.StandaloneSettings;
import io.onefold.standalone.TemporaryFolder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The blog and all of Onefold, on free ports, with data that goes when it ends. */
final class DemoInstallation implements AutoCloseable {
  static final String ACCOUNT = "acme-editorial";
  static final String ENVIRONMENT = "demo";

  private final TemporaryFolder folder;
  private final SimulatedProviderServer blog;
  private final Standalone standalone;

  private DemoInstallation(
      TemporaryFolder folder, SimulatedProviderServer blog, Standalone standalone) {
    this.folder = folder;
    this.blog = blog;
    this.standalone = standalone;
  }

  /**
   * Starts it.
   *
   * @param cases what the blog has to expect
   * @throws io.onefold.standalone.StartException if something cannot be started
   */
  static DemoInstallation start(List<DemoCase> cases) throws InterruptedException {
    TemporaryFolder folder = TemporaryFolder.create("onefold-demo-");
    SimulatedProviderServer blog =
        SimulatedProviderServer.start(
            ProviderProfile.PLAIN.identity(Map.of("account", ACCOUNT)), OperationSource.USUAL, 0);
    try {
      cases.forEach(one -> blog.provider().script(one.operationId(), one.script()));
      StandaloneSettings settings =
          new StandaloneSettings(
              folder.path(),
              contract(blog.baseUrl()),
              Topics.standard(),
              "127.0.0.1",
              0,
              0,
              Optional.of(2));
      return new DemoInstallation(folder, blog, Standalone.start(settings));
    } catch (RuntimeException | InterruptedException e) {
      blog.close();
      folder.close();
      throw e;
    }
  }

  SimulatedProviderServer blog() {
    return blog;
  }

  Standalone standalone() {
    return standalone;
  }

  @Override
  public void close() {
    standalone.close();
    blog.close();
    folder.close();
  }

  /** Times are short, so that the tour is; a real contract gives a destination more. */
  private static Destinations contract(String url) {
    return DestinationsFile.parse(
        "the contract of the demo",
        ItemsContract.of("blog", ACCOUNT, ENVIRONMENT)
            .times("10s", "1500ms", "3s", "30s")
            .asked()
            .yaml(url));
  }
}
