package io.onefold.connector.mail;

import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.connector.Observation.NotFound;
import io.onefold.connector.ReadbackRequest;
import jakarta.mail.MessagingException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the mails that were found say about one operation. Pure.
 *
 * <p>One submission may show as several mails: one for each recipient whose mailbox this is, or
 * copies that a filter made. They share the id that the submission server gave, which stands in the
 * oldest {@code Received} field. Mails without such an id count one by one.
 */
final class Look {
  /** The mail's own id is what is asked for, and the sender chose it. */
  static final String METHOD = "id";

  private final ReadbackRequest request;
  private final Optional<MailContent> approved;

  Look(ReadbackRequest request, Optional<MailContent> approved) {
    this.request = request;
    this.approved = approved;
  }

  Observation at(List<ImapSearch.Hit> hits) {
    if (hits.isEmpty()) {
      return new NotFound(
          false, true, METHOD, "Asked by Message-ID: no folder of the mailbox has the mail");
    }
    Map<String, List<ImapSearch.Hit>> submissions = new LinkedHashMap<>();
    for (ImapSearch.Hit hit : hits) {
      String key = queueId(hit).orElse("mail " + submissions.size());
      submissions.computeIfAbsent(key, any -> new ArrayList<>()).add(hit);
    }
    return submissions.size() > 1 ? many(submissions) : one(submissions.values().iterator().next());
  }

  /** The id that the operation knows if this mail's trace has it, else that of its first server. */
  private Optional<String> queueId(ImapSearch.Hit hit) {
    List<String> ids =
        hit.received().stream().flatMap(field -> QueueIds.ofTrace(field).stream()).toList();
    return request
        .providerId()
        .filter(ids::contains)
        .or(
            () ->
                hit.received().isEmpty()
                    ? Optional.empty()
                    : QueueIds.ofTrace(hit.received().getLast()));
  }

  private Found many(Map<String, List<ImapSearch.Hit>> submissions) {
    String shown =
        submissions.entrySet().stream()
            .limit(10)
            .map(each -> each.getKey() + " in " + folders(each.getValue()))
            .collect(Collectors.joining(", "));
    return found(
        Found.Kind.MANY,
        submissions.size(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        "%d mails belong to this operation: %s".formatted(submissions.size(), shown));
  }

  private static String folders(List<ImapSearch.Hit> hits) {
    return hits.stream().map(ImapSearch.Hit::folder).distinct().collect(Collectors.joining(", "));
  }

  private Observation one(List<ImapSearch.Hit> copies) {
    List<ImapSearch.Hit> present = copies.stream().filter(copy -> !copy.deleted()).toList();
    Optional<String> id = queueId(copies.getFirst()).or(request::providerId);
    if (present.isEmpty()) {
      return found(
          Found.Kind.REMOVED,
          1,
          id,
          Optional.empty(),
          List.of(),
          "it is in %s, marked as deleted".formatted(folders(copies)));
    }
    Optional<Observation> gravest = Optional.empty();
    for (ImapSearch.Hit copy : present) {
      Observation seen = compared(copy, id);
      if (gravest.isEmpty() || !agrees(seen)) {
        gravest = Optional.of(seen);
      }
    }
    return gravest.orElseThrow();
  }

  private static boolean agrees(Observation seen) {
    return seen instanceof Found found
        && (found.kind() == Found.Kind.MATCH || found.kind() == Found.Kind.NORMALISED);
  }

  private Observation compared(ImapSearch.Hit copy, Optional<String> id) {
    MailContent content;
    try {
      content = MailContent.of(copy.bytes());
    } catch (MessagingException | IOException e) {
      return new Inconclusive(
          Inconclusive.Why.UNREADABLE,
          METHOD,
          "Asked by Message-ID: it is in %s, but cannot be read: %s"
              .formatted(copy.folder(), e.getMessage()));
    }
    Comparison comparison =
        approved
            .map(it -> Comparison.of(it, content))
            .orElseGet(
                () ->
                    new Comparison(
                        Found.Kind.MISMATCH, List.of(), "what was approved is no mail at all"));
    return found(
        comparison.kind(),
        1,
        id,
        Optional.of(content.hash()),
        comparison.normalisers(),
        "it is in %s; %s".formatted(copy.folder(), comparison.message()));
  }

  private static Found found(
      Found.Kind kind,
      int matches,
      Optional<String> id,
      Optional<String> hash,
      List<io.onefold.destination.Normaliser> normalisers,
      String message) {
    return new Found(
        kind,
        METHOD,
        matches,
        id,
        Optional.empty(),
        hash,
        normalisers,
        "Asked by Message-ID: " + message);
  }
}
