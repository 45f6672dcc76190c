package io.onefold.faults;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyTest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private HttpServer server;
  private FaultProxy proxy;

  private record Seen(String host, String authorization, String tag, String body) {}

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::serve);
    server.start();
    proxy =
        FaultProxy.start(
            new FaultProxy.Settings(
                upstream(),
                Optional.empty(),
                Optional.empty(),
                text -> text.replace("s3", "*"),
                1));
  }

  @AfterEach
  void stop() {
    proxy.close();
    server.stop(0);
    client.close();
  }

  private URI upstream() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void serve(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    seen.add(
        new Seen(
            exchange.getRequestHeaders().getFirst("Host"),
            exchange.getRequestHeaders().getFirst("Authorization"),
            exchange.getRequestHeaders().getFirst(FaultProxy.TAG),
            body));
    byte[] answer = ("{\"id\":" + seen.size() + "}").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Link", "next");
    exchange.sendResponseHeaders(201, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private HttpResponse<String> post(String path, String tag) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(proxy.origin().resolve(path))
            .timeout(Duration.ofMillis(700))
            .header(FaultProxy.TAG, tag)
            .header("Authorization", "Bearer right")
            .POST(BodyPublishers.ofString("text"))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private HttpResponse<String> post() throws Exception {
    return post("/items?key=s3", "write one");
  }

  private Exchange only() {
    assertEquals(1, proxy.exchanges().size());
    return proxy.exchanges().getFirst();
  }

  @Test
  void shouldPassAllOnWhenNoRuleIsInForce() throws Exception {
    // when
    HttpResponse<String> answer = post();

    // then
    assertEquals(201, answer.statusCode());
    assertEquals("{\"id\":1}", answer.body());
    assertEquals("next", answer.headers().firstValue("Link").orElseThrow());
    assertEquals("Bearer right", seen.getFirst().authorization());
    assertEquals("text", seen.getFirst().body());
    assertEquals(upstream().getAuthority(), seen.getFirst().host());
    assertNull(seen.getFirst().tag());
    assertEquals("/items?key=*", only().target());
    assertEquals("write one", only().tag());
    assertEquals(Optional.of(201), only().answered());
    assertEquals(Optional.of(201), only().deliveries().getFirst().status());
    assertEquals(
        "{\"id\":1}", new String(only().deliveries().getFirst().answer(), StandardCharsets.UTF_8));
  }

  @Test
  void shouldDeliverNothingWhenItCutsBefore() {
    // given
    proxy.add(Rule.always(new Fault.CutBefore()));

    // when
    assertThrows(IOException.class, this::post);

    // then
    assertEquals(List.of(), seen);
    assertEquals(List.of(), only().deliveries());
    assertEquals(Optional.empty(), only().answered());
  }

  @Test
  void shouldHaveDeliveredWhenItLosesTheAnswer() {
    // given
    proxy.add(Rule.always(new Fault.LoseAnswer()).times(1));

    // when
    assertThrows(IOException.class, this::post);

    // then
    assertEquals(1, seen.size());
    assertEquals(Optional.of(201), only().deliveries().getFirst().status());
    assertEquals(Optional.empty(), only().answered());
  }

  @Test
  void shouldBreakOffWhenItCutsTheAnswer() {
    // given
    proxy.add(Rule.always(new Fault.CutAnswer(3)));

    // when
    assertThrows(IOException.class, this::post);

    // then
    assertEquals(1, seen.size());
    assertEquals(Optional.of(201), only().answered());
  }

  @Test
  void shouldAnswerLateWhenItHoldsTheAnswer() throws Exception {
    // given
    proxy.add(Rule.always(new Fault.HoldAnswer(Duration.ofMillis(200))));
    long began = System.nanoTime();

    // when
    HttpResponse<String> answer = post();

    // then
    assertEquals(201, answer.statusCode());
    assertTrue(System.nanoTime() - began >= Duration.ofMillis(200).toNanos());
  }

  @Test
  void shouldDeliverWhenTheCallerOfAHeldRequestIsGone() {
    // given
    proxy.add(Rule.always(new Fault.HoldRequest(Duration.ofMillis(1200))));

    // when
    assertThrows(HttpTimeoutException.class, this::post);

    // then
    assertEquals(List.of(), seen);
    await().atMost(PATIENCE).until(() -> seen.size() == 1);
    await().atMost(PATIENCE).until(() -> only().deliveries().getFirst().status().isPresent());
    assertEquals(Optional.empty(), only().answered());
  }

  @Test
  void shouldHideTheAnswerWhenItReplacesIt() throws Exception {
    // given
    proxy.add(Rule.always(new Fault.AnswerAfter(502)));

    // when
    HttpResponse<String> answer = post();

    // then
    assertEquals(502, answer.statusCode());
    assertEquals(1, seen.size());
    assertEquals(Optional.of(201), only().deliveries().getFirst().status());
  }

  @Test
  void shouldDeliverNothingWhenItAnswersItself() throws Exception {
    // given
    proxy.add(Rule.always(new Fault.AnswerInstead(429, Map.of("Retry-After", "2"))));

    // when
    HttpResponse<String> answer = post();

    // then
    assertEquals(429, answer.statusCode());
    assertEquals("2", answer.headers().firstValue("Retry-After").orElseThrow());
    assertEquals(List.of(), seen);
  }

  @Test
  void shouldGiveTheFirstAnswerWhenItDeliversTwice() throws Exception {
    // given
    proxy.add(Rule.always(new Fault.DeliverTwice(Duration.ofMillis(50))));

    // when
    HttpResponse<String> answer = post();

    // then
    assertEquals("{\"id\":1}", answer.body());
    await().atMost(PATIENCE).until(() -> seen.size() == 2);
    assertEquals(seen.get(0), seen.get(1));
    assertEquals(2, only().deliveries().size());
  }

  @Test
  void shouldReplaceOnlyWhatIsThereWhenItReplacesHeaders() throws Exception {
    // given
    proxy.add(
        Rule.always(
            new Fault.ReplaceHeaders(Map.of("authorization", "Bearer wrong", "X-Other", "1"))));

    // when
    HttpResponse<String> answer = post();

    // then
    assertEquals(201, answer.statusCode());
    assertEquals("Bearer wrong", seen.getFirst().authorization());
  }

  @Test
  void shouldHitOnlyWhatARuleIsFor() throws Exception {
    // given
    Rule no = Rule.always(new Fault.AnswerInstead(503, Map.of()));
    proxy.add(no.method("GET"));
    proxy.add(no.path("^/other"));
    proxy.add(no.tag("write two"));
    proxy.add(no.named("the last").path("^/items").tag("write .*").times(1));

    // when
    List<Integer> answers = List.of(post().statusCode(), post().statusCode());

    // then
    assertEquals(List.of(503, 201), answers);
    assertEquals("the last", proxy.exchanges().getFirst().rule().orElseThrow().name());
    assertEquals(Optional.empty(), proxy.exchanges().getLast().rule());
  }

  @Test
  void shouldDrawTheSameWhenTheSeedIsTheSame() {
    // given
    Rule half = Rule.always(new Fault.CutBefore()).probability(0.2);

    // when
    List<List<Boolean>> draws =
        IntStream.range(0, 2)
            .mapToObj(
                run -> {
                  RuleBook book = new RuleBook(7);
                  book.add(half);
                  return IntStream.range(0, 1000)
                      .mapToObj(each -> book.hit("POST", "/", "").isPresent())
                      .toList();
                })
            .toList();

    // then
    assertEquals(draws.get(0), draws.get(1));
    long hits = draws.get(0).stream().filter(hit -> hit).count();
    assertTrue(hits > 150 && hits < 250, hits + " of 1000 at 0.2");
  }

  @Test
  void shouldRefuseConnectionsUntilItTakesThemAgain() throws Exception {
    // given
    proxy.refuseConnections();

    // when
    assertThrows(ConnectException.class, this::post);
    proxy.takeConnections();

    // then
    assertEquals(201, post().statusCode());
    assertEquals(1, seen.size());
  }

  @Test
  void shouldSayWhyWhenTheServerCannotBeReached() {
    // given
    server.stop(0);

    // when
    assertThrows(IOException.class, this::post);

    // then
    assertTrue(only().deliveries().getFirst().problem().contains("refused"), only().toString());
  }

  @Test
  void shouldRefuseAnOriginThatIsNone() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> FaultProxy.to(URI.create("ftp://x.example")));
    assertTrue(String.valueOf(refused.getMessage()).contains("http://"));
  }
}
