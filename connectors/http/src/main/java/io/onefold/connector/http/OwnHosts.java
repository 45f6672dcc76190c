package io.onefold.connector.http;

import io.onefold.destination.ExpansionException;
import io.onefold.destination.HttpContract;
import io.onefold.destination.HttpContract.Identity;
import io.onefold.destination.HttpContract.Job;
import io.onefold.destination.HttpContract.Readback;
import io.onefold.destination.Template;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The hosts that the operator wrote into a contract. */
final class OwnHosts {
  private OwnHosts() {}

  /** In lower case; an address whose secrets are missing here adds none. */
  static Set<String> of(HttpContract contract, OperationTexts texts) {
    List<Template> addresses = new ArrayList<>();
    addresses.add(contract.send().url());
    contract.identity().map(Identity::url).ifPresent(addresses::add);
    contract.job().map(Job::url).ifPresent(addresses::add);
    contract.readback().stream().map(Readback::url).forEach(addresses::add);
    Set<String> hosts = new HashSet<>();
    for (Template address : addresses) {
      if (!address.text().startsWith("{")) {
        try {
          hosts.add(texts.hostOf(address).toLowerCase(Locale.ROOT));
        } catch (ExpansionException missing) {
          // It cannot be called here, so nothing may be led to it either.
        }
      }
    }
    return hosts;
  }
}
