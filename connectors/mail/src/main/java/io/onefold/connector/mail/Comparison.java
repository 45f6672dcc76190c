package io.onefold.connector.mail;

import io.onefold.connector.Observation.Found;
import io.onefold.destination.Normaliser;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a mail that was found compares with the approved one. Pure.
 *
 * @param normalisers what bridged a difference; empty unless {@code NORMALISED}
 * @param message the end of a sentence for people
 */
record Comparison(Found.Kind kind, List<Normaliser> normalisers, String message) {
  /** What mail systems do to texts on the way; nothing else is bridged. */
  private static final List<Normaliser> OF_TEXT = List.of(Normaliser.TRIM);

  private static final List<Normaliser> OF_SUBJECT =
      List.of(Normaliser.TRIM, Normaliser.COLLAPSE_SPACE);

  Comparison {
    normalisers = List.copyOf(normalisers);
  }

  /** Compares; the gravest finding counts: wrong account, a missing part, other content. */
  static Comparison of(MailContent approved, MailContent found) {
    List<String> from = found.addresses().getOrDefault(MailContent.FROM, List.of());
    if (!from.equals(approved.addresses().get(MailContent.FROM))) {
      return new Comparison(
          Found.Kind.WRONG_ACCOUNT, List.of(), "it is from another address: " + from);
    }
    Set<Normaliser> needed = EnumSet.noneOf(Normaliser.class);
    Optional<String> field = differingField(approved, found, needed);
    if (field.isPresent()) {
      return mismatch(field.get());
    }
    return pieces(approved.parts(), found.parts(), needed)
        .orElseGet(() -> agreeing(List.copyOf(needed)));
  }

  private static Optional<String> differingField(
      MailContent approved, MailContent found, Set<Normaliser> needed) {
    for (String name : List.of("To", "Cc", "Reply-To")) {
      if (!found.addresses().getOrDefault(name, List.of()).equals(approved.addresses().get(name))) {
        return Optional.of(name);
      }
    }
    return bridged(approved.subject(), found.subject(), OF_SUBJECT, needed)
        ? Optional.empty()
        : Optional.of("Subject");
  }

  private static Optional<Comparison> pieces(
      List<MailContent.Piece> approved, List<MailContent.Piece> found, Set<Normaliser> needed) {
    List<MailContent.Piece> missing = new ArrayList<>();
    int next = 0;
    for (MailContent.Piece piece : approved) {
      if (next < found.size() && agrees(piece, found.get(next), needed)) {
        next++;
      } else {
        missing.add(piece);
      }
    }
    if (next < found.size()) {
      return Optional.of(mismatch("the part " + found.get(next).shown()));
    }
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Comparison(
            Found.Kind.PARTIAL,
            List.of(),
            "parts are missing: %s; there are %d of %d"
                .formatted(
                    missing.stream().map(MailContent.Piece::shown).toList(),
                    found.size(),
                    approved.size())));
  }

  private static boolean agrees(
      MailContent.Piece approved, MailContent.Piece found, Set<Normaliser> needed) {
    boolean alike =
        approved.type().equals(found.type()) && approved.filename().equals(found.filename());
    return alike
        && (approved.isText()
            ? bridged(approved.value(), found.value(), OF_TEXT, needed)
            : approved.value().equals(found.value()));
  }

  /** Whether both are equal after as few of the normalisers as it takes, which are noted. */
  private static boolean bridged(
      String approved, String found, List<Normaliser> allowed, Set<Normaliser> needed) {
    for (int used = 0; used <= allowed.size(); used++) {
      List<Normaliser> some = allowed.subList(0, used);
      if (Normaliser.applyAll(some, approved).equals(Normaliser.applyAll(some, found))) {
        needed.addAll(some);
        return true;
      }
    }
    return false;
  }

  private static Comparison mismatch(String where) {
    return new Comparison(
        Found.Kind.MISMATCH, List.of(), "it differs from what was approved at " + where);
  }

  private static Comparison agreeing(List<Normaliser> needed) {
    return needed.isEmpty()
        ? new Comparison(Found.Kind.MATCH, needed, "it agrees with what was approved")
        : new Comparison(
            Found.Kind.NORMALISED,
            needed,
            "it agrees with what was approved after "
                + String.join(", ", needed.stream().map(Normaliser::label).toList()));
  }
}
