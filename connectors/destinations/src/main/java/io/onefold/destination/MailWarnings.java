package io.onefold.destination;

import io.onefold.destination.MailContract.Security;
import java.util.ArrayList;
import java.util.List;

/** Weak spots of the mail part of a contract that is legal all the same. */
final class MailWarnings {
  /** A warning and the key that it is about. */
  record About(String key, String message) {}

  private MailWarnings() {}

  static List<About> of(Destination destination, MailContract mail) {
    List<About> warnings = new ArrayList<>();
    if (mail.smtp().login().isPresent()
        && mail.smtp().security() == Security.NONE
        && !isHere(mail.smtp().host())) {
      warnings.add(new About("smtp", inTheClear()));
    }
    mail.imap()
        .filter(imap -> imap.security() == Security.NONE && !isHere(imap.host()))
        .ifPresent(imap -> warnings.add(new About("imap", inTheClear())));
    if (mail.imap().isEmpty()) {
      warnings.add(
          new About(
              "smtp",
              destination.verification() == Destination.Verification.READBACK
                  ? "there is no `imap`: every unknown outcome and every accepted one goes to a"
                      + " person"
                  : "there is no `imap`: every unknown outcome goes to a person, and an accepted"
                      + " one says that the server took the mail, not that it arrived"));
    }
    if (destination.absence().proof()) {
      warnings.add(new About("absence", heldQueue(destination)));
    }
    return warnings;
  }

  private static boolean isHere(String host) {
    return host.equals("localhost") || host.equals("::1") || host.startsWith("127.");
  }

  private static String inTheClear() {
    return "the password goes over the network in the clear; say `tls: starttls` or `tls:"
        + " implicit`";
  }

  private static String heldQueue(Destination destination) {
    return ("a mail that was accepted shows nowhere while it waits in a queue, and servers keep"
            + " mail for hours or days: with `proof: true` it is sent a second time unless"
            + " settle (%s) is longer than the longest wait")
        .formatted(Durations.format(destination.settle()));
  }
}
