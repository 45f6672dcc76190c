package io.onefold.faults;

import io.onefold.connector.SendGate;
import io.onefold.connector.wire.Call;
import io.onefold.connector.wire.Exchange;
import io.onefold.connector.wire.Wire;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A wire that leads calls to some origins through their proxies and names each for them: {@code
 * write} or {@code read}, a blank, and the operation, where a {@link NamingConnector} told it.
 */
public final class RoutedWire implements Wire {
  private final Wire network;
  private final Routes routes;

  /**
   * A wire before the network.
   *
   * @param network closed with this one
   */
  public RoutedWire(Wire network, Routes routes) {
    this.network = network;
    this.routes = routes;
  }

  @Override
  public Exchange exchange(Call call, SendGate gate) {
    return network.exchange(routed(call, "write"), gate);
  }

  @Override
  public Exchange read(Call call) {
    return network.read(routed(call, "read"));
  }

  private Call routed(Call call, String what) {
    Optional<URI> proxied = routes.of(call.url());
    if (proxied.isEmpty()) {
      return call;
    }
    Map<String, String> headers = new TreeMap<>(call.headers());
    headers.put(FaultProxy.TAG, NamingConnector.tag(what));
    return new Call(call.method(), proxied.get(), headers, call.body(), call.timeout());
  }

  @Override
  public void close() {
    network.close();
  }
}
