package io.onefold.access;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Who may use the REST interface, and whether it speaks TLS.
 *
 * @param file the access file; empty: everybody may do everything
 * @param openAnywhere true if it may be open on other addresses than this machine's own
 * @param tls empty: plain HTTP
 */
public record RestAccess(Optional<Path> file, boolean openAnywhere, Optional<RestTls> tls) {

  /** Everybody who reaches this machine's own address may do everything. */
  public static RestAccess open() {
    return new RestAccess(Optional.empty(), false, Optional.empty());
  }

  /** The scheme of its addresses. */
  public String scheme() {
    return tls.isPresent() ? "https" : "http";
  }

  /**
   * Checks that an interface without access control is not open to other machines by oversight.
   *
   * @param host what it is to listen on
   * @throws IllegalArgumentException saying what is allowed
   */
  public void checkHost(String host) {
    if (file.isEmpty() && !openAnywhere && !isLoopback(host)) {
      throw new IllegalArgumentException(
          ("host is '%s', where other machines reach it, and without an access file everybody may"
                  + " submit, review and administer; allowed are an address of this machine alone,"
                  + " such as 127.0.0.1, an access file with --access FILE, or --access none where"
                  + " something in front asks for credentials")
              .formatted(host));
    }
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      // Listening there fails in a moment, and says so better.
      return true;
    }
  }
}
