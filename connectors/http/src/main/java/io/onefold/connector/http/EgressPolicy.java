package io.onefold.connector.http;

import io.onefold.connector.wire.Route.PeerRule;
import io.onefold.destination.AddressRange;
import io.onefold.destination.Egress;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Where a request may go whose address an answer gave. Without this, whoever writes an answer could
 * make a worker ask inside its own network. The host is judged before, and the address that it
 * really led to once the connection stands. Pure.
 */
final class EgressPolicy {
  private final Egress egress;
  private final Set<String> ownHosts;
  private final List<AddressRange> ranges;

  /**
   * @param ownHosts hosts of the contract's own addresses, in lower case: the operator wrote them,
   *     so they may be private
   */
  EgressPolicy(Egress egress, Set<String> ownHosts) {
    this.egress = egress;
    this.ownHosts = Set.copyOf(ownHosts);
    this.ranges = egress.allow().stream().flatMap(it -> AddressRange.parse(it).stream()).toList();
  }

  private boolean isOwn(String host) {
    return ownHosts.contains(host.toLowerCase(Locale.ROOT));
  }

  /** Which peers a host may lead to; empty if it may not be asked at all. */
  Optional<PeerRule> peersOf(String host) {
    if (isOwn(host)) {
      return Optional.of(PeerRule.ANY);
    }
    String name = host.toLowerCase(Locale.ROOT);
    boolean named = egress.allow().stream().anyMatch(allowed -> covers(allowed, name));
    if (!named && ranges.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        peer -> {
          boolean inRange = ranges.stream().anyMatch(range -> range.contains(peer));
          boolean byName = named && (egress.privateAllowed() || !InternalAddresses.contain(peer));
          return inRange || byName
              ? Optional.empty()
              : Optional.of(
                  "%s leads to %s, %s"
                      .formatted(
                          host,
                          peer.getHostAddress(),
                          named
                              ? "an address inside a network, which `egress.private: refused` keeps"
                                  + " out"
                              : "which is in no range of `egress.allow`"));
        });
  }

  private static boolean covers(String allowed, String name) {
    return allowed.startsWith("*.")
        ? name.endsWith(allowed.substring(1)) && name.length() > allowed.length() - 1
        : name.equals(allowed);
  }

  /** Addresses that the public internet does not lead to. */
  static final class InternalAddresses {
    private static final List<AddressRange> RANGES =
        List.of(
                "0.0.0.0/8",
                "10.0.0.0/8",
                "100.64.0.0/10",
                "127.0.0.0/8",
                "169.254.0.0/16",
                "172.16.0.0/12",
                "192.0.0.0/24",
                "192.168.0.0/16",
                "198.18.0.0/15",
                "224.0.0.0/3",
                "::/127",
                "fc00::/7",
                "fe80::/9",
                "ff00::/8",
                // Ways of carrying an IPv4 address, which could be any of the above. Java turns a
                // mapped one into IPv4 by itself.
                "64:ff9b::/96",
                "64:ff9b:1::/48",
                "2002::/16",
                "2001::/32")
            .stream()
            .map(range -> AddressRange.parse(range).orElseThrow())
            .toList();

    private InternalAddresses() {}

    static boolean contain(InetAddress address) {
      return RANGES.stream().anyMatch(range -> range.contains(address));
    }
  }
}
