package io.onefold.connector.mail;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * One connection to a mail server: lines out, whole replies in. Used by one thread, but for {@link
 * #cut}.
 */
final class SmtpConnection implements AutoCloseable {
  private static final int LONGEST_REPLY_LINE = 4096;
  private static final int MOST_REPLY_LINES = 200;

  /** What came is no SMTP reply. */
  static final class UnreadableReplyException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadableReplyException(String message) {
      super(message);
    }
  }

  private final Socket raw = new Socket();
  private final String host;
  private InputStream in = InputStream.nullInputStream();
  private OutputStream out = OutputStream.nullOutputStream();

  SmtpConnection(String host) {
    this.host = host;
  }

  /**
   * Connects to the first address of the host.
   *
   * @throws UnknownHostException if the name leads nowhere
   * @throws IOException if the address cannot be reached in time
   */
  void connect(int port, Duration timeout) throws IOException {
    InetAddress address = InetAddress.getByName(host);
    raw.setTcpNoDelay(true);
    raw.connect(new InetSocketAddress(address, port), Math.toIntExact(timeout.toMillis()));
    use(raw);
  }

  private void use(Socket socket) throws IOException {
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  /**
   * From now on encrypted, with a certificate that names the host.
   *
   * @throws SSLException if that cannot be had, or if plain text that was sent ahead waits here:
   *     whoever stands between could have put it there
   */
  void startTls(SSLContext tls) throws IOException {
    if (in.available() > 0) {
      throw new SSLException("the server sent plain text after it agreed to start TLS");
    }
    SSLSocket secure =
        (SSLSocket) tls.getSocketFactory().createSocket(raw, host, raw.getPort(), true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(parameters);
    secure.startHandshake();
    use(secure);
  }

  /** The address literal of this end, for EHLO. */
  String literal() {
    InetAddress local = raw.getLocalAddress();
    String address = local.getHostAddress();
    int zone = address.indexOf('%');
    String plain = zone < 0 ? address : address.substring(0, zone);
    return (local.getAddress().length == 4 ? "[" : "[IPv6:") + plain + "]";
  }

  /** Writes one line and waits for the reply. */
  SmtpReply command(String line) throws IOException {
    write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
    return reply();
  }

  void write(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /** True if the server wrote something that is not read yet. */
  boolean hasInput() throws IOException {
    return in.available() > 0;
  }

  /**
   * Waits for a whole reply.
   *
   * @throws EOFException if the connection ends before it does
   * @throws UnreadableReplyException if it is none
   */
  SmtpReply reply() throws IOException {
    List<String> lines = new ArrayList<>();
    int code = 0;
    while (lines.size() < MOST_REPLY_LINES) {
      String line = line();
      if (!line.matches("[2-5][0-9]{2}(?:[ -].*)?")) {
        throw new UnreadableReplyException("the server wrote something that is no reply");
      }
      int own = Integer.parseInt(line.substring(0, 3));
      if (code != 0 && own != code) {
        throw new UnreadableReplyException("the lines of one reply have different codes");
      }
      code = own;
      lines.add(line.length() > 4 ? line.substring(4).strip() : "");
      if (line.length() == 3 || line.charAt(3) == ' ') {
        return new SmtpReply(code, lines);
      }
    }
    throw new UnreadableReplyException("the server wrote a reply without end");
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    while (line.length() < LONGEST_REPLY_LINE) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("the server ended the connection");
      }
      if (next == '\n') {
        return line.toString().strip();
      }
      line.append(next < ' ' || next > '~' ? ' ' : (char) next);
    }
    throw new UnreadableReplyException("the server wrote a line without end");
  }

  /** Ends the connection so that nothing that is still buffered arrives. Any thread may call it. */
  void cut() {
    try {
      // Makes the kernel drop what it holds and reset the connection.
      raw.setSoLinger(true, 0);
    } catch (IOException closedAlready) {
      // Then there is nothing left to drop.
    }
    closeRaw();
  }

  private void closeRaw() {
    try {
      raw.close();
    } catch (IOException nothingToSave) {
      // Nobody waits for this connection any more.
    }
  }

  /** Says goodbye and ends the connection; the server's own goodbye is not waited for. */
  void quit() {
    try {
      write("QUIT\r\n".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException goneAlready) {
      // The transaction is over; how the connection ends changes nothing.
    }
  }

  @Override
  public void close() {
    closeRaw();
  }
}
