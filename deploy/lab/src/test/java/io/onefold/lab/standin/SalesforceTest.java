package io.onefold.lab.standin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.SendResult.Refused;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** 201 made, 200 changed, 300 several and nothing written. */
class SalesforceTest extends PresetBehaviour {
  private final Salesforce salesforce = new Salesforce();

  @Override
  String contract() {
    return """
    preset: salesforce-upsert
    parameters:
      base-url: https://acme.my.salesforce.com
      client-id: "${env:I}"
      client-secret: "${env:S}"
      organisation: 00D000000000001AAA
      object: Contact
      field: Onefold__c
    """;
  }

  @Override
  StandIn standIn() {
    return salesforce;
  }

  @Override
  String payload() {
    return "{'LastName': 'Lovelace', 'Level__c': 3}";
  }

  @Override
  Answer limited() {
    return StandIn.json(403, "[{'errorCode': 'REQUEST_LIMIT_EXCEEDED', 'message': 'limit'}]");
  }

  @Override
  Duration limitedFor() {
    return Duration.ofSeconds(30);
  }

  @Override
  Answer unauthorised() {
    return StandIn.json(403, "[{'errorCode': 'INSUFFICIENT_ACCESS_OR_READONLY'}]");
  }

  @Override
  void change() {
    salesforce.stored.getLast().put("LastName", "Byron");
  }

  @Test
  void shouldFetchANewTokenWhenTheOldOneIsNoLongerTaken() {
    // given
    salesforce.answerNext(StandIn.json(401, "[{'errorCode': 'INVALID_SESSION_ID'}]"));
    SendResult first = send();

    // when
    SendResult second = send();

    // then
    assertInstanceOf(NotSent.class, first, first::message);
    assertInstanceOf(Accepted.class, second, second::message);
    assertEquals(2, salesforce.tokens);
  }

  @Test
  void shouldTakeAChangeOfItsOwnRecordForAccepted() {
    // given
    send();

    // when
    SendResult again = send();

    // then
    assertInstanceOf(Accepted.class, again, again::message);
    assertEquals(1, salesforce.stored.size());
  }

  @Test
  void shouldRefuseAndNotTellWhenSeveralRecordsHaveTheReference() {
    // given
    salesforce.several = true;

    // when
    SendResult sent = send();

    // then
    assertEquals(Refused.Why.REJECTED_BY_DESTINATION, assertInstanceOf(Refused.class, sent).why());
    assertInstanceOf(Inconclusive.class, readback(Optional.empty(), false));
  }

  /** One organisation; a record of another reference is there. */
  private static final class Salesforce extends StandIn {
    private boolean several;
    private int tokens;

    @Override
    boolean isWrite(Call call) {
      return call.method().equals("PATCH");
    }

    @Override
    Answer answer(Call call) {
      if (last(call).equals("token")) {
        tokens++;
        return json(200, "{'access_token': 'abc', 'token_type': 'Bearer', 'expires_in': 600}");
      }
      if (last(call).equals("userinfo")) {
        return json(200, "{'organization_id': '00D000000000001AAA'}");
      }
      if (several) {
        return json(300, "['/a/1', '/a/2']");
      }
      Optional<ObjectNode> record =
          stored.stream()
              .filter(each -> each.path("Onefold__c").asText().equals(last(call)))
              .findFirst();
      if (!isWrite(call)) {
        return record
            .map(each -> json(200, each))
            .orElseGet(() -> json(404, "[{'errorCode': 'NOT_FOUND'}]"));
      }
      ObjectNode written = record.orElseGet(() -> object("{'Id': '003000000000001AAA'}"));
      written.put("Onefold__c", last(call)).setAll(body(call));
      if (record.isEmpty()) {
        stored.add(written);
      }
      ObjectNode answer = object("{'success': true}").put("created", record.isEmpty());
      answer.set("id", written.path("Id"));
      return json(
          record.isEmpty() ? 201 : 200, answer.set("errors", listed("e", List.of()).path("e")));
    }
  }
}
