package io.onefold.standalone.cases;

import io.onefold.standalone.cluster.Grant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.server.authorizer.Action;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.apache.kafka.server.authorizer.AuthorizationResult;

/** Kafka's own authorizer, which also keeps what it was asked by whom, and what it answered. */
public final class AskedAuthorizer extends StandardAuthorizer {
  private static final Queue<Asked> ASKED = new ConcurrentLinkedQueue<>();

  /**
   * A question.
   *
   * @param isOptional true if the request goes on without it, another way or with less in its
   *     answer; the broker does not log its refusal either
   */
  record Asked(
      String principal,
      AclOperation operation,
      ResourceType type,
      String name,
      boolean isAllowed,
      boolean isOptional) {

    /**
     * True if this grant, and not one that it follows from, is the answer to a question that
     * matters. The others do not count: a broker that describes a topic asks for every operation.
     */
    boolean uses(Grant grant, String holder) {
      return isAllowed
          && !isOptional
          && principal.equals(holder)
          && operation == grant.operation()
          && type == grant.on().resourceType()
          && (grant.on().patternType() == PatternType.PREFIXED
              ? name.startsWith(grant.on().name())
              : name.equals(grant.on().name()));
    }
  }

  /** All questions since the last time that they were forgotten. */
  static List<Asked> asked() {
    return List.copyOf(ASKED);
  }

  static void forget() {
    ASKED.clear();
  }

  @Override
  public List<AuthorizationResult> authorize(
      AuthorizableRequestContext context, List<Action> actions) {
    List<AuthorizationResult> results = super.authorize(context, actions);
    for (int i = 0; i < actions.size(); i++) {
      Action action = actions.get(i);
      ASKED.add(
          new Asked(
              context.principal().toString(),
              action.operation(),
              action.resourcePattern().resourceType(),
              action.resourcePattern().name(),
              results.get(i) == AuthorizationResult.ALLOWED,
              !action.logIfDenied()));
    }
    return results;
  }
}
