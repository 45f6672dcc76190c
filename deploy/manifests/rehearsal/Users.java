import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Does for a rehearsal what Strimzi does for KafkaUser resources: a password each, and the ACLs.
 *
 * <pre>Users.java BROKERS PASSWORD FILE   (a JSON array of KafkaUsers)</pre>
 */
final class Users {
  private Users() {}

  public static void main(String[] args) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", args[0]))) {
      for (JsonNode user : new ObjectMapper().readTree(new File(args[2]))) {
        String name = user.at("/metadata/name").asText();
        admin
            .alterUserScramCredentials(
                List.of(
                    new UserScramCredentialUpsertion(
                        name, new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096), args[1])))
            .all()
            .get();
        List<AclBinding> bindings = new ArrayList<>();
        user.at("/spec/authorization/acls").forEach(acl -> bindings.addAll(bindings(name, acl)));
        admin.createAcls(bindings).all().get();
      }
    }
  }

  private static List<AclBinding> bindings(String user, JsonNode acl) {
    JsonNode resource = acl.get("resource");
    ResourcePattern pattern =
        new ResourcePattern(
            ResourceType.fromString(constant(resource.get("type").asText())),
            resource.get("name").asText(),
            resource.get("patternType").asText().equals("prefix")
                ? PatternType.PREFIXED
                : PatternType.LITERAL);
    List<AclBinding> bindings = new ArrayList<>();
    for (JsonNode operation : acl.get("operations")) {
      bindings.add(
          new AclBinding(
              pattern,
              new AccessControlEntry(
                  "User:" + user,
                  "*",
                  AclOperation.fromString(constant(operation.asText())),
                  AclPermissionType.ALLOW)));
    }
    return bindings;
  }

  /** DescribeConfigs becomes DESCRIBE_CONFIGS. */
  private static String constant(String name) {
    return name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
  }
}
