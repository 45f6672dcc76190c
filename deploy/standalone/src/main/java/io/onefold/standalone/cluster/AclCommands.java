package io.onefold.standalone.cluster;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;

/** Grants as lines for a shell: one {@code kafka-acls.sh} for each holder and resource. */
public final class AclCommands {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9@%+=:,./_-]+");

  private final String program;
  private final Function<Grant, String> principals;

  /**
   * Prepares.
   *
   * @param program how {@code kafka-acls.sh} is called, with the cluster's address
   * @param principals who holds a grant, for example {@code User:ledger}
   */
  public AclCommands(String program, Function<Grant, String> principals) {
    this.program = program;
    this.principals = principals;
  }

  /** The lines; each command has its reasons above it. */
  public List<String> lines(List<Grant> grants) {
    Map<String, List<Grant>> byHolder =
        grants.stream().collect(groupingBy(Grant::holder, LinkedHashMap::new, Collectors.toList()));
    return byHolder.values().stream().flatMap(held -> ofHolder(held).stream()).toList();
  }

  private List<String> ofHolder(List<Grant> grants) {
    Map<ResourcePattern, List<Grant>> byResource =
        grants.stream().collect(groupingBy(Grant::on, LinkedHashMap::new, Collectors.toList()));
    Grant first = grants.getFirst();
    List<String> lines = new ArrayList<>();
    lines.add("# " + first.holder() + ": " + first.role().task());
    byResource.forEach(
        (resource, same) -> {
          lines.add("#   " + same.stream().map(AclCommands::reason).collect(joining("; ")));
          lines.add(command(resource, same));
        });
    return lines;
  }

  private static String reason(Grant grant) {
    return operation(grant) + ": " + grant.why();
  }

  private String command(ResourcePattern resource, List<Grant> grants) {
    String operations =
        grants.stream().map(grant -> " --operation " + operation(grant)).collect(joining());
    String option =
        switch (resource.resourceType()) {
          case TOPIC -> "--topic";
          case GROUP -> "--group";
          case TRANSACTIONAL_ID -> "--transactional-id";
          default -> throw new IllegalStateException("no option for " + resource.resourceType());
        };
    String pattern =
        resource.patternType() == PatternType.PREFIXED ? " --resource-pattern-type prefixed" : "";
    return "%s --add --allow-principal %s%s %s %s%s"
        .formatted(
            program,
            quoted(principals.apply(grants.getFirst())),
            operations,
            option,
            quoted(resource.name()),
            pattern);
  }

  /** As the command spells it: {@code DescribeConfigs}. */
  private static String operation(Grant grant) {
    return Stream.of(grant.operation().name().split("_", -1))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(joining());
  }

  /** A word of a shell's command line. */
  public static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
