package io.onefold.standalone.demo;

import io.onefold.connector.simulated.OperationSource;
import io.onefold.connector.simulated.ProviderProfile;
import io.onefold.connector.simulated.SimulatedProviderServer;
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
              DestinationsFile.parse("the contract of the demo", contract(blog.baseUrl())),
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
  private static String contract(String url) {
    return """
    defaults: {lease: 10s, settle: 1500ms}
    destinations:
      blog:
        connector: http
        account: acme-editorial
        environment: demo
        attempts: {initial: 200ms, max-delay: 1s}
        readbacks: {initial: 200ms, max-delay: 1s, deadline: 30s}
        send:
          method: POST
          url: URL/items
          headers: {X-Operation: "{operationId}"}
          timeout: 3s
          provider-id: /id
          public-url: /url
        identity: {url: URL/whoami, equals: {/account: acme-editorial}, every: 10m}
        readback:
          - {by: id, url: "URL/items/{providerId}"}
          - {by: reference, url: "URL/items?ref={operationId}", items: /items, next: /next}
        item:
          provider-id: /id
          public-url: /url
          account: {at: /account, equals: acme-editorial}
          content:
            - {sent: /title, found: /title}
            - {sent: /content, found: /content}
        absence: {proof: true, after: report}
    """
        .replace("URL", url);
  }
}
