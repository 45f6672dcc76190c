package io.onefold.destination;

import java.util.ArrayList;
import java.util.List;

/** All templates of a contract, in the order of the file. */
final class ContractTemplates {
  private ContractTemplates() {}

  static List<Template> of(Destination destination) {
    return of(destination.http());
  }

  static List<Template> of(HttpContract http) {
    List<Template> templates = new ArrayList<>(http.headers().values());
    templates.add(http.send().url());
    templates.addAll(http.send().headers().values());
    http.idempotency().ifPresent(idempotency -> templates.add(idempotency.value()));
    http.identity()
        .ifPresent(
            identity -> {
              templates.add(identity.url());
              templates.addAll(identity.headers().values());
            });
    for (HttpContract.Readback readback : http.readback()) {
      templates.add(readback.url());
      templates.addAll(readback.headers().values());
    }
    http.job()
        .ifPresent(
            job -> {
              templates.add(job.url());
              templates.addAll(job.headers().values());
            });
    return templates;
  }
}
