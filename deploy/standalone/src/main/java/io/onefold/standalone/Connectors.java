package io.onefold.standalone;

import io.onefold.connector.Connector;
import io.onefold.connector.http.HttpConnector;
import io.onefold.connector.mail.MailConnector;
import java.util.List;
import java.util.Set;

/** The connectors that come with the distribution. */
public final class Connectors {
  private static final Set<String> NAMES = Set.of("http", "smtp");

  private Connectors() {}

  /** The names of {@link #all}, without the cost of making them. */
  public static Set<String> names() {
    return NAMES;
  }

  /** New ones, for one worker, which closes them. */
  public static List<Connector> all() {
    return List.of(new HttpConnector(), new MailConnector());
  }
}
