package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.access.Credentials;
import io.onefold.processor.RestFixture;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionsTest {
  private static final int ENOUGH_MS = 60_000;

  @TempDir private Path folder;

  private RestFixture rest(String limits) {
    return new RestFixture(
        Credentials.access(
            Credentials.write(
                folder,
                "access.yaml",
                "tokens:\n" + Credentials.entry("ann", "submit") + "limits: {" + limits + "}\n")));
  }

  private static Socket connect(RestFixture rest) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), rest.base().getPort());
    socket.setSoTimeout(ENOUGH_MS);
    return socket;
  }

  private static void say(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  /** Until the other side closes; it may well be reset. */
  private static String readAll(Socket socket) {
    StringBuilder text = new StringBuilder();
    try {
      InputStream in = socket.getInputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        text.append((char) next);
      }
    } catch (java.net.SocketTimeoutException e) {
      throw new AssertionError("the connection stays open", e);
    } catch (IOException e) {
      return text.toString();
    }
    return text.toString();
  }

  @Test
  void shouldCloseAConnectionWhoseClientDoesNotGoOn() throws IOException {
    // given
    try (RestFixture rest = rest("patience: 1s");
        Socket silent = connect(rest);
        Socket headless = connect(rest);
        Socket bodiless = connect(rest)) {
      say(headless, "GET /health HTTP/1.1\r\nHost: l");
      say(
          bodiless,
          """
          POST /v1/intents HTTP/1.1\r
          Host: localhost\r
          Authorization: %s\r
          Content-Type: application/json\r
          Content-Length: 100\r
          \r
          {"op\
          """
              .formatted(Credentials.bearer("ann")));

      // then
      assertEquals("", readAll(silent));
      assertEquals("", readAll(headless));
      String answer = readAll(bodiless);
      assertTrue(answer.isEmpty() || answer.startsWith("HTTP/1.1 4"), answer);
    }
  }

  @Test
  void shouldKeepAConnectionOpenBetweenTwoRequests() throws Exception {
    // given
    try (RestFixture rest = rest("patience: 1s");
        Socket socket = connect(rest)) {
      say(socket, "GET /openapi.yaml HTTP/1.1\r\nHost: l\r\n\r\n");
      InputStream in = socket.getInputStream();
      assertTrue(in.read() >= 0);
      Thread.sleep(1500);

      // when
      say(socket, "GET /openapi.yaml HTTP/1.1\r\nHost: l\r\nConnection: close\r\n\r\n");

      // then
      String rest2 = readAll(socket);
      assertEquals(1, rest2.split("HTTP/1.1 200", -1).length - 1, rest2);
    }
  }

  @Test
  void shouldCloseConnectionsBeyondTheLimitAndTakeNewOnesLater() throws IOException {
    // given
    try (RestFixture rest = rest("connections: 3, patience: 10m")) {
      List<Socket> open = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Socket socket = connect(rest);
        open.add(socket);
        // Answered, so counted: accepting a connection alone has no order among several.
        say(socket, "GET /health HTTP/1.1\r\nHost: l\r\n\r\n");
        assertTrue(socket.getInputStream().read() >= 0);
      }

      // when
      try (Socket fourth = connect(rest)) {
        assertEquals("", readAll(fourth));
      }
      for (Socket socket : open) {
        socket.close();
      }

      // then
      Awaitility.await().ignoreExceptions().until(() -> rest.get("/health").statusCode() == 200);
    }
  }
}
