package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.connector.Observation.Inconclusive.Why;
import io.onefold.connector.Observation.NotFound;
import io.onefold.connector.ReadbackRequest;
import io.onefold.destination.ExpansionException;
import io.onefold.destination.HttpContract;
import io.onefold.destination.HttpContract.Readback;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One look at a destination, in the order that the contract gives.
 *
 * <p>The first way of asking that can tell, tells. What was found counts at once. That nothing was
 * found counts only if no other way that was asked before failed to tell, and only with confirmed
 * credentials: the search of another account is empty as well. Absence by id alone is complete only
 * if the caller chose the id; an id that the destination gave is known only because the thing was
 * there.
 */
final class ReadbackRound {
  private static final String JOB = "job";

  private final ReadbackRequest request;
  private final HttpContract contract;
  private final OperationTexts texts;
  private final Inquiry inquiry;
  private final Supplier<Identities.Finding> identity;
  private final Findings findings;
  private Optional<String> providerId;

  ReadbackRound(
      ReadbackRequest request,
      OperationTexts texts,
      Inquiry inquiry,
      Supplier<Identities.Finding> identity) {
    this.request = request;
    this.contract = request.destination().http();
    this.texts = texts;
    this.inquiry = inquiry;
    this.identity = identity;
    this.findings =
        new Findings(
            contract.item(), Content.of(request, texts), texts.masker(), request.publicUrl());
    this.providerId = request.providerId();
  }

  Observation run() {
    JobState job =
        request.job().isPresent() && contract.job().isPresent()
            ? JobState.ask(contract.job().get(), inquiry, texts)
            : new JobState.None();
    if (job instanceof JobState.Pending) {
      return new Inconclusive(Why.JOB_PENDING, JOB, "The job is still pending");
    }
    if (job instanceof JobState.Done(Optional<String> made) && made.isPresent()) {
      providerId = made;
      texts.set("providerId", made.get());
    }
    Observation seen = askInOrder();
    return switch (job) {
      case JobState.None none -> seen;
      case JobState.Pending pending -> seen;
      case JobState.Done done -> withDoneJob(seen);
      case JobState.Failed failed -> withFailedJob(seen);
      case JobState.Unclear(String message) -> withUnclearJob(seen, message);
    };
  }

  private Observation withDoneJob(Observation seen) {
    return switch (seen) {
      case NotFound none ->
          new Inconclusive(
              Why.INCOMPLETE, none.method(), "The job is done, but its result does not show yet");
      case Inconclusive nothing when nothing.why() == Why.NOTHING_TO_ASK ->
          new Found(
              Found.Kind.MATCH,
              JOB,
              1,
              providerId.map(texts.masker()::maskReference),
              request.publicUrl(),
              Optional.empty(),
              List.of(),
              "The job is done; nothing else can be asked");
      default -> seen;
    };
  }

  private static Observation withFailedJob(Observation seen) {
    String message = "The destination gave the job up";
    return switch (seen) {
      case NotFound none -> new NotFound(true, none.complete(), none.method(), message);
      case Inconclusive nothing when nothing.why() == Why.NOTHING_TO_ASK ->
          new NotFound(true, true, JOB, message);
      default -> seen;
    };
  }

  private Observation withUnclearJob(Observation seen, String message) {
    return seen instanceof Found
        ? seen
        : new Inconclusive(
            Why.UNAVAILABLE, JOB, texts.masker().mask("The job cannot tell: " + message));
  }

  private Observation askInOrder() {
    List<Inconclusive> unclear = new ArrayList<>();
    List<NotFound> nothing = new ArrayList<>();
    for (Readback entry : contract.readback()) {
      if (!isAskable(entry)) {
        continue;
      }
      switch (ask(entry)) {
        case Found found -> {
          return found;
        }
        case Inconclusive inconclusive -> unclear.add(inconclusive);
        case NotFound none -> nothing.add(none);
      }
      if (unclear.isEmpty() && nothing.stream().anyMatch(NotFound::complete)) {
        break;
      }
    }
    return conclude(unclear, nothing);
  }

