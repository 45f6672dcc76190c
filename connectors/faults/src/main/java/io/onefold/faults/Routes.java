package io.onefold.faults;

import io.onefold.connector.wire.Call;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which origins are reached through which proxy. The contract that names the origin stays as it is,
 * and so does its hash.
 *
 * @param byOrigin origin as {@link Call#origin(URI)} writes it, to where its proxy listens
 */
public record Routes(Map<String, URI> byOrigin) {
  public Routes {
    byOrigin = Map.copyOf(byOrigin);
  }

  /** These origins through these proxies; paths of the origins are not looked at. */
  public static Routes of(Map<URI, URI> proxies) {
    Map<String, URI> routes = new LinkedHashMap<>();
    proxies.forEach((origin, proxy) -> routes.put(Call.origin(origin), proxy));
    return new Routes(routes);
  }

  /** Where a request to this address goes instead; empty: it goes where it says. */
  public Optional<URI> of(URI url) {
    return Optional.ofNullable(byOrigin.get(Call.origin(url))).map(proxy -> at(proxy, url));
  }

  private static URI at(URI proxy, URI url) {
    String path = Optional.ofNullable(url.getRawPath()).orElse("");
    String query = Optional.ofNullable(url.getRawQuery()).map(text -> "?" + text).orElse("");
    return URI.create(
        "%s://%s%s%s".formatted(proxy.getScheme(), proxy.getRawAuthority(), path, query));
  }
}
