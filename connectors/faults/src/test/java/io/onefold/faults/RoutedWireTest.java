package io.onefold.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.onefold.connector.SendGate;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import io.onefold.connector.wire.Exchange.Answered;
import io.onefold.connector.wire.Wire;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoutedWireTest {
  private final List<Call> made = new ArrayList<>();
  private final Wire wire =
      new RoutedWire(
          new Wire() {
            @Override
            public io.onefold.connector.wire.Exchange exchange(Call call, SendGate gate) {
              made.add(call);
              return new Answered(new Answer(200, Map.of(), new byte[0], true));
            }

            @Override
            public void close() {}
          },
          Routes.of(
              Map.of(
                  URI.create("https://blog.example/wp-json"),
                  URI.create("http://127.0.0.1:4000"))));

  private static Call call(String url) {
    return new Call("POST", URI.create(url), Map.of("A", "1"), new byte[0], Duration.ofSeconds(1));
  }

  @Test
  void shouldGoThroughTheProxyWhenTheOriginHasOne() {
    // when
    wire.exchange(call("https://blog.example:443/a%20b?x=%2F&y"), () -> true);

    // then
    assertEquals(URI.create("http://127.0.0.1:4000/a%20b?x=%2F&y"), made.getFirst().url());
    assertEquals(Map.of("A", "1", FaultProxy.TAG, "write"), made.getFirst().headers());
  }

  @Test
  void shouldSayThatItReadsWhenItReads() {
    // when
    wire.read(call("https://BLOG.example"));

    // then
    assertEquals(URI.create("http://127.0.0.1:4000"), made.getFirst().url());
    assertEquals("read", made.getFirst().headers().get(FaultProxy.TAG));
  }

  @Test
  void shouldStayAsItIsWhenTheOriginHasNone() {
    // given
    Call other = call("https://blog.example:8443/a");

    // when
    wire.exchange(other, () -> true);

    // then
    assertSame(other, made.getFirst());
  }
}
