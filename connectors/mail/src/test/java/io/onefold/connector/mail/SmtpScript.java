package io.onefold.connector.mail;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What the scripted server does with one recipient's mail.
 *
 * @param replies what it says at a stage instead of the usual
 * @param cut where it cuts the connection instead of a reply
 * @param silent where it says nothing and keeps the connection
 * @param stores whether it stores what came with a dot
 * @param change what it makes of the mail before it stores it
 * @param deleted whether the mail is marked as deleted afterwards
 */
record SmtpScript(
    Map<Stage, String> replies,
    Optional<Stage> cut,
    Optional<Stage> silent,
    boolean stores,
    UnaryOperator<String> change,
    boolean deleted) {
  static final SmtpScript USUAL =
      new SmtpScript(
          Map.of(), Optional.empty(), Optional.empty(), true, UnaryOperator.identity(), false);

  SmtpScript saying(Stage at, String reply) {
    Map<Stage, String> more = new HashMap<>(replies);
    more.put(at, reply);
    return new SmtpScript(more, cut, silent, stores, change, deleted);
  }

  SmtpScript cutting(Stage at) {
    return new SmtpScript(replies, Optional.of(at), silent, stores, change, deleted);
  }

  SmtpScript silentAt(Stage at) {
    return new SmtpScript(replies, cut, Optional.of(at), stores, change, deleted);
  }

  SmtpScript storingNothing() {
    return new SmtpScript(replies, cut, silent, false, change, deleted);
  }

  SmtpScript changing(UnaryOperator<String> change) {
    return new SmtpScript(replies, cut, silent, stores, change, deleted);
  }

  SmtpScript thenDeleted() {
    return new SmtpScript(replies, cut, silent, stores, change, true);
  }
}