  private Observation conclude(List<Inconclusive> unclear, List<NotFound> nothing) {
    if (!unclear.isEmpty()) {
      return unclear.getFirst();
    }
    if (nothing.isEmpty()) {
      return new Inconclusive(Why.NOTHING_TO_ASK, "", "The contract has no way to ask here");
    }
    NotFound none =
        nothing.stream().filter(NotFound::complete).findFirst().orElse(nothing.getFirst());
    return switch (checkIdentity()) {
      case Identities.Finding.Confirmed ok -> none;
      case Identities.Finding.Mismatch(String message) -> unusable(none, message);
      case Identities.Finding.NotAuthorised(String message) -> unusable(none, message);
      case Identities.Finding.Unclear(String message) -> unusable(none, message);
    };
  }

  private Identities.Finding checkIdentity() {
    try {
      return identity.get();
    } catch (ExpansionException e) {
      return new Identities.Finding.Unclear("it cannot be asked: " + e.getMessage());
    }
  }

  private Observation unusable(NotFound none, String message) {
    return new Inconclusive(
        Why.UNAVAILABLE,
        none.method(),
        texts.masker().mask("Nothing was found, but that proves nothing: " + message));
  }

  private boolean isAskable(Readback entry) {
    return switch (entry.by()) {
      case ID -> isClientChosen(entry) || providerId.isPresent();
      case PUBLIC_URL ->
          request.accepted()
              && (!entry.url().variables().contains("publicUrl")
                  || request.publicUrl().isPresent());
      case REFERENCE, LIST -> true;
    };
  }

  private static boolean isClientChosen(Readback entry) {
    return !entry.url().variables().contains("providerId");
  }

  private Observation ask(Readback entry) {
    String method = method(entry);
    try {
      return switch (inquiry.ask(entry)) {
        case Reply.Items(List<JsonNode> items, Optional<Reply.CannotTell> doubt) ->
            items(entry, items, doubt);
        case Reply.Gone(String message) -> findings.gone(method, providerId, message);
        case Reply.Absent(String message) ->
            new NotFound(
                false,
                entry.by() == Readback.By.ID && isClientChosen(entry),
                method,
                said(method, message));
        case Reply.CannotTell(Why why, String message) ->
            new Inconclusive(why, method, said(method, message));
      };
    } catch (ExpansionException e) {
      return new Inconclusive(
          Why.UNAVAILABLE, method, said(method, "it cannot be asked: " + e.getMessage()));
    }
  }

  private Observation items(
      Readback entry, List<JsonNode> items, Optional<Reply.CannotTell> doubt) {
    String method = method(entry);
    List<JsonNode> own = findings.own(entry, items);
    if (own.isEmpty()) {
      return doubt
          .<Observation>map(why -> new Inconclusive(why.why(), method, said(method, why.message())))
          .orElseGet(() -> nothing(entry, "it lists nothing of this operation"));
    }
    List<JsonNode> effects = findings.effects(own);
    if (effects.isEmpty()) {
      return nothing(entry, "it shows an attempt that failed, which is no effect");
    }
    Observation seen = findings.judge(method, effects);
    boolean searched = entry.by() == Readback.By.REFERENCE || entry.by() == Readback.By.LIST;
    if (searched && seen instanceof Found found && found.matches() == 1) {
      return confirmed(found);
    }
    return seen;
  }

  private NotFound nothing(Readback entry, String what) {
    boolean complete =
        switch (entry.by()) {
          case REFERENCE, LIST -> true;
          case ID -> isClientChosen(entry);
          case PUBLIC_URL -> false;
        };
    return new NotFound(false, complete, method(entry), said(method(entry), what));
  }

  /**
   * A search may lag behind or show what is gone: the id is asked as well, where the contract can.
   */
  private Observation confirmed(Found hit) {
    Optional<Readback> byId =
        contract.readback().stream()
            .filter(entry -> entry.by() == Readback.By.ID && !isClientChosen(entry))
            .findFirst();
    if (byId.isEmpty() || hit.providerId().isEmpty()) {
      return hit;
    }
    providerId = hit.providerId();
    texts.set("providerId", hit.providerId().get());
    return switch (ask(byId.get())) {
      case Found found -> findings.confirmed(found, hit);
      case NotFound none ->
          new Inconclusive(
              Why.INCOMPLETE,
              hit.method(),
              said(hit.method(), "it shows an item that its own address does not know"));
      case Inconclusive unclear ->
          new Inconclusive(
              unclear.why(),
              hit.method(),
              said(
                  hit.method(), "it shows an item that cannot be confirmed: " + unclear.message()));
    };
  }

  private static String method(Readback entry) {
    return entry.by().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private String said(String method, String what) {
    return texts.masker().mask("Asked by " + method + ": " + what);
  }
}
