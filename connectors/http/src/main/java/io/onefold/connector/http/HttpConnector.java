package io.onefold.connector.http;

import io.onefold.connector.Connector;
import io.onefold.connector.Evidence;
import io.onefold.connector.Observation;
import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.SendGate;
import io.onefold.connector.SendRequest;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.SendResult.Refused;
import io.onefold.connector.SendResult.Unknown;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import io.onefold.connector.wire.Exchange;
import io.onefold.connector.wire.Route;
import io.onefold.connector.wire.Wire;
import io.onefold.destination.ExpansionException;
import io.onefold.destination.HttpContract;
import io.onefold.destination.SecretResolver;
import io.vertx.core.http.HttpClientOptions;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Follows the HTTP part of a contract. Thread-safe; one instance serves all destinations of a
 * worker and keeps their connections until it is closed.
 */
public final class HttpConnector implements Connector {
  private final SecretResolver secrets;
  private final InstantSource clock;
  private final Wire wire;
  private final Credentials credentials;
  private final Identities identities;
  private final Readbacks readbacks;

  /**
   * A connector with the usual bounds that takes secrets from the environment and files of this
   * process.
   */
  public HttpConnector() {
    this(HttpSettings.DEFAULT, SecretResolver.ofThisProcess());
  }

  /**
   * A connector with the usual bounds and secrets whose calls pass something on their way to the
   * network.
   *
   * @param before makes a wire of the network's; what it makes is closed with the connector
   */
  public static HttpConnector through(UnaryOperator<Wire> before) {
    return new HttpConnector(
        before.apply(new VertxWire(HttpSettings.DEFAULT, options -> {})),
        HttpSettings.DEFAULT,
        SecretResolver.ofThisProcess(),
        Clock.systemUTC(),
        System::nanoTime);
  }

  /** A connector with the given bounds and source of secrets. */
  public HttpConnector(HttpSettings settings, SecretResolver secrets) {
    this(settings, secrets, options -> {});
  }

  HttpConnector(
      HttpSettings settings, SecretResolver secrets, Consumer<HttpClientOptions> moreOptions) {
    this(
        new VertxWire(settings, moreOptions),
        settings,
        secrets,
        Clock.systemUTC(),
        System::nanoTime);
  }

  /**
   * A connector over another wire than the network.
   *
   * @param wire closed with the connector
   * @param settings of which the bounds of connections belong to the wire and mean nothing here
   * @param clock for waiting times that a destination gives as a date
   * @param nanoTime monotonic nanoseconds: how old the confirmation of an identity is
   */
  public HttpConnector(
      Wire wire,
      HttpSettings settings,
      SecretResolver secrets,
      InstantSource clock,
      LongSupplier nanoTime) {
    this.secrets = secrets;
    this.clock = clock;
    this.wire = wire;
    this.credentials = new Credentials(new Tokens(wire, settings, nanoTime));
    this.identities = new Identities(wire, settings, nanoTime, credentials);
    this.readbacks = new Readbacks(wire, settings, identities, credentials);
  }

  @Override
  public String name() {
    return "http";
  }

  @Override
  public SendResult send(SendRequest request, SendGate gate) {
    OperationTexts texts =
        OperationTexts.of(
            secrets,
            request.operationId(),
            request.attributes(),
            request.payload(),
            Map.of("firstSentAt", Optional.of(request.firstSentAt().toString())));
    try {
      WriteCall write = WriteCall.of(request, texts);
      return switch (identities.check(request.destination(), texts)) {
        case Identities.Finding.Confirmed ok -> authorised(request, write, gate, texts);
        case Identities.Finding.Mismatch(String message) ->
            refused(Refused.Why.IDENTITY_MISMATCH, texts.masker().mask(message));
        case Identities.Finding.NotAuthorised(String message) ->
            refused(Refused.Why.AUTHORIZATION, texts.masker().mask(message));
        case Identities.Finding.Unclear(String message) ->
            notSent(NotSent.Why.IDENTITY_UNKNOWN, texts.masker().mask(message));
      };
    } catch (TokenException e) {
      String message = texts.masker().mask(e.text());
      return e.isRefused()
          ? refused(Refused.Why.AUTHORIZATION, message)
          : notSent(e.why(), message);
    } catch (ExpansionException | CallNotPossibleException e) {
      return notSent(
          NotSent.Why.CONTRACT_MISMATCH,
          texts.masker().mask("This worker cannot follow the contract: " + e.getMessage()));
    }
  }

  private SendResult authorised(
      SendRequest request, WriteCall write, SendGate gate, OperationTexts texts) {
    HttpContract contract = request.destination().http();
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(write.call().headers());
    Optional<Tokens.Token> token = credentials.add(contract, texts, headers);
    Call plain = write.call();
    Call call =
        new Call(
            plain.method(),
            plain.url(),
            headers,
            plain.body(),
            plain.timeout(),
            new Route(contract.tls(), Route.PeerRule.ANY));
    SendResult result = exchange(request, new WriteCall(call, write.key()), gate, texts.masker());
    boolean outdated =
        result
            .evidence()
            .status()
            .filter(status -> credentials.outdated(token, status))
            .isPresent();
    // Never a second send in one attempt: the next one fetches a token first.
    return outdated
            && result instanceof Refused refused
            && refused.why() == Refused.Why.AUTHORIZATION
        ? new NotSent(
            NotSent.Why.NOT_COMMITTED,
            "The destination no longer took the access token, so it did nothing; the next attempt"
                + " fetches a new one",
            refused.evidence())
        : result;
  }

  private SendResult exchange(SendRequest request, WriteCall write, SendGate gate, Masker masker) {
    return switch (wire.exchange(write.call(), gate)) {
      case Exchange.Answered(Answer answer) ->
          Classifier.classify(
              request.destination().http(), answer, write.key(), masker, clock.instant());
      case Exchange.NotStarted(NotSent.Why why, String message) ->
          notSent(why, masker.mask(message));
      case Exchange.Lost lost ->
          new Unknown(
              why(lost.how()),
              masker.mask(lost.message()),
              new Evidence(
                  lost.status(),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty()),
              write.key());
    };
  }

  private static Unknown.Why why(Exchange.Lost.How how) {
    return switch (how) {
      case TIMEOUT -> Unknown.Why.TIMEOUT;
      case CONNECTION_LOST -> Unknown.Why.CONNECTION_LOST;
      case TOO_LARGE -> Unknown.Why.UNREADABLE_ANSWER;
      case INTERRUPTED -> Unknown.Why.INTERRUPTED;
    };
  }

  private static SendResult refused(Refused.Why why, String message) {
    return new Refused(why, message, Evidence.NONE, Optional.empty());
  }

  private static SendResult notSent(NotSent.Why why, String message) {
    return new NotSent(why, message, Evidence.NONE);
  }

  @Override
  public Observation readback(ReadbackRequest request) {
    OperationTexts texts =
        OperationTexts.of(
            secrets,
            request.operationId(),
            request.attributes(),
            request.payload(),
            Map.of(
                "providerId", request.providerId(),
                "publicUrl", request.publicUrl(),
                "job", request.job(),
                "firstSentAt", request.firstSentAt().map(Instant::toString)));
    return readbacks.ask(request, texts);
  }

  @Override
  public void close() {
    wire.close();
  }
}
