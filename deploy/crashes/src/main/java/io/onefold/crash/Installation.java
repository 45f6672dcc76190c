package io.onefold.crash;

import io.onefold.connector.simulated.SimulatedProviderServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Everything that is attacked: brokers, provider, ledgers, workers, and their networks.
 *
 * @param <B> the kind of Kafka
 */
final class Installation<B extends Brokers> implements AutoCloseable {
  /**
   * How large it is.
   *
   * @param instances most ledgers, and most workers
   * @param partitions of each topic; every start of a ledger opens the stores of each
   * @param groupProtocol how the ledgers share the work: {@code streams} or {@code classic}
   * @param lease how long the right to one attempt lasts
   * @param workerSettings lines of the workers' client settings
   */
  record Plan(
      int instances, int partitions, String groupProtocol, Duration lease, String workerSettings) {}

  private static final String MAIN = "io.onefold.standalone.Main";

  private final Path folder;
  private final Path contracts;
  private final Plan plan;
  private final Control control;
  private final SimulatedProviderServer provider;
  private final Jvm jvm;
  private final B brokers;
  private final List<Integer> restPorts;
  private final List<TcpProxy> providerProxies = new ArrayList<>();
  private final List<Slot> ledgers = new ArrayList<>();
  private final List<Slot> workers = new ArrayList<>();

  private final List<Integer> workerPorts;

  /** Starts brokers and provider and creates the topics; no ledger and no worker runs yet. */
  Installation(Path folder, Plan plan, Brokers.Founding<B> founding, Recoveries recoveries)
      throws IOException, InterruptedException {
    this.folder = folder;
    this.plan = plan;
    this.contracts = folder.resolve("destinations.yaml");
    Contracts.write(contracts, plan.lease());
    Files.writeString(folder.resolve("worker.properties"), plan.workerSettings());
    control = new Control();
    jvm = new Jvm(folder, control.port());
    provider = SimulatedProviderServer.start();
    List<Integer> ports = Ports.free(2 * plan.instances());
    restPorts = ports.subList(0, plan.instances());
    workerPorts = ports.subList(plan.instances(), ports.size());
    List<String> clients =
        IntStream.rangeClosed(1, plan.instances())
            .boxed()
            .flatMap(i -> List.of("ledger" + i, "worker" + i).stream())
            .toList();
    brokers = founding.start(folder.resolve("broker"), clients, jvm, control);
    createTopics();
    for (int i = 1; i <= plan.instances(); i++) {
      ledgers.add(ledger(i, recoveries));
      workers.add(worker(i, recoveries));
    }
  }

  /** Makes later starts cheaper, where many are to come. */
  void train() throws IOException, InterruptedException {
    ledgers.getFirst().train("The ledger is ready");
    workers.getFirst().train("The worker is started");
  }

  private void createTopics() throws IOException, InterruptedException {
    Process create =
        new ProcessBuilder(
                Jvm.plain(
                    new Program(
                        "128m",
                        MAIN,
                        List.of(
                            "topics",
                            "create",
                            "--bootstrap-servers",
                            brokers.bootstrap(),
                            "--destinations",
                            contracts.toString(),
                            "--partitions",
                            Integer.toString(plan.partitions())))))
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
            brokers.bootstrapOf(name),
            "--destinations",
            contracts.toString(),
            "--data",
            data.toString(),
            "--port",
            Integer.toString(restPorts.get(number - 1)),
            "--group-protocol",
            plan.groupProtocol(),
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
        brokers.networkOf(name),
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
            brokers.bootstrapOf(name),
            "--destinations",
            contracts.toString(),
            "--id",
            name,
            "--data",
            data.toString(),
            "--port",
            Integer.toString(workerPorts.get(number - 1)));
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
        brokers.networkOf(name),
        Optional.of(network),
        Optional.of(tap),
        recoveries);
  }

  B brokers() {
    return brokers;
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

  /** Where the worker with this number tells of its health, from 1. */
  URI addressOfWorker(int number) {
    return URI.create("http://127.0.0.1:" + workerPorts.get(number - 1));
  }

  /** Ends every process at once. Also called while the harness itself is being ended. */
  void destroyAll() {
    ledgers.forEach(Slot::destroy);
    workers.forEach(Slot::destroy);
    brokers.destroy();
  }

  @Override
  public void close() throws IOException {
    destroyAll();
    brokers.close();
    for (TcpProxy proxy : providerProxies) {
      proxy.close();
    }
    provider.close();
    control.close();
  }
}
