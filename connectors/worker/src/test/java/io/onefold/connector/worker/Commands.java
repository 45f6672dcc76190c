package io.onefold.connector.worker;

import io.onefold.schema.Command;
import io.onefold.schema.Grant;
import io.onefold.schema.Readback;
import io.onefold.schema.Send;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Commands as the ledger writes them. */
final class Commands {
  private Commands() {}

  static Command send(String operationId, int token) {
    return send("blog", operationId, token);
  }

  static Command send(String destination, String operationId, int token) {
    return command(destination, operationId, new Send(token));
  }

  static Command grant(String operationId, int token, String claimId) {
    return command("blog", operationId, grantOrder(token, claimId));
  }

  static Command grant(String destination, String operationId, int token, String claimId) {
    return command(destination, operationId, grantOrder(token, claimId));
  }

  static Command readback(String operationId, int token, int number) {
    return readback("blog", operationId, token, number);
  }

  static Command readback(String destination, String operationId, int token, int number) {
    Readback order = new Readback();
    order.setToken(token);
    order.setNumber(number);
    order.setPayload(payload());
    order.setContentType("application/json");
    order.setAttributes(Map.of());
    return command(destination, operationId, order);
  }

  static Command withHash(Command command, String hash) {
    return new Command(
        command.getOperationId(),
        command.getDestination(),
        hash,
        command.getIssuedAtMs(),
        command.getOrder());
  }

  private static Grant grantOrder(int token, String claimId) {
    return Grant.newBuilder()
        .setToken(token)
        .setClaimId(claimId)
        .setLeaseMs(60_000)
        .setPayload(payload())
        .setContentType("application/json")
        .setPayloadHash("sha256:00")
        .setAction("publish")
        .setFirstSentAtMs(1)
        .build();
  }

  private static Command command(String destination, String operationId, Object order) {
    String hash =
        Contracts.blogAndShop().find(destination).map(found -> found.hash()).orElse("sha256:none");
    return new Command(operationId, destination, hash, 0L, order);
  }

  private static ByteBuffer payload() {
    return ByteBuffer.wrap("{\"title\":\"x\"}".getBytes(StandardCharsets.UTF_8));
  }
}
