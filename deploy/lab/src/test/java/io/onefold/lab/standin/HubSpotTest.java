package io.onefold.lab.standin;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.Observation.NotFound;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Unknown;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An address that is taken gives 409 with the other contact's number inside a text. */
class HubSpotTest extends PresetBehaviour {
  private final HubSpot hubspot = new HubSpot();

  @Override
  String contract() {
    return """
    preset: hubspot-contacts
    parameters: {token: "${env:T}", portal: 4711}
    """;
  }

  @Override
  StandIn standIn() {
    return hubspot;
  }

  @Override
  String payload() {
    return "{'properties': {'email': 'Ada@onefold.example', 'firstname': 'Ada', 'lastname': 'L'}}";
  }

  @Override
  Answer limited() {
    return StandIn.json(429, "{'status': 'error', 'errorType': 'RATE_LIMIT'}", "retry-after", "10");
  }

  @Override
  Duration limitedFor() {
    return Duration.ofSeconds(10);
  }

  @Override
  void change() {
    hubspot.stored.getLast().withObject("/properties").put("lastname", "Byron");
  }

  @Test
  void shouldNotTakeAStrangerOfThatAddressForItsOwn() {
    // given
    hubspot.stored.add(
        StandIn.object("{'id': '1', 'properties': {'email': 'ada@onefold.example'}}"));

    // when
    SendResult sent = send();

    // then
    assertInstanceOf(Unknown.class, sent, sent::message);
    assertTrue(assertInstanceOf(NotFound.class, readback(sent)).complete());
  }

  /** Compares addresses without case. */
  private static final class HubSpot extends StandIn {
    @Override
    Answer answer(Call call) {
      if (last(call).equals("details")) {
        return json(200, "{'portalId': 4711}");
      }
      if (isWrite(call)) {
        return create(body(call));
      }
      String property = query(call).get("idProperty");
      return stored.stream()
          .filter(one -> one.path("properties").path(property).asText().equals(last(call)))
          .map(one -> json(200, one))
          .findFirst()
          .orElseGet(() -> json(404, "{'status': 'error', 'message': 'resource not found'}"));
    }

    private Answer create(ObjectNode sent) {
      ObjectNode properties = sent.withObject("/properties");
      String email = properties.path("email").asText().toLowerCase(java.util.Locale.ROOT);
      return stored.stream()
          .filter(one -> one.path("properties").path("email").asText().equals(email))
          .map(
              one ->
                  json(
                      409,
                      "{'category': 'CONFLICT', 'message': 'Contact already exists. Existing ID: %s'}"
                          .formatted(one.path("id").asText())))
          .findFirst()
          .orElseGet(
              () -> {
                ObjectNode contact = object("{}").put("id", "50" + stored.size());
                contact.set("properties", properties.deepCopy().put("email", email));
                stored.add(contact);
                return json(201, contact);
              });
    }
  }
}
