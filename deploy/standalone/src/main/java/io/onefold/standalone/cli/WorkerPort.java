package io.onefold.standalone.cli;

import io.onefold.connector.worker.Worker;
import io.onefold.standalone.worker.WorkerServer;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a worker shows its health and its meters. */
final class WorkerPort {
  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address that --port listens on. Default: ${DEFAULT-VALUE}")
  String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "N",
      description =
          "Shows /health and /prometheus on this port; 0 takes a free one. Default: no port")
  Optional<Integer> port = Optional.empty();

  private Optional<WorkerServer> server = Optional.empty();

  /** Listens, if a port is given. */
  void open() {
    port.ifPresent(
        number -> {
          if (number < 0 || number > 65_535) {
            throw new UsageException("--port is " + number + "; allowed are 0 to 65535");
          }
          server = Optional.of(WorkerServer.start(host, number));
        });
  }

  /** Shows the worker, if a port is given. */
  void show(Worker worker) {
    server.ifPresent(open -> open.show(worker));
  }

  /** Where it listens; empty if it does not. */
  Optional<String> address() {
    return server.map(open -> "http://" + host + ":" + open.port());
  }

  /** Listens no more. */
  void close() {
    server.ifPresent(WorkerServer::close);
  }
}
