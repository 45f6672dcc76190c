package io.onefold.connector.wire;

import io.onefold.destination.Tls;
import java.net.InetAddress;
import java.util.Optional;

/**
 * What a connection must be like.
 *
 * @param tls trust and client certificate of TLS; empty: what the Java runtime trusts, and none
 * @param peers which addresses may be at the other end
 */
public record Route(Optional<Tls> tls, PeerRule peers) {
  /** The trust of the Java runtime, to any address. */
  public static final Route PLAIN = new Route(Optional.empty(), PeerRule.ANY);

  /** Says which addresses a connection may have at its other end. */
  @FunctionalInterface
  public interface PeerRule {
    /** All of them. */
    PeerRule ANY = peer -> Optional.empty();

    /**
     * Asked about the address that a connection really has, before the first byte: a name may have
     * led elsewhere since it was looked at. Must not block.
     *
     * @return why nothing may be sent to it; empty if it may
     */
    Optional<String> refusal(InetAddress peer);
  }
}
