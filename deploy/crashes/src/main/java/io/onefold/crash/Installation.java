package io.onefold.crash;

import io.onefold.connector.simulated.SimulatedProviderServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Everything that a campaign attacks: broker, provider, ledgers, workers, and their networks. */
final class Installation implements AutoCloseable {
  /** Most instances of each kind. */
  static final int MOST = 3;

  /** Few, because every start opens the stores of each. */
  private static final int PARTITIONS = 3;

  private static final String MAIN = "io.onefold.standalone.Main";

  private final Path folder;
  private final Path contracts;
  private final String groupProtocol;
  private final Control control;
  private final SimulatedProviderServer provider;
  private final Jvm jvm;
  private final Broker broker;
  private final List<Integer> restPorts;
  private final List<TcpProxy> providerProxies = new ArrayList<>();
  private final List<Slot> ledgers = new ArrayList<>();
  private final List<Slot> workers = new ArrayList<>();

  /** Starts broker and provider and creates the topics; no ledger and no worker runs yet. */
  Installation(Path folder, String groupProtocol, Recoveries recoveries)
      throws IOException, InterruptedException {
    this.folder = folder;
    this.groupProtocol = groupProtocol;
    this.contracts = folder.resolve("destinations.yaml");
    Contracts.write(contracts);
    // A dead worker's group waits that long before others go on with its partitions.
    Files.writeString(
        folder.resolve("worker.properties"),
        "session.timeout.ms=4000\nheartbeat.interval.ms=1000\n");
    control = new Control();
    jvm = new Jvm(folder, control.port());
    provider = SimulatedProviderServer.start();
    restPorts = Ports.free(MOST);
    List<String> clients =
        IntStream.rangeClosed(1, MOST)
            .boxed()
            .flatMap(i -> List.of("ledger" + i, "worker" + i).stream())
            .toList();
    broker = new Broker(folder.resolve("broker"), clients, jvm, control);
    createTopics();
    for (int i = 1; i <= MOST; i++) {
      ledgers.add(ledger(i, recoveries));
      workers.add(worker(i, recoveries));
    }
  }

  /** Makes later starts cheaper, where many are to come. */
  void train() throws IOException, InterruptedException {
    ledgers.getFirst().train("The ledger is ready");
    workers.getFirst().train("started, incarnation");
  }

  private void createTopics() throws IOException, InterruptedException {
    Process create =
        new ProcessBuilder(
                Jvm.plain(
                    "128m",
                    MAIN,
                    List.of(
                        "topics",
                        "create",
                        "--bootstrap-servers",
                        broker.bootstrap(),
                        "--destinations",
                        contracts.toString(),
                        "--partitions",
                        Integer.toString(PARTITIONS))))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("topics.log").toFile())
            .start();
    if (!create.waitFor(90, TimeUnit.SECONDS) || create.exitValue() != 0) {
      create.destroyForcibly();
      throw new IllegalStateException(
          "topics create failed: " + Files.readString(folder.resolve("topics.log")));
    }
  }

  private Slot ledger(int number, Recoveries recoveries) {
    String name = "ledger" + number;
    Path data = folder.resolve(name);
    List<String> arguments =
        List.of(
            "ledger",
            "--bootstrap-servers",
            broker.bootstrapOf(name),
            "--destinations",
            contracts.toString(),
            "--data",
            data.toString(),
            "--port",
            Integer.toString(restPorts.get(number - 1)),
            "--group-protocol",
            groupProtocol,
            "--standby-replicas",
            "1");
    return new Slot(
        name,
        new Slot.Kind(
            Role.LEDGER,
            arguments,
            Map.of(Contracts.PORT_VARIABLE, Integer.toString(provider.port())),
            data),
        jvm,
        control,
        folder.resolve(name + ".log"),
        broker.proxy(name),
        Optional.empty(),
        Optional.empty(),
        recoveries);
  }

  private Slot worker(int number, Recoveries recoveries) throws IOException {
    String name = "worker" + number;
    ProviderTap tap = new ProviderTap();
    TcpProxy network = new TcpProxy(provider.port(), tap);
    providerProxies.add(network);
    Path data = folder.resolve(name);
    List<String> arguments =
        List.of(
            "worker",
            "--config",
            folder.resolve("worker.properties").toString(),
            "--bootstrap-servers",
            broker.bootstrapOf(name),
            "--destinations",
            contracts.toString(),
            "--id",
            name,
            "--data",
            data.toString());
    return new Slot(
        name,
        new Slot.Kind(
            Role.WORKER,
            arguments,
            Map.of(Contracts.PORT_VARIABLE, Integer.toString(network.port())),
            data),
        jvm,
        control,
        folder.resolve(name + ".log"),
        broker.proxy(name),
        Optional.of(network),
        Optional.of(tap),
        recoveries);
  }

  Broker broker() {
    return broker;
  }

  SimulatedProviderServer provider() {
    return provider;
  }

  /** The first so many ledgers. */
  List<Slot> ledgers(int number) {
    return List.copyOf(ledgers.subList(0, number));
  }

  /** The first so many workers. */
  List<Slot> workers(int number) {
    return List.copyOf(workers.subList(0, number));
  }

  /** Addresses of the first so many ledgers. */
  List<URI> addresses(int number) {
    return restPorts.subList(0, number).stream()
        .map(port -> URI.create("http://127.0.0.1:" + port))
        .toList();
  }

  /** Ends every process at once. Also called while the harness itself is being ended. */
  void destroyAll() {
    ledgers.forEach(Slot::destroy);
    workers.forEach(Slot::destroy);
    broker.destroy();
  }

  @Override
  public void close() throws IOException {
    destroyAll();
    broker.close();
    for (TcpProxy proxy : providerProxies) {
      proxy.close();
    }
    provider.close();
    control.close();
  }
}
