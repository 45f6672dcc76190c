package io.onefold.processor;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import io.onefold.access.Access;
import io.onefold.access.RestAccess;
import io.onefold.access.RestTls;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The REST interface on its port, around parts that others own. */
final class RestServer implements AutoCloseable {
  private final Access access;
  private final ApplicationContext context;
  private final int port;

  private RestServer(Access access, ApplicationContext context, int port) {
    this.access = access;
    this.context = context;
    this.port = port;
  }

  /**
   * Starts it.
   *
   * @param host what to listen on, for example {@code 127.0.0.1}
   * @param port 0 for any free one
   * @param settings who may use it, and whether it speaks TLS
   * @param parts what the routes work with; they are not closed with the server
   * @throws io.onefold.access.InvalidAccessException if the access file cannot be used
   * @throws RuntimeException if the port is taken
   */
  static RestServer start(String host, int port, RestAccess settings, Object... parts) {
    Access access = Access.start(settings, InstantSource.system());
    try {
      return start(properties(host, port, settings), access, parts);
    } catch (RuntimeException e) {
      access.close();
      throw e;
    }
  }

  private static RestServer start(Map<String, Object> properties, Access access, Object... parts) {
    ApplicationContext context =
        ApplicationContext.builder()
            .properties(properties)
            .deduceEnvironment(false)
            .deduceCloudEnvironment(false)
            .banner(false)
            .singletons(access)
            .singletons(parts)
            .start();
    try {
      int taken = context.getBean(EmbeddedServer.class).start().getPort();
      return new RestServer(access, context, taken);
    } catch (RuntimeException e) {
      context.close();
      throw e;
    }
  }

  private static Map<String, Object> properties(String host, int port, RestAccess settings) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("micronaut.application.name", "onefold-ledger");
    properties.put("micronaut.server.host", host);
    properties.put("micronaut.server.port", port == 0 ? -1 : port);
    settings.tls().ifPresent(tls -> addTls(properties, tls));
    properties.put("micronaut.server.server-header", "onefold");
    // Batches of intents are read as they come; every route bounds what it keeps of a body itself.
    properties.put("micronaut.server.max-request-size", Long.MAX_VALUE);
    properties.put("micronaut.server.max-request-buffer-size", 1024 * 1024);
    // An answer to a wait, and the end of a log that is followed, may be silent for long.
    properties.put("micronaut.server.idle-timeout", "10m");
    properties.put("micronaut.server.read-idle-timeout", "10m");
    properties.put("micronaut.server.netty.max-header-size", 32 * 1024);
    // Who is being answered when it ends gets the answer; what waits longer is cut off.
    properties.put("micronaut.lifecycle.graceful-shutdown.enabled", true);
    properties.put("micronaut.lifecycle.graceful-shutdown.grace-period", "3s");
    properties.put("endpoints.all.enabled", false);
    properties.put("endpoints.health.enabled", true);
    properties.put("endpoints.health.sensitive", false);
    // It is looked at when somebody asks; a task of its own would start while a refused start ends.
    properties.put("micronaut.health.monitor.enabled", false);
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

  private static void addTls(Map<String, Object> properties, RestTls tls) {
    String file = "micronaut.certificate.file.rest.";
    properties.put(file + "path", tls.key().toAbsolutePath().toString());
    properties.put(file + "certificate-path", tls.certificate().toAbsolutePath().toString());
    properties.put(file + "format", "PEM");
    // Looked at again and again instead of watched: mounted secrets are swapped as whole folders.
    properties.put(file + "refresh-mode", "SCHEDULER");
    properties.put(file + "refresh-interval", tls.lookEvery().toMillis() + "ms");
    properties.put("micronaut.server.ssl.enabled", true);
    properties.put("micronaut.server.ssl.key-name", "rest");
    properties.put("micronaut.server.ssl.protocols", List.of("TLSv1.3", "TLSv1.2"));
    properties.put("micronaut.server.ssl.port", properties.get("micronaut.server.port"));
  }

  /** The port it listens on. */
  int port() {
    return port;
  }

  /** What it runs in. */
  ApplicationContext context() {
    return context;
  }

  @Override
  public void close() {
    context.close();
    access.close();
  }
}
