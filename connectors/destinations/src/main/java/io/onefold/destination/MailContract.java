package io.onefold.destination;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How one destination takes mail, and where it can be looked for afterwards. Secret references stay
 * in the text and are resolved only where a connection logs in.
 *
 * @param smtp where mail is submitted
 * @param imap the mailbox that is searched; empty: nothing can be read back
 * @param messageIdDomain what stands after the {@code @} of every Message-ID, in ASCII
 */
public record MailContract(Smtp smtp, Optional<Imap> imap, String messageIdDomain) {

  /**
   * The submission server.
   *
   * @param host name or address
   * @param port 1 to 65535
   * @param security how the connection is protected
   * @param login whose mail it is; empty: the server takes it without
   * @param from the author and envelope sender of every mail
   * @param timeout longest time from {@code DATA} until the reply to the whole mail
   */
  public record Smtp(
      String host,
      int port,
      Security security,
      Optional<Login> login,
      Mailbox from,
      Duration timeout) {}

  /**
   * The mailbox that shows what was sent.
   *
   * @param host name or address
   * @param port 1 to 65535
   * @param security how the connection is protected
   * @param login whose mailbox it is
   * @param folders searched in this order, at least one; all of them for a complete answer
   */
  public record Imap(String host, int port, Security security, Login login, List<String> folders) {
    public Imap {
      folders = List.copyOf(folders);
    }
  }

  /** User and password, which may be or hold references. */
  public record Login(Template user, Template password) {}

  /** How a connection is protected. */
  public enum Security {
    /** TLS after a plain greeting; without it nothing is said. */
    STARTTLS,
    /** TLS from the first byte. */
    IMPLICIT,
    /** Everything in the clear, the password too. */
    NONE
  }
}
