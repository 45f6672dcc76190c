package io.onefold.standalone.cases;

import io.onefold.standalone.cluster.Grant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;

/**
 * An embedded broker that asks who is there (SASL/PLAIN) and whether they may (ACLs). Whoever holds
 * a grant is a user of their own.
 */
final class SecuredKafka implements AutoCloseable {
  private static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule";

  /** The broker itself, and whoever gives the others their rights. */
  private static final String ROOT = "root";

  private final CaseKafka kafka;

  /** Starts it with these users, named as {@link Grant#holder} does. */
  SecuredKafka(Set<String> holders) {
    Set<String> users = new TreeSet<>(Set.of(ROOT));
    holders.forEach(holder -> users.add(user(holder)));
    Map<String, String> settings = new HashMap<>();
    settings.put("listener.security.protocol.map", "PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.put("inter.broker.listener.name", "PLAINTEXT");
    settings.put("sasl.enabled.mechanisms", "PLAIN");
    settings.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
    settings.put(
        "listener.name.plaintext.plain.sasl.jaas.config",
        login(ROOT).replace(";", "")
            + users.stream()
                .map(user -> " user_%s=\"%s\"".formatted(user, password(user)))
                .collect(Collectors.joining())
            + ";");
    settings.put("authorizer.class.name", AskedAuthorizer.class.getName());
    // Nobody can say who they are at the controller's port; only the broker comes there.
    settings.put("super.users", "User:" + ROOT + ";User:ANONYMOUS");
    kafka = CaseKafka.embedded(settings);
  }

  CaseKafka kafka() {
    return kafka;
  }

  /** Gives the users these rights, and nothing else. */
  void grant(List<Grant> grants) throws Exception {
    try (Admin admin = Admin.create(config(settings(ROOT)))) {
      admin
          .createAcls(grants.stream().map(grant -> grant.binding(principal(grant))).toList())
          .all()
          .get(30, TimeUnit.SECONDS);
    }
  }

  static String principal(Grant grant) {
    return "User:" + user(grant.holder());
  }

  /** How that user logs in. */
  static Map<String, String> settings(String holder) {
    return Map.of(
        "security.protocol", "SASL_PLAINTEXT",
        "sasl.mechanism", "PLAIN",
        "sasl.jaas.config", login(user(holder)));
  }

  /** All that a client of the broker's master needs. */
  Map<String, Object> root() {
    return config(settings(ROOT));
  }

  /** All that a client of this user needs. */
  Map<String, Object> config(String holder) {
    return config(settings(holder));
  }

  private Map<String, Object> config(Map<String, String> login) {
    Map<String, Object> config = new HashMap<>(login);
    config.put("bootstrap.servers", kafka.bootstrapServers());
    return config;
  }

  private static String login(String user) {
    return "%s required username=\"%s\" password=\"%s\";".formatted(LOGIN, user, password(user));
  }

  private static String password(String user) {
    return "secret-of-" + user;
  }

  /** A word of a login configuration has no dots. */
  private static String user(String holder) {
    return holder.replace('.', '_');
  }

  @Override
  public void close() {
    kafka.close();
  }
}
