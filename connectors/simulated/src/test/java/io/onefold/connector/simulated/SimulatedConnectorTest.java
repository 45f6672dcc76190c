package io.onefold.connector.simulated;

import io.onefold.connector.Connector;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.contract.ConnectorContract;
import io.onefold.connector.contract.Situation;
import io.onefold.destination.Destination;
import io.onefold.destination.DestinationsFile;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

class SimulatedConnectorTest extends ConnectorContract {
  private static final Destination DESTINATION =
      DestinationsFile.parse(
              "destinations.yaml",
              """
              destinations:
                blog:
                  connector: simulated
                  account: acme
                  environment: live
                  lease: 10s
                  send: {url: "http://127.0.0.1/items", timeout: 1s}
              """)
          .find("blog")
          .orElseThrow();

  private final SimulatedProvider provider =
      new SimulatedProvider(ProviderProfile.PLAIN, InstantSource.system(), "http://blog.test");
  private final SimulatedConnector connector = new SimulatedConnector(provider, Pause.REAL);

  @Override
  protected Connector connector() {
    return connector;
  }

  @Override
  protected Destination destination() {
    return DESTINATION;
  }

  @Override
  protected byte[] payload(String operation) {
    return "{\"ref\":\"%s\",\"title\":\"Tom & Jerry\"}"
        .formatted(operation)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  protected void arrange(String operation, Situation situation) {
    if (situation == Situation.UNREACHABLE) {
      connector.obstruct(operation, NotSent.Why.CONNECTION_REFUSED);
    } else {
      provider.script(operation, script(situation));
    }
  }

  static Script script(Situation situation) {
    return switch (situation) {
      case ACCEPTS, ACCEPTS_EACH_WRITE, UNREACHABLE -> Script.ACCEPTING;
      case JOB_PENDING ->
          Script.of(WriteStep.refuse(Reply.status(202))).job(Duration.ofHours(1), true);
      case JOB_FAILED -> Script.of(WriteStep.refuse(Reply.status(202))).job(Duration.ZERO, false);
      case REFUSES -> Script.of(WriteStep.refuse(Reply.status(400)));
      case NOT_AUTHORISED -> Script.of(WriteStep.refuse(Reply.status(401)));
      case DEFERS -> Script.of(WriteStep.refuse(Reply.status(429).header("Retry-After", "3")));
      case FAILS_AFTER_STORING -> Script.of(WriteStep.commit(Reply.status(504).body("<html>")));
      case REPLY_LOST_AFTER_STORING -> Script.of(WriteStep.commit(Reply.cut()));
      case REPLY_CUT_AFTER_STORING -> Script.of(WriteStep.commit(new Reply.Cut(5, Duration.ZERO)));
      case SILENT_AFTER_STORING -> Script.of(WriteStep.commit(new Reply.Silence()));
      case SUCCESS_WITHOUT_ID ->
          Script.of(WriteStep.refuse(Reply.status(200).body("{\"ok\":false}")));
      case REDIRECTS ->
          Script.of(WriteStep.refuse(Reply.status(301).header("Location", "/items/")));
      case READBACK_FAILS -> Script.ACCEPTING.reading(ReadFault.always(Reply.status(500)));
      case REMOVED -> Script.ACCEPTING.showing(Showing.removedItems());
      case OTHER_CONTENT ->
          Script.ACCEPTING.showing(Showing.withFields(Map.of("title", "Another")));
      case OTHER_ACCOUNT -> Script.ACCEPTING.showing(Showing.inAccount("somebody-else"));
      case NORMALISED -> Script.ACCEPTING.showing(Showing.escapedTexts());
      case PARTIAL -> Script.ACCEPTING.showing(Showing.withFields(Map.of("parts", 0)));
    };
  }

  @Override
  protected int writes(String operation) {
    return provider.writes(operation);
  }

  @Override
  protected int effects(String operation) {
    return provider.effects(operation).size();
  }
}
