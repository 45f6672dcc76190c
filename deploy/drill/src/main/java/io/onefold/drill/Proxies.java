package io.onefold.drill;

import io.onefold.destination.Tls;
import io.onefold.faults.Exchange;
import io.onefold.faults.FaultProxy;
import io.onefold.faults.Routes;
import io.onefold.faults.Rule;
import java.net.URI;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** One proxy before each origin of a contract; what is said to one is said to all. */
final class Proxies implements AutoCloseable {
  private final Map<URI, FaultProxy> byOrigin = new LinkedHashMap<>();

  private Proxies() {}

  /**
   * Starts them.
   *
   * @param tls how the contract reaches origins with https
   * @param masking takes secrets out of a text
   */
  static Proxies start(Set<URI> origins, Optional<Tls> tls, UnaryOperator<String> masking) {
    Proxies proxies = new Proxies();
    origins.forEach(
        origin ->
            proxies.byOrigin.put(
                origin,
                FaultProxy.start(
                    new FaultProxy.Settings(
                        origin, tls.flatMap(Tls::ca).map(Path::of), client(tls), masking, 1))));
    return proxies;
  }

  private static Optional<FaultProxy.ClientCertificate> client(Optional<Tls> tls) {
    return tls.filter(one -> one.certificate().isPresent() && one.key().isPresent())
        .map(
            one ->
                new FaultProxy.ClientCertificate(
                    Path.of(one.certificate().get()), Path.of(one.key().get())));
  }

  Routes routes() {
    Map<URI, URI> routes = new HashMap<>();
    byOrigin.forEach((origin, proxy) -> routes.put(origin, proxy.origin()));
    return Routes.of(routes);
  }

  void add(Rule rule) {
    byOrigin.values().forEach(proxy -> proxy.add(rule));
  }

  void remove(String name) {
    byOrigin.values().forEach(proxy -> proxy.remove(name));
  }

  /** What came for this tag until now, oldest first. */
  List<Exchange> tagged(String tag) {
    return exchanges().stream().filter(exchange -> exchange.tag().equals(tag)).toList();
  }

  /** All that came until now, oldest first. */
  List<Exchange> exchanges() {
    return byOrigin.values().stream()
        .flatMap(proxy -> proxy.exchanges().stream())
        .sorted(Comparator.comparing(Exchange::at))
        .toList();
  }

  @Override
  public void close() {
    byOrigin.values().forEach(FaultProxy::close);
  }
}
