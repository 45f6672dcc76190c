import io.onefold.connector.simulated.OperationSource;
import io.onefold.connector.simulated.ProviderProfile;
import io.onefold.connector.simulated.SimulatedProviderServer;
import java.util.Map;

/** The destination of the rehearsal: a provider in memory on the given port, until it is killed. */
final class Sandbox {
  private Sandbox() {}

  public static void main(String[] args) throws InterruptedException {
    var server =
        SimulatedProviderServer.start(
            ProviderProfile.PLAIN.identity(Map.of("account", "acme")),
            OperationSource.USUAL,
            Integer.parseInt(args[0]));
    System.out.println(server.baseUrl());
    Thread.currentThread().join();
  }
}
