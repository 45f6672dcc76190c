package io.onefold.destination;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A range of IP addresses; one address is a range of one.
 *
 * @param network its first address, with the bits after the prefix zero
 * @param prefix how many leading bits all its addresses share
 */
public record AddressRange(InetAddress network, int prefix) {
  private static final Pattern LITERAL =
      Pattern.compile("[0-9]{1,3}(?:\\.[0-9]{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  /** Reads {@code 10.0.0.0/8}, {@code fc00::/7} or one address; empty if it is none of them. */
  public static Optional<AddressRange> parse(String text) {
    String[] parts = text.split("/", -1);
    // No name may get here: it would be looked up.
    if (parts.length > 2 || !LITERAL.matcher(parts[0]).matches()) {
      return Optional.empty();
    }
    try {
      InetAddress network = InetAddress.getByName(parts[0]);
      int bits = network.getAddress().length * 8;
      int prefix = parts.length == 1 ? bits : Integer.parseInt(parts[1]);
      return prefix >= 0 && prefix <= bits
          ? Optional.of(new AddressRange(network, prefix))
          : Optional.empty();
    } catch (UnknownHostException | NumberFormatException noAddress) {
      return Optional.empty();
    }
  }

  /** True if the address lies in it; never for an address of the other family. */
  public boolean contains(InetAddress address) {
    byte[] mine = network.getAddress();
    byte[] other = address.getAddress();
    if (mine.length != other.length) {
      return false;
    }
    for (int bit = 0; bit < prefix; bit++) {
      int mask = 0x80 >> (bit % 8);
      if (((mine[bit / 8] ^ other[bit / 8]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
