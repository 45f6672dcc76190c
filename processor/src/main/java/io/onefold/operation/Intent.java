package io.onefold.operation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The caller's wish.
 *
 * @param payload the exact bytes; {@link Bytes#EMPTY} once the operation is final
 * @param payloadHash SHA-256 over the payload, kept for ever
 * @param issuedAt when the caller made it, the same in every copy
 */
public record Intent(
    String operationId,
    String destination,
    String account,
    String environment,
    String action,
    Bytes payload,
    String contentType,
    String payloadHash,
    Optional<Approval> approval,
    Optional<String> owner,
    Optional<Instant> notBefore,
    Optional<Instant> expiresAt,
    Map<String, String> attributes,
    Instant issuedAt) {

  public Intent {
    attributes = Map.copyOf(attributes);
  }

  /** Stands for the wish behind evidence whose intent the ledger never saw. */
  static Intent missing(String operationId, Instant at) {
    return new Intent(
        operationId,
        "",
        "",
        "",
        "",
        Bytes.EMPTY,
        "",
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        at);
  }

  /** The same wish without its bytes. */
  public Intent withoutPayload() {
    return new Intent(
        operationId,
        destination,
        account,
        environment,
        action,
        Bytes.EMPTY,
        contentType,
        payloadHash,
        approval,
        owner,
        notBefore,
        expiresAt,
        attributes,
        issuedAt);
  }

  /** True if another copy says the same; one without a time of its own is as old as its record. */
  boolean sameButForItsAge(Intent other) {
    Intent asOld =
        new Intent(
            operationId,
            destination,
            account,
            environment,
            action,
            payload,
            contentType,
            payloadHash,
            approval,
            owner,
            notBefore,
            expiresAt,
            attributes,
            other.issuedAt);
    return asOld.equals(other);
  }

  /** The same wish with a decision made later. */
  public Intent approvedBy(Approval later) {
    return new Intent(
        operationId,
        destination,
        account,
        environment,
        action,
        payload,
        contentType,
        payloadHash,
        Optional.of(later),
        owner,
        notBefore,
        expiresAt,
        attributes,
        issuedAt);
  }

  /**
   * Names of the fields in which another intent wants something else. Who asks, when, and labels
   * that the contract does not use are not content: a caller that retries may fill them anew.
   */
  public List<String> differencesTo(Intent other, Set<String> attributesUsed) {
    List<String> fields = new ArrayList<>();
    note(fields, "destination", destination, other.destination);
    note(fields, "account", account, other.account);
    note(fields, "environment", environment, other.environment);
    note(fields, "action", action, other.action);
    note(fields, "contentType", contentType, other.contentType);
    note(fields, "payload", payloadHash, other.payloadHash);
    attributesUsed.stream()
        .sorted()
        .forEach(
            name ->
                note(
                    fields,
                    "attributes." + name,
                    attributes.getOrDefault(name, ""),
                    other.attributes.getOrDefault(name, "")));
    return List.copyOf(fields);
  }

  private static void note(List<String> fields, String name, String mine, String theirs) {
    if (!mine.equals(theirs)) {
      fields.add(name);
    }
  }
}
