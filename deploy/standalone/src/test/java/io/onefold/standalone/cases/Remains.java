package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.common.GroupType;

/** What a test leaves on a cluster that stays. */
final class Remains {
  private final Admin admin;
  private final String beginning;

  Remains(Admin admin, String beginning) {
    this.admin = admin;
    this.beginning = beginning;
  }

  /** Deletes it; a group can go only when its last member has. */
  void delete() {
    await("nothing remains of " + beginning)
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofSeconds(1))
        .ignoreExceptions()
        .until(
            () -> {
              deleteTopics();
              deleteGroups();
              return topics().isEmpty() && groups().isEmpty();
            });
  }

  private void deleteTopics() throws Exception {
    admin.deleteTopics(topics()).all().get(30, TimeUnit.SECONDS);
  }

  private void deleteGroups() throws Exception {
    for (GroupListing group : groups()) {
      List<String> one = List.of(group.groupId());
      (group.type().filter(GroupType.STREAMS::equals).isPresent()
              ? admin.deleteStreamsGroups(one).all()
              : admin.deleteConsumerGroups(one).all())
          .get(30, TimeUnit.SECONDS);
    }
  }

  private List<String> topics() throws Exception {
    return admin.listTopics().names().get(30, TimeUnit.SECONDS).stream()
        .filter(name -> name.startsWith(beginning))
        .toList();
  }

  private List<GroupListing> groups() throws Exception {
    return admin.listGroups().all().get(30, TimeUnit.SECONDS).stream()
        .filter(group -> group.groupId().startsWith(beginning))
        .toList();
  }
}
