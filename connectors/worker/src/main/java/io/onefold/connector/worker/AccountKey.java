package io.onefold.connector.worker;

import io.onefold.destination.Destination;
import java.util.Locale;

/**
 * An account as its provider counts it. Two contracts that speak to one account of one provider
 * have equal keys, however they are named: what the provider defers for one holds for the other.
 *
 * @param provider connector and host of the sends; a destination that this worker does not know has
 *     a provider of its own
 * @param account account at the provider; empty where the contract is not known
 * @param environment environment of the account; empty where the contract is not known
 */
public record AccountKey(String provider, String account, String environment) {
  static AccountKey of(Destination destination) {
    String provider = destination.connector() + host(destination.http().send().url().text());
    return new AccountKey(provider, destination.account(), destination.environment());
  }

  static AccountKey unknown(String destination) {
    return new AccountKey("?" + destination, "", "");
  }

  /** The host as the contract writes it, with its port; empty for a connector without addresses. */
  private static String host(String url) {
    int scheme = url.indexOf("://");
    if (scheme < 0) {
      return "";
    }
    String authority = url.substring(scheme + 3).split("[/?#]", 2)[0];
    return "://" + authority.toLowerCase(Locale.ROOT);
  }
}
