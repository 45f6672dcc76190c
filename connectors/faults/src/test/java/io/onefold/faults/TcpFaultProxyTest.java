package io.onefold.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TcpFaultProxyTest {
  private final List<String> read = new CopyOnWriteArrayList<>();
  private ServerSocket server;
  private TcpFaultProxy proxy;

  @BeforeEach
  void start() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::serve);
    proxy = TcpFaultProxy.to("127.0.0.1", server.getLocalPort());
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    server.close();
  }

  /** Answers each line with {@code ok} and the line. */
  private void serve() {
    try {
      while (true) {
        Socket client = server.accept();
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  private void serve(Socket client) {
    try (client;
        BufferedReader lines = reader(client)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        read.add(line);
        client.getOutputStream().write(("ok " + line + "\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      // The client was cut.
    }
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    socket.setSoTimeout(500);
    return socket;
  }

  private static String say(Socket socket, String line) throws IOException {
    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    return String.valueOf(reader(socket).readLine());
  }

  @Test
  void shouldPassAllOnWhenNoRuleIsInForce() throws IOException {
    try (Socket socket = connect()) {
      assertEquals("ok one", say(socket, "one"));
      assertEquals("ok two", say(socket, "two"));
    }
  }

  @Test
  void shouldCutBeforeTheServerSeesIt() throws IOException {
    // given
    proxy.add(TcpRule.always(TcpRule.Kind.CUT_REQUEST).request("^DATA").times(1));

    // when
    try (Socket socket = connect()) {
      assertEquals("ok MAIL", say(socket, "MAIL"));
      assertThrows(IOException.class, () -> say(socket, "DATA"));
    }

    // then
    assertEquals(List.of("MAIL"), read);
    try (Socket again = connect()) {
      assertEquals("ok DATA", say(again, "DATA"));
    }
    assertEquals(1, proxy.hits());
  }

  @Test
  void shouldLoseTheReplyWhenTheServerHasRead() throws IOException {
    // given
    proxy.add(TcpRule.always(TcpRule.Kind.LOSE_REPLY).reply("ok queue"));

    // when
    try (Socket socket = connect()) {
      assertEquals("ok MAIL", say(socket, "MAIL"));
      assertThrows(IOException.class, () -> say(socket, "queue it"));
    }

    // then
    assertEquals(List.of("MAIL", "queue it"), read);
  }

  @Test
  void shouldStaySilentWhenItHoldsTheReply() throws IOException {
    // given
    proxy.add(TcpRule.always(TcpRule.Kind.HOLD_REPLY));

    // when
    try (Socket socket = connect()) {
      assertThrows(SocketTimeoutException.class, () -> say(socket, "one"));
    }

    // then
    assertEquals(List.of("one"), read);
  }
}
