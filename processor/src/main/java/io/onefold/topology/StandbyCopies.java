package io.onefold.topology;

import io.onefold.schema.ClientKind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the brokers how many standby copies the ledger's group is to have. Under the {@code
 * streams} protocol they share the work out, and an instance's own setting means nothing to them.
 */
final class StandbyCopies {
  /** Setting of a group; its default is the broker's {@code group.streams.num.standby.replicas}. */
  static final String SETTING = "streams.num.standby.replicas";

  private static final Logger LOG = LoggerFactory.getLogger(StandbyCopies.class);
  private static final long PATIENCE_SECONDS = 30;

  private StandbyCopies() {}

  /**
   * Asks for as many as the settings have. Zero leaves the group as it is. The ledger serves
   * without standby copies as well, only later after an end of an instance, so a refusal is logged
   * and no more: that of a missing right, or of a number above the brokers' {@code
   * group.streams.max.standby.replicas}.
   */
  static void ask(LedgerSettings settings) {
    LedgerSettings.Streaming streaming = settings.streaming();
    if (!streaming.groupProtocol().equals("streams") || streaming.standbyReplicas() == 0) {
      return;
    }
    Map<String, Object> config = settings.cluster().settings(ClientKind.ADMIN);
    try (Admin admin = Admin.create(config)) {
      ask(admin, settings.applicationId(), streaming.standbyReplicas());
    } catch (KafkaException e) {
      refused(settings.applicationId(), streaming.standbyReplicas(), e);
    }
  }

  private static void ask(Admin admin, String group, int copies) {
    AlterConfigOp set =
        new AlterConfigOp(
            new ConfigEntry(SETTING, Integer.toString(copies)), AlterConfigOp.OpType.SET);
    try {
      admin
          .incrementalAlterConfigs(
              Map.of(new ConfigResource(ConfigResource.Type.GROUP, group), List.of(set)))
          .all()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      refused(group, copies, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      refused(group, copies, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartRefusedException("interrupted while setting " + SETTING, e);
    }
  }

  private static void refused(String group, int copies, Throwable why) {
    LOG.warn(
        "{}={} could not be set for the group {}, so that stays as the brokers have it: {}. It"
            + " needs ALTER_CONFIGS on that group; kafka-configs --entity-type groups sets it as"
            + " well",
        SETTING,
        copies,
        group,
        why.toString());
  }
}
