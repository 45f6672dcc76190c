package io.onefold.connector.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.connector.Observation.NotFound;
import io.onefold.connector.simulated.ProviderProfile;
import io.onefold.connector.simulated.ReadFault;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.destination.Destination;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** K15: when nothing was found, and when that only could not be told. */
class ReadbackCompletenessTest extends ReadbackFixture {
  private static final String MATCHED = "match: {sent: /title, found: /title}";

  static List<Reply> noAnswers() {
    return List.of(
        Reply.status(500),
        Reply.status(401),
        Reply.status(403),
        Reply.status(404),
        Reply.status(429),
        Reply.status(301).header("Location", "/items/"),
        Reply.status(206).body("{\"items\":[]}"),
        Reply.status(204).body(""),
        Reply.status(200).body("<html>"),
        Reply.status(200).body("{\"ok\":false}"),
        Reply.status(200).body("{\"items\":null}"),
        Reply.status(200).body("{\"items\":[null]}"),
        Reply.status(200).body("{\"items\":[],\"next\":{\"href\":\"/items?p=2\"}}"),
        Reply.status(200).body("{\"items\":[]}").header("Link", "</items?p=2>; rel=\"next\""),
        Reply.status(200).body("{\"items\":[]").header("X", "truncated"),
        Reply.status(200).body("{\"items\":[]}").header("Age", "12"),
        Reply.status(200).body("{\"items\":[]}").header("X-Cache", "HIT from edge"),
        Reply.status(200).body("{\"items\":[],\"next\":\"https://elsewhere.example/items\"}"),
        Reply.cut(),
        new Reply.Cut(5, Duration.ZERO));
  }

  @ParameterizedTest
  @MethodSource("noAnswers")
  void shouldNotTakeForAbsenceWhatIsNoAnswer(Reply reply) {
    // given: K15
    SimulatedProviderServer provider = start(ProviderProfile.PLAIN);
    Destination destination = Blog.destination(BY_REFERENCE, provider.baseUrl());
    provider.provider().script("op", unanswered().reading(new ReadFault(1, reply)));
    send(destination, "op");

    // when
    Observation first = look(destination, "op");
    Observation second = look(destination, "op");

    // then
    assertInstanceOf(Inconclusive.class, first);
    assertInstanceOf(Found.class, second);
  }

  @Test
  void shouldReadAllPagesAndCountOverlappingItemsOnce() {
    // given
    SimulatedProviderServer provider = start(ProviderProfile.PLAIN.pageSize(1));
    Destination destination = Blog.destination(BY_REFERENCE, provider.baseUrl());
    send(destination, "op");
    send(destination, "op");
    send(destination, "op");

    // when
    Found found = assertInstanceOf(Found.class, look(destination, "op"));

    // then
    assertEquals(Found.Kind.MANY, found.kind());
    assertEquals(3, found.matches());
    assertEquals(3, provider.requests().stream().filter(one -> one.method().equals("GET")).count());
  }

  @Test
  void shouldBeIncompleteWhenThereAreMorePagesThanAreRead() {
    // given
    SimulatedProviderServer provider = start(ProviderProfile.PLAIN.pageSize(1));
    Destination destination = Blog.destination(BY_REFERENCE, provider.baseUrl());
    send(destination, "op");
    send(destination, "op");
    send(destination, "op");
    HttpSettings twoPages =
        new HttpSettings(
            4, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(2), 4096, 2);

    // when
    try (HttpConnector impatient = new HttpConnector(twoPages, Blog.secrets())) {
      Observation seen = impatient.readback(Blog.readback(destination, "op"));

      // then
      assertEquals(Inconclusive.Why.INCOMPLETE, why(seen));
    }
  }

  @Test
  void shouldBeIncompleteWhenTheAnswerHasAPageThatTheContractDoesNotDeclare() {
    // given
    SimulatedProviderServer provider = start(ProviderProfile.PLAIN);
    Destination destination =
        Blog.destination(BY_REFERENCE.replace(", next: /next", ""), provider.baseUrl());
    Reply more =
        Reply.status(200).body("{\"items\":[]}").header("Link", "</items?p=2>; rel=\"next\"");
    provider.provider().script("op", unanswered().reading(ReadFault.always(more)));

    // when
    Observation seen = look(destination, "op");

    // then
    assertEquals(Inconclusive.Why.INCOMPLETE, why(seen));
  }

  @Test
  void shouldNotTakeForAbsenceWhenOneThingIsShownThatIsNoList() {
    // given
    SimulatedProviderServer provider = start(ProviderProfile.PLAIN);
    Destination destination =
        Blog.destination(
            BY_REFERENCE.replace("items: /items, next: /next", MATCHED), provider.baseUrl());
    Reply message = Reply.status(200).body("{\"message\":\"we are back soon\"}");
    provider.provider().script("op", unanswered().reading(new ReadFault(1, message)));

    // when
    Observation seen = look(destination, "op");

    // then
    assertEquals(Inconclusive.Why.UNREADABLE, why(seen));
  }

  @Test
  void shouldNotBelieveASearchThatTheItemsOwnAddressDenies() {
    // given
    SimulatedProviderServer provider = start(ProviderProfile.PLAIN);
    Destination destination = Blog.destination(Blog.CONTRACT, provider.baseUrl());
    Reply stale =
        Reply.status(200)
            .body("{\"items\":[{\"id\":\"gone\",\"account\":\"acme\",\"title\":\"Tom & Jerry\"}]}");
    provider.provider().script("op", unanswered().reading(ReadFault.always(stale)));

    // when
    Observation seen = look(destination, "op");

    // then
    assertEquals(Inconclusive.Why.INCOMPLETE, why(seen));
  }

  @Test
  void shouldNotProveAbsenceByAnIdThatTheDestinationGave() {
    // given
    SimulatedProviderServer provider = start(ProviderProfile.PLAIN);
    String contract =
        HEAD
            + """
                readback: [{by: id, url: "%1$s/items/{providerId}"}]
            """
                .indent(0);
    Destination destination = Blog.destination(contract, provider.baseUrl());

    // when
    Observation seen =
        connector.readback(
            Blog.readback(destination, "op", Optional.of("I9"), Optional.empty(), true));

    // then
    assertFalse(assertInstanceOf(NotFound.class, seen).complete());
  }
}
