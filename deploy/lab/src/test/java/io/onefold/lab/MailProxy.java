package io.onefold.lab;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Before a mail server. It knows a mail by the command that begins it and by the line with the dot
 * that ends it.
 */
final class MailProxy implements AutoCloseable {
  /** What is done to mails. */
  enum Mode {
    /** Nothing. */
    CALM,
    /**
     * Of each ten, two are taken and the final reply lost, and one is cut off before its first
     * line.
     */
    LOSSY,
    /** The last line never arrives, so the mail is not taken; who sent it cannot know that. */
    SEVERED
  }

  private enum Fate {
    FINE,
    CUT,
    SEVERED,
    LOST
  }

  private final ServerSocket socket;
  private final int target;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private Mode mode = Mode.CALM;
  private int mails;
  private int lost;
  private int cut;

  private MailProxy(int target) throws IOException {
    this.target = target;
    this.socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  /** Starts one before the server on this port. */
  static MailProxy start(int target) {
    try {
      return new MailProxy(target);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it listens. */
  int port() {
    return socket.getLocalPort();
  }

  /** From now on; the counts begin anew. */
  synchronized void set(Mode next) {
    mode = next;
    mails = 0;
    lost = 0;
    cut = 0;
  }

  /** How many mails came, since the mode was set. */
  synchronized int mails() {
    return mails;
  }

  synchronized int lost() {
    return lost;
  }

  synchronized int cut() {
    return cut;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        threads.execute(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private synchronized Fate next() {
    int turn = ++mails % 10;
    Fate fate =
        switch (mode) {
          case CALM -> Fate.FINE;
          case SEVERED -> Fate.SEVERED;
          case LOSSY -> turn == 3 ? Fate.CUT : turn == 5 || turn == 9 ? Fate.LOST : Fate.FINE;
        };
    lost += fate == Fate.LOST ? 1 : 0;
    cut += fate == Fate.CUT ? 1 : 0;
    return fate;
  }

  private void serve(Socket client) {
    try (client;
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
      Reply reply = new Reply(client.getOutputStream());
      threads.execute(() -> copyReplies(server, reply, client));
      copyCommands(client.getInputStream(), server.getOutputStream(), reply);
      server.shutdownOutput();
    } catch (IOException over) {
      // Either side hung up, or was made to.
    }
  }

  /** Ends with an exception where a mail is cut. */
  private void copyCommands(InputStream from, OutputStream to, Reply reply) throws IOException {
    boolean inMail = false;
    Fate fate = Fate.FINE;
    for (byte[] line = line(from); line.length > 0; line = line(from)) {
      String text = new String(line, StandardCharsets.ISO_8859_1).stripTrailing();
      if (!inMail && text.equalsIgnoreCase("DATA")) {
        fate = next();
        if (fate == Fate.CUT) {
          throw new IOException("cut before the mail");
        }
        inMail = true;
      } else if (inMail && text.equals(".")) {
        inMail = false;
        if (fate == Fate.SEVERED) {
          throw new IOException("cut before the last line");
        }
        if (fate == Fate.LOST) {
          reply.loseNext();
        }
      }
      to.write(line);
      if (!inMail) {
        to.flush();
      }
    }
  }

  private static void copyReplies(Socket server, Reply reply, Socket client) {
    try (server;
        client) {
      InputStream from = server.getInputStream();
      for (byte[] line = line(from); line.length > 0; line = line(from)) {
        reply.write(line);
      }
    } catch (IOException over) {
      // Either side hung up, or was made to.
    }
  }

  /** One line with its end; empty at the end of the stream. */
  private static byte[] line(InputStream from) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = from.read(); next >= 0; next = from.read()) {
      line.write(next);
      if (next == '\n') {
        break;
      }
    }
    return line.toByteArray();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    threads.shutdownNow();
  }

  /** The way back to the client. */
  private static final class Reply {
    private final OutputStream out;
    private boolean loses;

    private Reply(OutputStream out) {
      this.out = out;
    }

    private synchronized void loseNext() {
      loses = true;
    }

    private synchronized void write(byte[] line) throws IOException {
      if (loses) {
        throw new IOException("lost");
      }
      out.write(line);
      out.flush();
    }
  }
}
