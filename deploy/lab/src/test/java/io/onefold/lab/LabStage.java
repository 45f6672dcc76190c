package io.onefold.lab;

import io.onefold.faults.Exchange;
import io.onefold.faults.FaultProxy;

/**
 * What the tests of a class work with.
 *
 * @param onefold that runs
 * @param proxy through which its contracts reach the server; without rules when a test begins
 * @param server that runs
 */
record LabStage(LabOnefold onefold, FaultProxy proxy, LabServer server) {

  /** New and empty. */
  Campaign campaign(String destination) {
    return new Campaign(onefold, destination);
  }

  /** How many requests of this method the proxy got until now. */
  long requests(String method) {
    return proxy.exchanges().stream().map(Exchange::method).filter(method::equals).count();
  }
}
