package io.onefold.proof.simulation;

import static io.onefold.proof.simulation.Attacks.change;
import static io.onefold.proof.simulation.Attacks.commands;
import static io.onefold.proof.simulation.Attacks.ended;
import static io.onefold.proof.simulation.Attacks.key;
import static io.onefold.proof.simulation.Attacks.moved;
import static io.onefold.proof.simulation.Attacks.repeated;
import static io.onefold.proof.simulation.Attacks.trace;

import io.onefold.audit.Rule;
import io.onefold.schema.Command;
import io.onefold.schema.Grant;
import io.onefold.schema.Readback;
import io.onefold.schema.Send;
import java.nio.ByteBuffer;

/** What is done to commands. */
@SuppressWarnings("ImmutableEnumChecker") // Each is a function, and keeps nothing.
enum TamperedCommands implements Tamper {
  SECOND_GRANT_COMMAND(
      t ->
          t.first(commands(), Command.class, c -> c.getOrder() instanceof Grant)
              .map(
                  at -> {
                    Command command = (Command) Tampering.read(at);
                    ((Grant) command.getOrder()).setClaimId("another");
                    return trace(
                        Rule.SECOND_GRANT,
                        t.append(at, at.timestampMs(), key(at), Tampering.write(at, command)));
                  })),
  COMMAND_INVENTED(
      t ->
          t.first(commands(), Command.class, c -> c.getOrder() instanceof Send)
              .map(
                  at -> {
                    Command command = (Command) Tampering.read(at);
                    command.setOrder(new Send(77));
                    return trace(
                        ended(t, at) ? Rule.SEND_AFTER_END : Rule.COMMAND_WITHOUT_EVENT,
                        t.append(at, at.timestampMs(), key(at), Tampering.write(at, command)));
                  })),
  COMMAND_PAYLOAD_CHANGED(
      t ->
          change(
              t,
              commands(),
              Command.class,
              c -> c.getOrder() instanceof Grant,
              c -> ((Grant) c.getOrder()).setPayload(ByteBuffer.wrap(new byte[] {1})),
              Rule.COMMAND_DIFFERS)),
  COMMAND_BODY_EMPTIED(
      t ->
          change(
              t,
              commands(),
              Command.class,
              c -> c.getOrder() instanceof Grant grant && grant.getBody() != null,
              c -> ((Grant) c.getOrder()).getBody().setContent(ByteBuffer.wrap(new byte[0])),
              Rule.COMMAND_DIFFERS)),
  COMMAND_MOVED(t -> moved(t, commands(), Command.class, c -> true)),
  SEND_REPEATED(
      t ->
          repeated(
              t, commands(), Command.class, c -> c.getOrder() instanceof Send, Rule.WRITTEN_AGAIN)),
  GRANT_REPEATED(
      t ->
          repeated(
              t,
              commands(),
              Command.class,
              c -> c.getOrder() instanceof Grant,
              Rule.WRITTEN_AGAIN)),
  READBACK_REPEATED(
      t ->
          repeated(
              t,
              commands(),
              Command.class,
              c -> c.getOrder() instanceof Readback,
              Rule.WRITTEN_AGAIN));

  private final Attack attack;

  TamperedCommands(Attack attack) {
    this.attack = attack;
  }

  @Override
  public Attack attack() {
    return attack;
  }
}
