package io.onefold.standalone;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;

/**
 * One Kafka broker and controller in this process, with its data in a directory.
 *
 * <p>Listens on 127.0.0.1 only. The directory may be used by one broker at a time and again after
 * any kind of end, on the same or another port: what was acknowledged is in the operating system's
 * page cache and outlives the process. It does not outlive the machine: there is one copy and no
 * flush to disk on each write.
 */
public final class EmbeddedKafka implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final KafkaRaftServer server;
  private final int port;
  private final AtomicBoolean closed = new AtomicBoolean();

  private EmbeddedKafka(KafkaRaftServer server, int port) {
    this.server = server;
    this.port = port;
  }

  /**
   * Starts a broker and returns when it serves clients.
   *
   * @param directory where its data is; created and formatted if it is missing or empty
   * @param port where clients connect, 0 to 65535; 0 takes a free one
   * @throws StartException if the directory is not a broker's, is in use, or the port is taken
   */
  public static EmbeddedKafka start(Path directory, int port) {
    return start(directory, port, Map.of());
  }

  /**
   * Starts a broker as {@link #start(Path, int)} does, with settings of the caller's.
   *
   * @param own broker settings; they count more than the usual ones
   */
  public static EmbeddedKafka start(Path directory, int port, Map<String, String> own) {
    KafkaStorage.prepare(directory);
    Ports ports = Ports.choose(port);
    Properties settings =
        EmbeddedKafkaSettings.of(directory, HOST, ports.client(), ports.controller());
    settings.putAll(own);
    KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(settings), Time.SYSTEM);
    try {
      server.startup();
    } catch (RuntimeException e) {
      server.shutdown();
      throw new StartException(
          "the embedded broker in " + directory + " did not start: " + rootMessage(e), e);
    }
    return new EmbeddedKafka(server, ports.client());
  }

  /** Where clients connect: {@code 127.0.0.1:PORT}. */
  public String bootstrapServers() {
    return HOST + ":" + port;
  }

  /** The port where clients connect. */
  public int port() {
    return port;
  }

  /** Ends the broker in good order; a second call does nothing. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      server.shutdown();
      server.awaitShutdown();
    }
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      root = cause;
    }
    String message = root.getMessage();
    return message == null ? root.getClass().getSimpleName() : message;
  }

  /**
   * The two ports of a broker. Both probes are open together, so that the system cannot name the
   * same port twice.
   */
  private record Ports(int client, int controller) {
    static Ports choose(int wanted) {
      InetAddress loopback = InetAddress.getLoopbackAddress();
      try (ServerSocket client = new ServerSocket(wanted, 1, loopback);
          ServerSocket controller = new ServerSocket(0, 1, loopback)) {
        return new Ports(client.getLocalPort(), controller.getLocalPort());
      } catch (IOException e) {
        throw new StartException(
            "port "
                + wanted
                + " on "
                + HOST
                + " cannot be used for Kafka ("
                + e.getMessage()
                + "); choose another one, 0 takes a free one",
            e);
      }
    }
  }
}
