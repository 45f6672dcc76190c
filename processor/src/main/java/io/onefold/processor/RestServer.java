package io.onefold.processor;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import java.util.LinkedHashMap;
import java.util.Map;

/** The REST interface on its port, around parts that others own. */
final class RestServer implements AutoCloseable {
  private final ApplicationContext context;
  private final EmbeddedServer server;

  private RestServer(ApplicationContext context, EmbeddedServer server) {
    this.context = context;
    this.server = server;
  }

  /**
   * Starts it.
   *
   * @param host what to listen on, for example {@code 127.0.0.1}
   * @param port 0 for any free one
   * @param parts what the routes work with; they are not closed with the server
   * @throws RuntimeException if the port is taken
   */
  static RestServer start(String host, int port, Object... parts) {
    ApplicationContext context =
        ApplicationContext.builder()
            .properties(properties(host, port))
            .deduceEnvironment(false)
            .deduceCloudEnvironment(false)
            .banner(false)
            .singletons(parts)
            .start();
    try {
      return new RestServer(context, context.getBean(EmbeddedServer.class).start());
    } catch (RuntimeException e) {
      context.close();
      throw e;
    }
  }

  private static Map<String, Object> properties(String host, int port) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("micronaut.application.name", "onefold-ledger");
    properties.put("micronaut.server.host", host);
    properties.put("micronaut.server.port", port == 0 ? -1 : port);
    properties.put("micronaut.server.server-header", "onefold");
    // Batches of intents are read as they come; every route bounds what it keeps of a body itself.
    properties.put("micronaut.server.max-request-size", Long.MAX_VALUE);
    properties.put("micronaut.server.max-request-buffer-size", 1024 * 1024);
    // An answer to a wait, and the end of a log that is followed, may be silent for long.
    properties.put("micronaut.server.idle-timeout", "10m");
    properties.put("micronaut.server.read-idle-timeout", "10m");
    properties.put("micronaut.server.netty.max-header-size", 32 * 1024);
    properties.put("endpoints.all.enabled", false);
    properties.put("endpoints.health.enabled", true);
    properties.put("endpoints.health.sensitive", false);
    properties.put("endpoints.health.details-visible", "ANONYMOUS");
    properties.put("endpoints.health.disk-space.enabled", false);
    properties.put("endpoints.health.discovery-client.enabled", false);
    properties.put("endpoints.health.service-ready-indicator-enabled", false);
    properties.put("endpoints.prometheus.enabled", true);
    properties.put("endpoints.prometheus.sensitive", false);
    properties.put("micronaut.metrics.enabled", true);
    properties.put("micronaut.metrics.export.prometheus.enabled", true);
    properties.put("micronaut.metrics.export.prometheus.descriptions", true);
    return properties;
  }

  /** The port it listens on. */
  int port() {
    return server.getPort();
  }

  /** What it runs in. */
  ApplicationContext context() {
    return context;
  }

  @Override
  public void close() {
    context.close();
  }
}
