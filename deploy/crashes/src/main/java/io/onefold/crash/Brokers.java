package io.onefold.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The Kafka that an installation stands on. */
interface Brokers extends AutoCloseable {
  /** How it is brought up. */
  @FunctionalInterface
  interface Founding<B extends Brokers> {
    /**
     * Starts it and returns when it serves.
     *
     * @param clients names of all processes that will connect
     */
    B start(Path folder, List<String> clients, Jvm jvm, Control control)
        throws IOException, InterruptedException;
  }

  /** Where the harness connects. */
  String bootstrap();

  /** Where that client connects. */
  String bootstrapOf(String client);

  /** The network between that client and Kafka; empty if it cannot be cut. */
  Optional<TcpProxy> networkOf(String client);

  /** Ends all of it at once. */
  void destroy();

  @Override
  void close() throws IOException;
}
