package io.onefold.connector.http;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.connector.SendResult;
import io.onefold.connector.simulated.OperationSource;
import io.onefold.connector.simulated.ProviderProfile;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.destination.Destination;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/** A provider to be looked at, and contracts to look with. */
abstract class ReadbackFixture {
  static final String HEAD =
      """
      destinations:
        blog:
          connector: http
          account: acme
          environment: live
          lease: 10s
          send: {url: "%1$s/items", timeout: 1s, provider-id: /id, public-url: /url, headers: {X-Operation: "{operationId}"}}
      """;

  static final String BY_REFERENCE =
      HEAD
          + """
              readback: [{by: reference, url: "%1$s/items?ref={operationId}", items: /items, next: /next}]
              item: {provider-id: /id, public-url: /url, account: {at: /account, equals: acme}}
          """
              .indent(0);

  private Optional<SimulatedProviderServer> server = Optional.empty();
  final HttpConnector connector = new HttpConnector(HttpSettings.DEFAULT, Blog.secrets());

  @AfterEach
  void end() {
    connector.close();
    server.ifPresent(SimulatedProviderServer::close);
  }

  final SimulatedProviderServer start(ProviderProfile profile) {
    SimulatedProviderServer started =
        SimulatedProviderServer.start(profile, OperationSource.USUAL, 0);
    server = Optional.of(started);
    return started;
  }

  final SendResult send(Destination destination, String operation) {
    return connector.send(Blog.send(destination, operation), () -> true);
  }

  final Observation look(Destination destination, String operation) {
    return connector.readback(Blog.readback(destination, operation));
  }

  static Script unanswered() {
    return Script.of(WriteStep.commit(Reply.cut()));
  }

  static Inconclusive.Why why(Observation seen) {
    return assertInstanceOf(Inconclusive.class, seen, seen.message()).why();
  }
}
