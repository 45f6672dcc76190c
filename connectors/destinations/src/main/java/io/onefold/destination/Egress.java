package io.onefold.destination;

import java.util.List;

/**
 * Where requests may go beside the hosts that stand in the contract's own addresses. It matters for
 * addresses that an answer gives: a public address, a next page, a redirect.
 *
 * @param allow host names, {@code *.} and a domain for all names below it, IP addresses, and ranges
 *     such as {@code 10.0.0.0/8}; lower case
 * @param privateAllowed true: such a host may also have an address inside a private, loopback or
 *     link-local network
 */
public record Egress(List<String> allow, boolean privateAllowed) {
  /** Only the hosts of the contract. */
  public static final Egress NONE = new Egress(List.of(), false);

  public Egress {
    allow = List.copyOf(allow);
  }
}
