package io.onefold.connector.worker;

import io.onefold.destination.Destination;
import io.onefold.destination.Limits;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The gates of all destinations and accounts of one worker. Called by one thread at a time. */
final class Gates {
  private final int workerLimit;
  private final Catalogue catalogue;
  private final WorkerClock clock;
  private final Map<String, DestinationGate> destinations = new HashMap<>();
  private final Map<AccountKey, AccountGate> accounts = new HashMap<>();

  Gates(int workerLimit, Catalogue catalogue, WorkerClock clock) {
    this.workerLimit = workerLimit;
    this.catalogue = catalogue;
    this.clock = clock;
  }

  /** The gate of a destination; one that this worker does not serve has a gate without limits. */
  DestinationGate of(String destination) {
    return destinations.computeIfAbsent(destination, this::open);
  }

  private DestinationGate open(String name) {
    AccountGate account =
        accounts.computeIfAbsent(catalogue.account(name), any -> new AccountGate(clock));
    Limits limits =
        catalogue
            .find(name)
            .map(Catalogue.Entry::destination)
            .map(Destination::limits)
            .orElse(Limits.NONE);
    Optional<Pace> pace =
        limits.rate().map(rate -> new Pace(rate.per().dividedBy(rate.calls()), clock));
    return new DestinationGate(workerLimit, limits.concurrency(), pace, account);
  }
}
