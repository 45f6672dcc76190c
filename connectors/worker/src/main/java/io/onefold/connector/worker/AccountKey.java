package io.onefold.connector.worker;

import io.onefold.destination.Destination;

/**
 * Whose limits an attempt counts against.
 *
 * @param destination name of the destination contract
 * @param account account at the destination; empty where this worker does not know the contract
 */
public record AccountKey(String destination, String account) {
  static AccountKey of(Destination destination) {
    return new AccountKey(destination.name(), destination.account());
  }

  static AccountKey unknown(String destination) {
    return new AccountKey(destination, "");
  }
}
