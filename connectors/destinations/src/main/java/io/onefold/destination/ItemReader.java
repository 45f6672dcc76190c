package io.onefold.destination;

import io.onefold.destination.HttpContract.AccountCheck;
import io.onefold.destination.HttpContract.Expectation;
import io.onefold.destination.HttpContract.Identity;
import io.onefold.destination.HttpContract.Item;
import io.onefold.destination.HttpContract.Job;
import io.onefold.destination.HttpContract.Removed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads how a found item, a job and the credential's identity are judged. */
final class ItemReader {
  private static final Template NO_URL = new Template("", Set.of());
  private static final Duration DEFAULT_EVERY = Duration.ofMinutes(10);
  private static final Duration SHORTEST_EVERY = Duration.ofSeconds(1);
  private static final Duration MONTH = Duration.ofDays(30);

  /** How an item is read where the contract says nothing about items. */
  static final Item NONE =
      new Item(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of(),
          Map.of(),
          Optional.empty(),
          Map.of());

  private ItemReader() {}

  static Item item(YamlValue value) {
    YamlMapping in = value.mapping();
    Item item =
        new Item(
            in.get("provider-id").flatMap(YamlValue::pointer),
            in.get("public-url").flatMap(YamlValue::pointer),
            in.get("account").flatMap(ItemReader::account),
            in.get("content").map(MatchReader::content).orElse(List.of()),
            in.get("complete").map(Expectations::body).orElse(Map.of()),
            in.get("removed").map(ItemReader::removed),
            in.get("failed").map(Expectations::body).orElse(Map.of()));
    in.noOtherKeys();
    return item;
  }

  private static Optional<AccountCheck> account(YamlValue value) {
    YamlMapping in = value.mapping();
    Optional<String> at =
        in.need("at", "a JSON Pointer into the found item").flatMap(YamlValue::pointer);
    Optional<Expectation> equal =
        in.need("equals", "the account's identifier in items").flatMap(Expectations::equalTo);
    in.noOtherKeys();
    return at.isPresent() && equal.isPresent()
        ? Optional.of(new AccountCheck(at.get(), equal.get()))
        : Optional.empty();
  }

  private static Removed removed(YamlValue value) {
    YamlMapping in = value.mapping();
    Removed removed =
        new Removed(
            in.get("status", Expectations::statuses, List.of()),
            in.get("body").map(Expectations::body).orElse(Map.of()));
    in.noOtherKeys();
    if (value.isMapping() && !in.has("status") && !in.has("body")) {
      value.mistake("needs a `status`, a `body` or both");
    }
    return removed;
  }

  static Identity identity(YamlValue value) {
    YamlMapping in = value.mapping();
    Identity identity =
        new Identity(
            in.need("url", "the address that tells whose credential it is")
                .flatMap(url -> TemplateReader.url(url, TemplateScope.DESTINATION))
                .orElse(NO_URL),
            TemplateReader.headers(in, TemplateScope.DESTINATION),
            in.need("equals", "JSON Pointers and what must be there")
                .map(Expectations::body)
                .orElse(Map.of()),
            in.get("every", v -> v.duration(SHORTEST_EVERY, MONTH), DEFAULT_EVERY));
    in.noOtherKeys();
    return identity;
  }

  static Job job(YamlValue value) {
    YamlMapping in = value.mapping();
    TemplateScope scope = TemplateScope.OPERATION.with("job");
    Optional<Template> url =
        in.need("url", "the address that tells how the job stands")
            .flatMap(address -> TemplateReader.url(address, scope));
    if (url.isPresent() && !url.get().variables().contains("job")) {
      in.get("url").ifPresent(v -> v.mistake("must name the job: use {job}"));
    }
    Job job =
        new Job(
            url.orElse(NO_URL),
            TemplateReader.headers(in, scope),
            in.need("done", "what a finished job looks like")
                .map(Expectations::body)
                .orElse(Map.of()),
            in.get("failed").map(Expectations::body).orElse(Map.of()),
            in.get("provider-id").flatMap(YamlValue::pointer),
            in.get("allowance", v -> v.duration(SHORTEST_EVERY, MONTH), DEFAULT_EVERY));
    in.noOtherKeys();
    return job;
  }
}
