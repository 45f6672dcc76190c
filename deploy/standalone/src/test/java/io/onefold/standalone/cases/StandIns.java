package io.onefold.standalone.cases;

import io.onefold.connector.simulated.OperationSource;
import io.onefold.connector.simulated.ProviderProfile;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.guarantee.Seen;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The scripted destinations that a contract file speaks of: {@code http://NAME.case} is the one
 * with that name.
 */
final class StandIns implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("http://([a-z0-9-]+)\\.case");

  private final Map<String, SimulatedProviderServer> servers = new LinkedHashMap<>();

  /** Starts the destinations with a profile; others that a file names are plain. */
  static StandIns start(Map<String, ProviderProfile> profiles) {
    StandIns all = new StandIns();
    profiles.forEach((name, profile) -> all.servers.put(name, serve(profile, 0)));
    return all;
  }

  private static SimulatedProviderServer serve(ProviderProfile profile, int port) {
    return SimulatedProviderServer.start(profile, OperationSource.USUAL, port);
  }

  /** The contract file with the addresses of the destinations. */
  String fill(String yaml) {
    return ADDRESS.matcher(yaml).replaceAll(found -> address(found.group(1)));
  }

  private String address(String name) {
    return Matcher.quoteReplacement(
        servers.computeIfAbsent(name, unknown -> serve(ProviderProfile.PLAIN, 0)).baseUrl());
  }

  /** The destination with that name. */
  SimulatedProviderServer get(String name) {
    SimulatedProviderServer server = servers.get(name);
    if (server == null) {
      throw new IllegalArgumentException("no contract speaks of http://" + name + ".case");
    }
    return server;
  }

  /** Shows all that the destinations know of themselves. */
  void readTo(Map<String, String> approved, Consumer<Seen> observer) {
    for (SimulatedProviderServer server : List.copyOf(servers.values())) {
      new StandInRecord(server.provider(), approved).readTo(observer);
    }
  }

  @Override
  public void close() {
    servers.values().forEach(SimulatedProviderServer::close);
  }
}
