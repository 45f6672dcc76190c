package io.onefold.standalone.cluster;

import java.util.Optional;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.ResourcePattern;

/**
 * One thing that a role must be allowed to do.
 *
 * @param pool of a worker; empty for every other role
 * @param on the resource, or what the names of several begin with
 * @param why what needs it
 */
public record Grant(
    Role role, Optional<String> pool, ResourcePattern on, AclOperation operation, String why) {
  /** Who it is for: the role, and for a worker {@code worker.POOL}. */
  public String holder() {
    return role.label() + pool.map(name -> "." + name).orElse("");
  }

  /** As Kafka stores it, from any host. */
  public AclBinding binding(String principal) {
    return new AclBinding(
        on, new AccessControlEntry(principal, "*", operation, AclPermissionType.ALLOW));
  }
}
