package io.onefold.connector.http;

import io.onefold.connector.wire.Call;
import io.onefold.destination.ExpansionException;
import io.onefold.destination.HttpContract;
import io.onefold.destination.HttpContract.Identity;
import io.onefold.destination.HttpContract.Job;
import io.onefold.destination.HttpContract.Readback;
import io.onefold.destination.Template;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** The hosts and origins that the operator wrote into a contract. */
final class OwnHosts {
  private OwnHosts() {}

  /** Hosts in lower case; an address whose secrets are missing here adds none. */
  static Set<String> of(HttpContract contract, OperationTexts texts) {
    return of(contract, texts, address -> address.getHost().toLowerCase(Locale.ROOT));
  }

  /** Scheme, host and port of each address. */
  static Set<String> origins(HttpContract contract, OperationTexts texts) {
    return of(contract, texts, Call::origin);
  }

  private static Set<String> of(
      HttpContract contract, OperationTexts texts, Function<URI, String> part) {
    List<Template> addresses = new ArrayList<>();
    addresses.add(contract.send().url());
    contract.identity().map(Identity::url).ifPresent(addresses::add);
    contract.job().map(Job::url).ifPresent(addresses::add);
    contract.readback().stream().map(Readback::url).forEach(addresses::add);
    Set<String> hosts = new HashSet<>();
    for (Template address : addresses) {
      if (!address.text().startsWith("{")) {
        try {
          hosts.add(part.apply(texts.sample(address)));
        } catch (ExpansionException missing) {
          // It cannot be called here, so nothing may be led to it either.
        }
      }
    }
    return hosts;
  }
}
