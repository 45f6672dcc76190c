package io.onefold.connector.http;

import static io.onefold.connector.http.RawServer.answer;
import static io.onefold.connector.http.RawServer.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.SendRequest;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.SendResult.Unknown;
import io.onefold.destination.Destination;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is on the wire, and what is not. */
class WireTest {
  private static final String MADE = answer(201, "", "{\"id\":\"A\"}");

  private static final String CONTRACT =
      """
      destinations:
        blog:
          connector: http
          account: acme
          environment: live
          lease: 10s
          verification: provider-ack
          send: {url: "%1$s/items", timeout: 500ms, provider-id: /id}
      """;

  private final HttpConnector connector =
      new HttpConnector(
          new HttpSettings(
              4, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(2), 2048, 5),
          Blog.secrets());

  @AfterEach
  void end() {
    connector.close();
  }

  private SendResult send(String url) {
    return connector.send(Blog.send(Blog.destination(CONTRACT, url), "op"), () -> true);
  }

  @Test
  void shouldNotBeSentWhenTheNameDoesNotResolve() {
    // given: K07, and time enough for a name server that does not answer
    try (HttpConnector patient = new HttpConnector(HttpSettings.DEFAULT, Blog.secrets())) {
      Destination destination = Blog.destination(CONTRACT, "http://no-such-name.invalid");

      // when
      SendResult result = patient.send(Blog.send(destination, "op"), () -> true);

      // then
      NotSent notSent = assertInstanceOf(NotSent.class, result);
      assertEquals(NotSent.Why.NAME_NOT_RESOLVED, notSent.why(), notSent.message());
    }
  }

  @Test
  void shouldNotBeSentWhenThePortRefuses() throws IOException {
    // given
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }

    // when
    SendResult result = send("http://127.0.0.1:" + port);

