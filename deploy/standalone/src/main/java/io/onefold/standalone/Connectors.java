package io.onefold.standalone;

import io.onefold.connector.Connector;
import io.onefold.connector.http.HttpConnector;
import io.onefold.connector.mail.MailConnector;
import java.util.List;

/** The connectors that come with the distribution. */
public final class Connectors {
  private Connectors() {}

  /** New ones, for one worker, which closes them. */
  public static List<Connector> all() {
    return List.of(new HttpConnector(), new MailConnector());
  }
}
