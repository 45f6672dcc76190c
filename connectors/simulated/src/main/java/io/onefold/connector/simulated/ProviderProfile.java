package io.onefold.connector.simulated;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What kind of provider this is, for all operations.
 *
 * @param keys how idempotency keys work; empty: they are not looked at
 * @param identity what the identity probe answers, as JSON members
 * @param removedAs how a removed item is shown
 * @param refuseEqualContent true: content that equals an earlier item's is refused with 403
 * @param foldReferences true: references are compared without case and blanks, and a taken one is
 *     refused with 409
 * @param clientChosenIds true: the reference is the item's id, and a taken one, removed or not, is
 *     refused with 409
 * @param publicNotFoundCachedFor how long a 404 of a public address is served again from a cache;
 *     zero: no cache
 * @param pageSize items on one page, at least 1
 */
public record ProviderProfile(
    Optional<Keys> keys,
    Map<String, String> identity,
    RemovedAs removedAs,
    boolean refuseEqualContent,
    boolean foldReferences,
    boolean clientChosenIds,
    Duration publicNotFoundCachedFor,
    int pageSize) {
  /** The account that items belong to if the identity names none. */
  public static final String ACCOUNT = "acme";

  /** No keys, truthful, the account {@value #ACCOUNT}, 100 items on a page. */
  public static final ProviderProfile PLAIN =
      new ProviderProfile(
          Optional.empty(),
          Map.of("account", ACCOUNT, "env", "live"),
          RemovedAs.GONE,
          false,
          false,
          false,
          Duration.ZERO,
          100);

  public ProviderProfile {
    identity = Map.copyOf(identity);
    if (pageSize < 1) {
      throw new IllegalArgumentException("pageSize must be at least 1, got " + pageSize);
    }
  }

  /**
   * Idempotency keys.
   *
   * @param window how long after the first write a key is remembered
   * @param protectsAfter from when after the commit a key protects
   * @param inFlight status for a key whose first call still runs; empty: no protection then
   * @param mismatch status for a known key with other content; empty: content is not compared
   */
  public record Keys(
      Duration window,
      Duration protectsAfter,
      Optional<Integer> inFlight,
      Optional<Integer> mismatch) {
    /** Remembers for a minute, 409 in flight, 422 on other content. */
    public static final Keys USUAL =
        new Keys(Duration.ofSeconds(60), Duration.ZERO, Optional.of(409), Optional.of(422));
  }

  /** How a removed item is shown. */
  public enum RemovedAs {
    /** 410 at its own address, nothing in searches. */
    GONE,
    /** Everywhere, with {@code "status":"trash"}. */
    STATUS,
    /** Nowhere. */
    HIDDEN
  }

  /** The same with keys. */
  public ProviderProfile keys(Keys how) {
    return new ProviderProfile(
        Optional.of(how),
        identity,
        removedAs,
        refuseEqualContent,
        foldReferences,
        clientChosenIds,
        publicNotFoundCachedFor,
        pageSize);
  }

  /**
   * The same with this answer of the identity probe; its {@code account} is the account of all
   * items.
   */
  public ProviderProfile identity(Map<String, String> members) {
    return new ProviderProfile(
        keys,
        members,
        removedAs,
        refuseEqualContent,
        foldReferences,
        clientChosenIds,
        publicNotFoundCachedFor,
        pageSize);
  }

  /** The same, removed items shown in this way. */
  public ProviderProfile removedAs(RemovedAs how) {
    return new ProviderProfile(
        keys,
        identity,
        how,
        refuseEqualContent,
        foldReferences,
        clientChosenIds,
        publicNotFoundCachedFor,
        pageSize);
  }

  /** The same, refusing content that equals an earlier item's. */
  public ProviderProfile refusingEqualContent() {
    return new ProviderProfile(
        keys,
        identity,
        removedAs,
        true,
        foldReferences,
        clientChosenIds,
        publicNotFoundCachedFor,
        pageSize);
  }

  /** The same, comparing references without case and blanks. */
  public ProviderProfile foldingReferences() {
    return new ProviderProfile(
        keys,
        identity,
        removedAs,
        refuseEqualContent,
        true,
        clientChosenIds,
        publicNotFoundCachedFor,
        pageSize);
  }

  /** The same, taking the reference as id. */
  public ProviderProfile withClientChosenIds() {
    return new ProviderProfile(
        keys,
        identity,
        removedAs,
        refuseEqualContent,
        foldReferences,
        true,
        publicNotFoundCachedFor,
        pageSize);
  }

  /** The same, public addresses behind a cache that keeps a 404. */
  public ProviderProfile cachingNotFound(Duration howLong) {
    return new ProviderProfile(
        keys,
        identity,
        removedAs,
        refuseEqualContent,
        foldReferences,
        clientChosenIds,
        howLong,
        pageSize);
  }

  /** The same with so many items on a page. */
  public ProviderProfile pageSize(int items) {
    return new ProviderProfile(
        keys,
        identity,
        removedAs,
        refuseEqualContent,
        foldReferences,
        clientChosenIds,
        publicNotFoundCachedFor,
        items);
  }

  String account() {
    return identity.getOrDefault("account", ACCOUNT);
  }
}
