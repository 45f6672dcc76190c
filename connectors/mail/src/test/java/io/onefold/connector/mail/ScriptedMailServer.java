package io.onefold.connector.mail;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A mail server for tests that does as each recipient's script says, and counts what it has read
 * and stored. The local part of a recipient is the operation, up to a plus sign.
 */
final class ScriptedMailServer implements AutoCloseable {
  /** A mail as the server has it. */
  record Stored(String operation, String queueId, String message, SmtpScript script) {}

  private final ServerSocket listener;
  private final BiConsumer<ScriptedMailServer, Stored> mailbox;
  private final Map<String, SmtpScript> scripts = new ConcurrentHashMap<>();
  private final Map<String, List<String>> read = new ConcurrentHashMap<>();
  private final Map<String, List<Stored>> stored = new ConcurrentHashMap<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<String> dialogue = new CopyOnWriteArrayList<>();
  private final CountDownLatch hanging = new CountDownLatch(1);
  private final AtomicInteger numbers = new AtomicInteger();

  /** The extensions that it offers; may be changed. */
  volatile List<String> extensions = List.of("AUTH PLAIN LOGIN", "SIZE 1000000", "8BITMIME");

  /** What it says and does whoever the recipient is; may be changed. */
  volatile SmtpScript general = SmtpScript.USUAL;

  /** Its certificate, for STARTTLS; may be changed. */
  volatile Optional<SSLContext> tls = Optional.empty();

  /** TLS from the first byte. */
  volatile boolean implicitTls;

  /** What it sends in the same breath as the consent to start TLS. */
  volatile String ahead = "";

  /** It agrees to DATA and then reads nothing. */
  volatile boolean deaf;

  private ScriptedMailServer(BiConsumer<ScriptedMailServer, Stored> mailbox) throws IOException {
    this.mailbox = mailbox;
    this.listener = new ServerSocket();
    // Small, so that a mail that nobody reads soon fills what both ends can hold.
    listener.setReceiveBufferSize(16 * 1024);
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
  }

