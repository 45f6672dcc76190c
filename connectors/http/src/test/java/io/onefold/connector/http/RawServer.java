package io.onefold.connector.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An HTTP server of bytes, for what a well-behaved one cannot be made to do. */
final class RawServer implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *(\\d+)");

  /** Serves one fully read request; false closes the connection. */
  interface Handler {
    boolean serve(Socket connection, String request) throws IOException;
  }

  private final ServerSocket listener;
  private final Handler handler;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<Socket> connections = new CopyOnWriteArrayList<>();

  RawServer(Handler handler) throws IOException {
    this.handler = handler;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  int port() {
    return listener.getLocalPort();
  }

  /** All requests that were fully read. */
  List<String> requests() {
    return requests;
  }

  List<Socket> connections() {
    return connections;
  }

  static void write(Socket connection, String bytes) throws IOException {
    connection.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    connection.getOutputStream().flush();
  }

  /** A complete answer on a connection that stays open. */
  static String answer(int status, String headers, String body) {
    return "HTTP/1.1 %d X\r\nContent-Length: %d\r\n%s\r\n%s"
        .formatted(status, body.length(), headers, body);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket connection = listener.accept();
        connections.add(connection);
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      boolean open = true;
      while (open) {
        String request = read(connection.getInputStream());
        if (request.isEmpty()) {
          return;
        }
        requests.add(request);
        open = handler.serve(connection, request);
      }
    } catch (IOException lost) {
      // the client went away
    }
  }

  private static String read(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int next = in.read();
    while (next >= 0) {
      bytes.write(next);
      String text = bytes.toString(StandardCharsets.ISO_8859_1);
      if (text.endsWith("\r\n\r\n")) {
        Matcher length = LENGTH.matcher(text);
        int body = length.find() ? Integer.parseInt(length.group(1)) : 0;
        return text + new String(in.readNBytes(body), StandardCharsets.ISO_8859_1);
      }
      next = in.read();
    }
    return "";
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket connection : connections) {
      connection.close();
    }
  }
}
