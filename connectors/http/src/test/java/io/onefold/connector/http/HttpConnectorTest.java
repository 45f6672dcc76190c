package io.onefold.connector.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.onefold.connector.Connector;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.Unknown;
import io.onefold.connector.contract.ConnectorContract;
import io.onefold.connector.contract.Situation;
import io.onefold.connector.simulated.ProviderProfile;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.SeenRequest;
import io.onefold.connector.simulated.SeenWrite;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.destination.Destination;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpConnectorTest extends ConnectorContract {
  private final SimulatedProviderServer server = SimulatedProviderServer.start();
  private final HttpConnector connector = new HttpConnector(HttpSettings.DEFAULT, Blog.secrets());
  private final Destination destination = Blog.destination(Blog.CONTRACT, server.baseUrl());

  @AfterEach
  void end() {
    connector.close();
    server.close();
  }

  @Override
  protected Connector connector() {
    return connector;
  }

  @Override
  protected Destination destination() {
    return destination;
  }

  @Override
  protected byte[] payload(String operation) {
    return Blog.payload(operation);
  }

  @Override
  protected void arrange(String operation, Situation situation) {
    if (situation == Situation.UNREACHABLE) {
      server.stopListening();
    } else {
      server.provider().script(operation, Blog.script(situation));
    }
  }

  @Override
  protected int writes(String operation) {
    return server.provider().writes(operation);
  }

  @Override
  protected int effects(String operation) {
    return server.provider().effects(operation).size();
  }

  @Override
  protected List<String> secrets() {
    return List.of(Blog.SECRET);
  }

  @Test
  void shouldReplayUnderTheSameKeyUntilTheFirstCallHasEnded() {
    // given: K11, the first call runs longer than the sender waits
    try (SimulatedProviderServer keyed =
        SimulatedProviderServer.start(ProviderProfile.PLAIN.keys(ProviderProfile.Keys.USUAL))) {
      Destination patient = Blog.destination(Blog.CONTRACT, keyed.baseUrl());
      Duration slow = Duration.ofMillis(2500);
      keyed
          .provider()
          .script("op", Script.of(WriteStep.commit(slow, Reply.status(201).after(slow))));

      // when
      List<SendResult> results = new ArrayList<>();
      Instant limit = Instant.now().plusSeconds(30);
      do {
        results.add(connector.send(Blog.send(patient, "op"), () -> true));
      } while (results.getLast() instanceof Unknown && Instant.now().isBefore(limit));

      // then
      assertEquals(Unknown.Why.TIMEOUT, assertInstanceOf(Unknown.class, results.getFirst()).why());
      assertEquals(
          Unknown.Why.KEY_IN_FLIGHT, assertInstanceOf(Unknown.class, results.get(1)).why());
      assertInstanceOf(Accepted.class, results.getLast());
      assertEquals(1, keyed.provider().effects("op").size());
      List<SeenWrite> writes = keyed.provider().seenWrites();
      assertEquals(1, writes.stream().map(SeenWrite::key).distinct().count());
      assertEquals(1, writes.stream().map(SeenWrite::bodyHash).distinct().count());
    }
  }

  @Test
  void shouldAskNothingAfterARedirect() {
    // given: K09
    arrange("op", Situation.REDIRECTS);

    // when
    connector.send(Blog.send(destination, "op"), () -> true);

    // then
    assertEquals(List.of("/items"), server.requests().stream().map(SeenRequest::uri).toList());
  }
}