  /** Listens on a free port; {@code mailbox} gets what is stored. */
  static ScriptedMailServer start(BiConsumer<ScriptedMailServer, Stored> mailbox) {
    try {
      ScriptedMailServer server = new ScriptedMailServer(mailbox);
      Thread.ofVirtual().start(server::listen);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return listener.getLocalPort();
  }

  void script(String operation, SmtpScript script) {
    scripts.put(operation, script);
  }

  /** The mails of an operation that it read to their end, without the doubled dots. */
  List<String> read(String operation) {
    return read.getOrDefault(operation, List.of());
  }

  List<Stored> stored(String operation) {
    return stored.getOrDefault(operation, List.of());
  }

  /** All commands of all connections. */
  List<String> dialogue() {
    return dialogue;
  }

  private void listen() {
    try {
      while (true) {
        Socket socket = listener.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void serve(Socket socket) {
    try {
      new Conversation(socket).hold();
    } catch (IOException gone) {
      // The client ended it.
    } finally {
      open.remove(socket);
      close(socket);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException goneAlready) {
      // It is closed.
    }
  }

  /** Reads what it has not read yet, until all connections are over. */
  void awaitEnds() {
    hanging.countDown();
    while (!open.isEmpty()) {
      Thread.onSpinWait();
    }
  }

  /** Takes no connections any more. */
  void stopListening() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    hanging.countDown();
    stopListening();
    open.forEach(ScriptedMailServer::close);
  }

  /** One connection. */
  private final class Conversation {
    private final Socket raw;
    private InputStream in;
    private OutputStream out;
    private final List<String> recipients = new ArrayList<>();
    private SmtpScript script = general;

    Conversation(Socket socket) throws IOException {
      raw = socket;
      use(socket);
    }

    private void use(Socket socket) throws IOException {
      in = new BufferedInputStream(socket.getInputStream());
      out = socket.getOutputStream();
    }

    void hold() throws IOException {
      if (implicitTls) {
        secure();
      }
      say(Stage.GREETING, "220 scripted.example.test ESMTP");
      while (true) {
        String line = line();
        dialogue.add(line);
        String verb = line.toUpperCase(java.util.Locale.ROOT);
        if (verb.startsWith("EHLO")) {
          say(Stage.EHLO, hello());
        } else if (verb.equals("STARTTLS")) {
          startTls();
        } else if (verb.startsWith("AUTH")) {
          authenticate(verb);
        } else if (verb.startsWith("MAIL")) {
          say(Stage.MAIL, "250 2.1.0 Ok");
        } else if (verb.startsWith("RCPT")) {
          recipient(line);
        } else if (verb.equals("DATA")) {
          data();
        } else if (verb.equals("QUIT")) {
          write("221 2.0.0 Bye\r\n");
          return;
        } else {
          write("250 2.0.0 Ok\r\n");
        }
      }
    }

    private String hello() {
      StringBuilder hello = new StringBuilder("250-scripted.example.test");
      extensions.forEach(extension -> hello.append("\r\n250-").append(extension));
      return hello.append("\r\n250 HELP").toString();
    }

    private void startTls() throws IOException {
      String reply =
          say(Stage.STARTTLS, "220 2.0.0 Ready" + (ahead.isEmpty() ? "" : "\r\n" + ahead));
      if (reply.startsWith("220")) {
        secure();
      }
    }

    private void secure() throws IOException {
      SSLSocket secure =
          (SSLSocket)
              tls.orElseThrow()
                  .getSocketFactory()
                  .createSocket(raw, "127.0.0.1", raw.getPort(), true);
      secure.setUseClientMode(false);
      secure.startHandshake();
      use(secure);
    }

    private void authenticate(String verb) throws IOException {
      if (verb.equals("AUTH LOGIN")) {
        write("334 VXNlcm5hbWU6\r\n");
        dialogue.add(line());
        write("334 UGFzc3dvcmQ6\r\n");
        dialogue.add(line());
      }
      say(Stage.AUTH, "235 2.7.0 Authentication successful");
    }

    private void recipient(String line) throws IOException {
      String address = line.substring(line.indexOf('<') + 1, line.indexOf('>'));
      String operation = address.substring(0, address.indexOf('@')).split("\\+", 2)[0];
      script = scripts.getOrDefault(operation, script);
      recipients.add(operation);
      say(Stage.RCPT, "250 2.1.5 Ok");
    }

    private void data() throws IOException {
      String reply = say(Stage.DATA, "354 End data with <CR><LF>.<CR><LF>");
      if (!reply.startsWith("354")) {
        return;
      }
      if (deaf) {
        hang();
      }
      String message = message();
      String operation = recipients.getFirst();
      List<String> before = read.computeIfAbsent(operation, any -> new CopyOnWriteArrayList<>());
      String queueId = "Q%06d".formatted(numbers.incrementAndGet());
      if (script.stores()) {
        Stored mail =
            new Stored(
                operation,
                queueId,
                "Received: from client by scripted.example.test with ESMTP id "
                    + queueId
                    + ";\r\n\tSat, 31 Oct 2026 10:00:00 +0000\r\n"
                    + script.change().apply(message),
                script);
        mailbox.accept(ScriptedMailServer.this, mail);
        stored.computeIfAbsent(operation, any -> new CopyOnWriteArrayList<>()).add(mail);
      }
      before.add(message);
      say(Stage.END, "250 2.0.0 Ok: queued as " + queueId);
    }

    private void hang() throws IOException {
      try {
        hanging.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    private String message() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      while (true) {
        String line = line();
        if (script.cut().filter(Stage.CONTENT::equals).isPresent()) {
          raw.setSoLinger(true, 0);
          throw new IOException("cut by script");
        }
        if (line.equals(".")) {
          return bytes.toString(StandardCharsets.UTF_8);
        }
        String plain = line.startsWith(".") ? line.substring(1) : line;
        bytes.writeBytes((plain + "\r\n").getBytes(StandardCharsets.UTF_8));
      }
    }

    private String say(Stage at, String usual) throws IOException {
      if (script.cut().filter(at::equals).isPresent()) {
        raw.setSoLinger(true, 0);
        throw new IOException("cut by script");
      }
      if (script.silent().filter(at::equals).isPresent()) {
        while (in.read() >= 0) {
          // Whatever comes is not answered.
        }
        throw new IOException("the client gave up");
      }
      String reply = script.replies().getOrDefault(at, usual);
      // A reply without a line end is one that is cut in its middle.
      write(reply.endsWith("…") ? reply.substring(0, reply.length() - 1) : reply + "\r\n");
      if (reply.endsWith("…")) {
        throw new IOException("cut by script");
      }
      return reply;
    }

    private void write(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }

    private String line() throws IOException {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      while (true) {
        int next = in.read();
        if (next < 0) {
          throw new IOException("the client ended the connection");
        }
        if (next == '\n') {
          String text = line.toString(StandardCharsets.UTF_8);
          return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
        }
        line.write(next);
      }
    }
  }
}
