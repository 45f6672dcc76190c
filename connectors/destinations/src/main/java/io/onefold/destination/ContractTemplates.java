package io.onefold.destination;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All templates of a contract but those of the body, which hold no secrets. */
final class ContractTemplates {
  private ContractTemplates() {}

  static List<Template> of(Destination destination) {
    List<Template> templates = of(destination.http());
    destination.mail().ifPresent(mail -> templates.addAll(of(mail)));
    return templates;
  }

  private static List<Template> of(MailContract mail) {
    return Stream.concat(
            mail.smtp().login().stream(), mail.imap().map(MailContract.Imap::login).stream())
        .flatMap(login -> Stream.of(login.user(), login.password()))
        .toList();
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
    http.auth().ifPresent(auth -> templates.addAll(of(auth)));
    return templates;
  }

  private static List<Template> of(Auth auth) {
    return switch (auth) {
      case Auth.Basic basic -> List.of(basic.user(), basic.password());
      case Auth.Bearer bearer -> List.of(bearer.token());
      case Auth.ApiKey key -> List.of(key.value());
      case Auth.OAuth2 oauth2 ->
          List.of(oauth2.tokenUrl(), oauth2.clientId(), oauth2.clientSecret());
    };
  }
}
