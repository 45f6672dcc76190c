package io.onefold.audit;

import io.onefold.schema.Command;
import io.onefold.schema.Grant;
import io.onefold.schema.Intent;
import io.onefold.schema.Readback;
import io.onefold.schema.RenderedBody;
import io.onefold.schema.Send;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Commands of one operation, as far as they are still there, against its journal. */
final class CommandRules {
  private final Story story;
  private final OperationFindings findings;
  private final Map<String, Integer> seen = new HashMap<>(4);

  CommandRules(Story story, OperationFindings findings) {
    this.story = story;
    this.findings = findings;
  }

  void check(Located<Command> located) {
    Command command = located.what();
    Fold op = story.fold;
    equal(
        located,
        "destination",
        op.intent == null ? "" : op.intent.getDestination(),
        command.getDestination());
    switch (command.getOrder()) {
      case Send send -> {
        String offer = Story.claim(send.getToken(), Long.toString(command.getIssuedAtMs()));
        int times = story.offered.getOrDefault(offer, 0);
        if (times == 0) {
          without(located, "the offer of token " + send.getToken());
        } else {
          once(located, "offer " + offer, times);
        }
      }
      case Grant grant -> grant(located, grant);
      case Readback order -> readback(located, order);
      default -> without(located, "an unknown order");
    }
  }

  /** Each event asks for its command once, and both are written in one transaction. */
  private void once(Located<Command> located, String what, int times) {
    int now = seen.merge(what, 1, Integer::sum);
    if (now > times) {
      findings.add(
          Rule.WRITTEN_AGAIN,
          located.at(),
          "",
          Integer.toString(times),
          Integer.toString(now),
          "this is command %d of what the journal asked for %d times".formatted(now, times));
    }
  }

  private void without(Located<Command> located, String what) {
    findings.add(
        story.fold.hasEnded() ? Rule.SEND_AFTER_END : Rule.COMMAND_WITHOUT_EVENT,
        located.at(),
        "%s at %d stands in no event".formatted(what, located.what().getIssuedAtMs()));
  }

  private void grant(Located<Command> located, Grant grant) {
    String holder = story.granted.get(grant.getToken());
    if (!grant.getClaimId().equals(holder)) {
      findings.add(
          holder == null ? Rule.COMMAND_WITHOUT_EVENT : Rule.SECOND_GRANT,
          located.at(),
          "order.claimId",
          holder == null ? "no grant of token " + grant.getToken() : holder,
          grant.getClaimId(),
          "token %d is granted to claim %s, in the journal to %s"
              .formatted(grant.getToken(), grant.getClaimId(), holder == null ? "none" : holder));
      return;
    }
    once(located, "grant " + grant.getToken(), 1);
    Fold op = story.fold;
    content(located, grant.getPayload(), grant.getContentType());
    equal(
        located,
        "issuedAtMs",
        story.grantedAt.get(grant.getToken()),
        located.what().getIssuedAtMs());
    equal(located, "order.payloadHash", op.payloadHash, grant.getPayloadHash());
    equal(located, "order.leaseMs", op.rules().getLeaseMs(), grant.getLeaseMs());
    equal(located, "order.firstSentAtMs", op.attempts.firstGrantMs(), grant.getFirstSentAtMs());
    Intent intent = op.intent;
    if (intent != null) {
      equal(located, "order.action", intent.getAction(), grant.getAction());
      equal(located, "order.attributes", intent.getAttributes(), grant.getAttributes());
    }
    RenderedBody body = grant.getBody();
    RenderedBody rendered = op.body;
    equal(
        located,
        "order.body.hash",
        rendered == null ? null : rendered.getHash(),
        body == null ? null : body.getHash());
    if (body != null && rendered != null) {
      equal(located, "order.body.contentType", rendered.getContentType(), body.getContentType());
      // Of a large command only a content that does not fit its hash is left: that of the content.
      boolean whole = located.hash().isEmpty();
      if (whole || body.getContent().hasRemaining()) {
        String hash =
            whole
                ? Hashes.of(body.getContent())
                : new String(Hashes.bytes(body.getContent()), StandardCharsets.UTF_8);
        equal(located, "order.body.content", rendered.getHash(), hash);
      }
    }
  }

  private void readback(Located<Command> located, Readback order) {
    Readback asked = story.asked.get(Story.question(order.getToken(), order.getNumber()));
    if (asked == null) {
      without(located, "readback %d of token %d".formatted(order.getNumber(), order.getToken()));
      return;
    }
    once(located, "readback " + order.getToken() + " " + order.getNumber(), 1);
    content(located, order.getPayload(), order.getContentType());
    long question = Story.question(order.getToken(), order.getNumber());
    equal(located, "issuedAtMs", story.askedAt.get(question), located.what().getIssuedAtMs());
    Intent intent = story.fold.intent;
    if (intent != null) {
      equal(located, "order.attributes", intent.getAttributes(), order.getAttributes());
    }
    equal(located, "order.providerId", asked.getProviderId(), order.getProviderId());
    equal(located, "order.publicUrl", asked.getPublicUrl(), order.getPublicUrl());
    equal(located, "order.job", asked.getJob(), order.getJob());
    equal(located, "order.accepted", asked.getAccepted(), order.getAccepted());
    equal(located, "order.firstSentAtMs", asked.getFirstSentAtMs(), order.getFirstSentAtMs());
  }

  private void content(Located<Command> located, ByteBuffer payload, String contentType) {
    String hash = located.hash().isEmpty() ? Hashes.of(payload) : located.hash();
    equal(located, "order.payload", story.fold.payloadHash, hash);
    Intent intent = story.fold.intent;
    equal(located, "order.contentType", intent == null ? "" : intent.getContentType(), contentType);
  }

  private void equal(
      Located<Command> located,
      String field,
      @org.jspecify.annotations.Nullable Object expected,
      @org.jspecify.annotations.Nullable Object actual) {
    if (!Objects.equals(expected, actual)) {
      findings.add(
          Rule.COMMAND_DIFFERS,
          located.at(),
          field,
          Differences.show(expected),
          Differences.show(actual),
          "the command says %s = %s, by the journal it is %s"
              .formatted(field, Differences.show(actual), Differences.show(expected)));
    }
  }
}