    // then
    assertEquals(NotSent.Why.CONNECTION_REFUSED, assertInstanceOf(NotSent.class, result).why());
  }

  @Test
  void shouldNotBeSentWhenNobodyTakesTheConnection() throws IOException {
    // given: a full accept queue, so that the kernel drops what else comes
    List<Socket> fill = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < 3; i++) {
        Socket socket = new Socket();
        fill.add(socket);
        try {
          socket.connect(full.getLocalSocketAddress(), 100);
        } catch (IOException queueIsFull) {
          break;
        }
      }

      // when
      SendResult result = send("http://127.0.0.1:" + full.getLocalPort());

      // then
      NotSent notSent = assertInstanceOf(NotSent.class, result);
      assertEquals(NotSent.Why.CONNECT_TIMEOUT, notSent.why(), notSent.message());
    } finally {
      for (Socket socket : fill) {
        socket.close();
      }
    }
  }

  @Test
  void shouldNotBeSentWhenTheServerSpeaksNoTls() throws IOException {
    // given
    try (ServerSocket plain = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answerInPlainText(plain));

      // when
      SendResult result = send("https://127.0.0.1:" + plain.getLocalPort());

      // then
      NotSent notSent = assertInstanceOf(NotSent.class, result);
      assertEquals(NotSent.Why.TLS_FAILED, notSent.why(), notSent.message());
    }
  }

  private static void answerInPlainText(ServerSocket plain) {
    try (Socket connection = plain.accept()) {
      connection.getInputStream().read();
      write(connection, "HTTP/1.1 400 Bad Request\r\n\r\n");
    } catch (IOException lost) {
      // the client went away
    }
  }

  @Test
  void shouldMakeOneRequestWhenAReusedConnectionDiesUnderIt() throws IOException {
    // given: K08, the second request on the connection is read whole and gets no answer byte
    AtomicBoolean first = new AtomicBoolean(true);
    try (RawServer server =
        new RawServer(
            (connection, request) -> {
              if (first.getAndSet(false)) {
                write(connection, MADE);
                return true;
              }
              return false;
            })) {
      assertInstanceOf(Accepted.class, send(server.url()));

      // when
      SendResult result = send(server.url());

      // then
      assertEquals(Unknown.Why.CONNECTION_LOST, assertInstanceOf(Unknown.class, result).why());
      assertEquals(2, server.requests().size());
      assertEquals(1, server.connections().size(), "the connection was reused");
    }
  }

  @Test
  void shouldTakeANewConnectionWhenTheIdleOneWasClosed() throws Exception {
    // given: after its answer the server ends the connection and waits until the client followed
    CountDownLatch clientClosed = new CountDownLatch(1);
    try (RawServer server =
        new RawServer(
            (connection, request) -> {
              write(connection, MADE);
              connection.shutdownOutput();
              try {
                connection.getInputStream().read();
              } catch (IOException reset) {
                // a reset is an end as well
              }
              clientClosed.countDown();
              return false;
            })) {
      assertInstanceOf(Accepted.class, send(server.url()));
      assertTrue(clientClosed.await(5, TimeUnit.SECONDS));

      // when
      SendResult result = send(server.url());

      // then
      assertInstanceOf(Accepted.class, result);
      assertEquals(2, server.requests().size());
      assertEquals(2, server.connections().size());
    }
  }

  @Test
  void shouldNotRepeatWhenNoAnswerComes() throws IOException {
    // given: K08
    CountDownLatch never = new CountDownLatch(1);
    try (RawServer server =
        new RawServer(
            (connection, request) -> {
              await(never);
              return false;
            })) {
      // when
      SendResult result = send(server.url());

      // then
      assertEquals(Unknown.Why.TIMEOUT, assertInstanceOf(Unknown.class, result).why());
      assertEquals(1, server.requests().size());
      assertEquals(1, server.connections().size());
    } finally {
      never.countDown();
    }
  }

  @Test
  void shouldLeaveNothingInTheKernelToArriveAfterTheTimeout() throws Exception {
    // given: a server that accepts and does not read, and a body that fills all buffers
    Destination destination;
    byte[] body = new byte[32 * 1024 * 1024];
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      destination = Blog.destination(CONTRACT, "http://127.0.0.1:" + server.getLocalPort());

      // when
      SendResult result =
          connector.send(
              new SendRequest(
                  destination, "op", 1, "publish", body, "text/plain", Map.of(), Instant.now()),
              () -> true);

      // then: what the server finds later is cut off by a reset
      assertEquals(Unknown.Why.TIMEOUT, assertInstanceOf(Unknown.class, result).why());
      long arrived = 0;
      boolean reset = false;
      try (Socket late = server.accept()) {
        InputStream in = late.getInputStream();
        byte[] chunk = new byte[65536];
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
          arrived += read;
        }
      } catch (IOException connectionReset) {
        reset = true;
      }
      assertTrue(reset, "the connection ended as if all had been sent");
      assertTrue(arrived < body.length, "the whole body arrived");
    }
  }

  @Test
  void shouldWriteNoByteOnAConnectionWhenTheGateIsClosed() throws IOException {
    // given: a connection that is already open
    try (RawServer server =
        new RawServer(
            (connection, request) -> {
              write(connection, MADE);
              return true;
            })) {
      assertInstanceOf(Accepted.class, send(server.url()));

      // when
      SendResult result =
          connector.send(Blog.send(Blog.destination(CONTRACT, server.url()), "op"), () -> false);

      // then
      assertEquals(NotSent.Why.LEASE_TOO_SHORT, assertInstanceOf(NotSent.class, result).why());
      assertInstanceOf(Accepted.class, send(server.url()));
      assertEquals(2, server.requests().size());
    }
  }

  @Test
  void shouldNotBeSentWhenNoConnectionIsFreeInTime() throws Exception {
    // given: all four connections wait for an answer
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch busy = new CountDownLatch(4);
    String patient = CONTRACT.replace("500ms", "5s");
    try (RawServer server =
        new RawServer(
            (connection, request) -> {
              busy.countDown();
              await(never);
              return false;
            })) {
      Destination destination = Blog.destination(patient, server.url());
      List<Thread> callers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        callers.add(
            Thread.ofVirtual()
                .start(() -> connector.send(Blog.send(destination, "op"), () -> true)));
      }
      assertTrue(busy.await(5, TimeUnit.SECONDS));

      // when
      SendResult result = connector.send(Blog.send(destination, "late"), () -> true);

      // then
      assertEquals(NotSent.Why.CONNECT_TIMEOUT, assertInstanceOf(NotSent.class, result).why());
      assertEquals(4, server.requests().size());
      callers.forEach(Thread::interrupt);
    } finally {
      never.countDown();
    }
  }

  @Test
  void shouldSendThePayloadUnchangedWithItsLengthAndType() throws IOException {
    // given
    try (RawServer server =
        new RawServer(
            (connection, request) -> {
              write(connection, MADE);
              return true;
            })) {
      // when
      send(server.url());

      // then
      String request = server.requests().getFirst();
      assertTrue(request.startsWith("POST /items HTTP/1.1\r\n"), request);
      assertTrue(
          request.endsWith("\r\n\r\n" + new String(Blog.payload("op"), StandardCharsets.UTF_8)),
          request);
      assertTrue(
          request.toLowerCase(Locale.ROOT).contains("content-type: application/json\r\n"), request);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
