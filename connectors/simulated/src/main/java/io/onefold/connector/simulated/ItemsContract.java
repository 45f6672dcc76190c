package io.onefold.connector.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The contract file of a destination that is this provider, with its items found by ID and by the
 * operation that made them.
 *
 * @param destination its name
 * @param account of which all its items are
 * @param environment of the destination
 * @param timeout of a send, as the contract language writes durations
 * @param keys more keys of the destination, each a line of YAML
 * @param contents fields of a payload that an item must show as they were sent
 */
public record ItemsContract(
    String destination,
    String account,
    String environment,
    String timeout,
    List<String> keys,
    List<String> contents) {

  public ItemsContract {
    keys = List.copyOf(keys);
    contents = List.copyOf(contents);
  }

  /** With the usual times; a payload has a title and a content, and needs an approval. */
  public static ItemsContract of(String destination, String account, String environment) {
    return new ItemsContract(
        destination, account, environment, "10s", List.of(), List.of("title", "content"));
  }

  /**
   * The same with short times, for a provider that is near; all as the contract language writes
   * durations.
   *
   * @param deadline of readbacks
   */
  public ItemsContract times(String lease, String settle, String timeout, String deadline) {
    return new ItemsContract(destination, account, environment, timeout, keys, contents)
        .with(
            "lease: " + lease,
            "settle: " + settle,
            "attempts: {initial: 200ms, max-delay: 1s}",
            "readbacks: {initial: 200ms, max-delay: 1s, deadline: " + deadline + "}");
  }

  /** The same for intents without an approval. */
  public ItemsContract withoutApproval() {
    return with("approval: not-required");
  }

  /** The same with a question for the account, every ten minutes and before the first send. */
  public ItemsContract asked() {
    return with("identity: {url: URL/whoami, equals: {/account: " + account + "}, every: 10m}");
  }

  /** The same for payloads with these fields. */
  public ItemsContract showing(String... fields) {
    return new ItemsContract(destination, account, environment, timeout, keys, List.of(fields));
  }

  private ItemsContract with(String... more) {
    List<String> all = new ArrayList<>(keys);
    all.addAll(List.of(more));
    return new ItemsContract(destination, account, environment, timeout, all, contents);
  }

  /**
   * The text of the file.
   *
   * @param url where the provider listens, without a slash at its end
   */
  public String yaml(String url) {
    String own =
        Stream.concat(
                Stream.of("connector: http", "account: " + account, "environment: " + environment),
                keys.stream())
            .map(key -> "    " + key + "\n")
            .collect(Collectors.joining());
    String fields =
        contents.stream()
            .map(field -> "        - {sent: /%s, found: /%s}\n".formatted(field, field))
            .collect(Collectors.joining());
    String text =
        """
        destinations:
          NAME:
        OWN    send:
              method: POST
              url: URL/items
              headers: {X-Operation: "{operationId}"}
              timeout: TIMEOUT
              provider-id: /id
              public-url: /url
            readback:
              - {by: id, url: "URL/items/{providerId}"}
              - {by: reference, url: "URL/items?ref={operationId}", items: /items, next: /next}
            item:
              provider-id: /id
              public-url: /url
              account: {at: /account, equals: ACCOUNT}
              content:
        CONTENTS    absence: {proof: true, after: report}
        """;
    return text.replace("NAME", destination)
        .replace("OWN", own)
        .replace("TIMEOUT", timeout)
        .replace("ACCOUNT", account)
        .replace("CONTENTS", fields)
        .replace("URL", url);
  }
}
