package io.onefold.lab.standin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.Observation.NotFound;
import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.SendRequest;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.Deferred;
import io.onefold.connector.SendResult.Refused;
import io.onefold.connector.SendResult.Unknown;
import io.onefold.connector.http.HttpConnector;
import io.onefold.connector.http.HttpSettings;
import io.onefold.connector.wire.Answer;
import io.onefold.destination.BodyRenderer;
import io.onefold.destination.Destination;
import io.onefold.destination.DestinationsFile;
import io.onefold.destination.RenderedBody;
import io.onefold.destination.SecretResolver;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every preset must do, whatever the destination. */
abstract class PresetBehaviour {
  /** When the operation is sent; stand-ins make things some seconds later. */
  static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  static final String OPERATION = "stand-in|order-17";

  /** The variable {@code reference} of {@link #OPERATION}. */
  static final String REFERENCE = io.onefold.destination.OperationReference.hex(OPERATION);

  private static final SecretResolver SECRETS =
      new SecretResolver() {
        @Override
        public Optional<String> environment(String name) {
          return Optional.of("secret-of-" + name);
        }

        @Override
        public Optional<String> file(String path) {
          return Optional.empty();
        }
      };

  private HttpConnector connector;
  private Destination destination;

  /** Name and parameters of the preset, as YAML: {@code preset: x, parameters: {…}}. */
  abstract String contract();

  abstract StandIn standIn();

  /** What is sent, in single quotes. */
  abstract String payload();

  /** The answer by which the destination asks to wait. */
  abstract Answer limited();

  /** For how long it asks. */
  abstract Duration limitedFor();

  /** Somebody changes the content of what the destination holds. */
  abstract void change();

  /** The answer to a credential that does not hold. */
  Answer unauthorised() {
    return StandIn.json(401, "{'message': 'no'}");
  }

  /** What follows from that. */
  Refused.Why unauthorisedWhy() {
    return Refused.Why.AUTHORIZATION;
  }

  @BeforeEach
  void prepare() {
    String yaml =
        """
        destinations:
          it:
            account: acme
            environment: sandbox
            %s
        """
            .formatted(contract().strip().replace("\n", "\n    "));
    destination = DestinationsFile.parse("stand-in", yaml, SECRETS).find("it").orElseThrow();
    connector =
        new HttpConnector(
            standIn(),
            HttpSettings.DEFAULT,
            SECRETS,
            Clock.fixed(NOW, ZoneOffset.UTC),
            System::nanoTime);
  }

  @AfterEach
  void close() {
    connector.close();
  }

  @Test
  void shouldConfirmWhatWasAccepted() {
    // given
    SendResult sent = send();

    // when
    Observation seen = readback(sent);

    // then
    assertInstanceOf(Accepted.class, sent, sent::message);
    Found found = assertInstanceOf(Found.class, seen, seen::message);
    assertTrue(agrees(found), found::message);
    assertEquals(sent.evidence().providerId(), found.providerId());
    assertEquals(1, standIn().writes());
  }

  @Test
  void shouldFindWhatWasMadeWhenTheAnswerIsLost() {
    // given
    standIn().loseNextAnswer();
    SendResult sent = send();

    // when
    Observation seen = readback(sent);

    // then
    assertInstanceOf(Unknown.class, sent);
    Found found = assertInstanceOf(Found.class, seen, seen::message);
    assertTrue(agrees(found), found::message);
  }

  @Test
  void shouldSeeThatNothingIsThereWhenNothingArrived() {
    // when
    Observation seen = readback(Optional.empty(), false);

    // then
    NotFound none = assertInstanceOf(NotFound.class, seen, seen::message);
    assertTrue(none.complete(), none::message);
  }

  @Test
  void shouldSeeOtherContent() {
    // given
    SendResult sent = send();
    change();

    // when
    Observation seen = readback(sent);

    // then
    Found found = assertInstanceOf(Found.class, seen, seen::message);
    assertEquals(Found.Kind.MISMATCH, found.kind(), found::message);
  }

  @Test
  void shouldWaitAsLongAsTheDestinationAsks() {
    // given
    standIn().answerNext(limited());

    // when
    SendResult sent = send();

    // then
    assertEquals(limitedFor(), assertInstanceOf(Deferred.class, sent, sent::message).retryAfter());
  }

  @Test
  void shouldSayThatTheCredentialIsNotTaken() {
    // given
    standIn().answerNext(unauthorised());

    // when
    SendResult sent = send();

    // then
    assertEquals(unauthorisedWhy(), assertInstanceOf(Refused.class, sent, sent::message).why());
  }

  static boolean agrees(Found found) {
    return Set.of(Found.Kind.MATCH, Found.Kind.NORMALISED).contains(found.kind());
  }

  Destination destination() {
    return destination;
  }

  SendResult send() {
    byte[] payload = payloadBytes();
    RenderedBody rendered =
        BodyRenderer.render(destination.http().send().body(), OPERATION, Map.of(), payload);
    boolean plain = rendered.contentType().isEmpty();
    return connector.send(
        new SendRequest(
            destination,
            OPERATION,
            1,
            "create",
            payload,
            "application/json",
            Map.of(),
            NOW,
            plain ? payload : rendered.bytes(),
            plain ? "application/json" : rendered.contentType()),
        () -> true);
  }

  /** Asks with what the send has told. */
  Observation readback(SendResult sent) {
    return readback(sent.evidence().providerId(), sent instanceof Accepted);
  }

  Observation readback(Optional<String> providerId, boolean accepted) {
    return connector.readback(
        new ReadbackRequest(
            destination,
            OPERATION,
            payloadBytes(),
            "application/json",
            Map.of(),
            providerId,
            Optional.empty(),
            Optional.empty(),
            accepted,
            Optional.of(NOW)));
  }

  private byte[] payloadBytes() {
    JsonNode payload = StandIn.object(payload());
    return payload.toString().getBytes(StandardCharsets.UTF_8);
  }
}
