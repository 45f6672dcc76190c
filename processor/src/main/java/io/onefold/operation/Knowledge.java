package io.onefold.operation;

import java.util.Optional;

/**
 * What the destination has told about an operation, over all its attempts.
 *
 * @param positive an acceptance or a finding was recorded; never taken back
 * @param promised a job was accepted for later; only its failure takes the promise back
 * @param duplicates several items were seen, or two identifiers told; only a person closes such an
 *     operation
 * @param refused the current attempt was refused for good
 * @param standing why the current attempt must not be repeated by itself, even if nothing is found
 * @param lastFound the newest readback that found something
 */
public record Knowledge(
    boolean positive,
    boolean promised,
    boolean duplicates,
    boolean refused,
    Optional<Standing> standing,
    Optional<String> providerId,
    Optional<String> publicUrl,
    Optional<String> job,
    Optional<Observation> lastFound) {

  /** A reason that stands until a person decides. */
  public record Standing(Reason reason, String text) {}

  /** Nothing is known. */
  public static final Knowledge NONE =
      new Knowledge(
          false,
          false,
          false,
          false,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  /**
   * True if an effect exists or may be on its way without any further doing: nothing may be sent
   * again.
   */
  public boolean forbidsSending() {
    return positive || promised;
  }

  Knowledge accepted(Evidence evidence) {
    return new Knowledge(
        true,
        promised,
        duplicates || another(evidence.providerId()),
        refused,
        standing,
        evidence.providerId().or(() -> providerId),
        evidence.publicUrl().or(() -> publicUrl),
        evidence.job().or(() -> job),
        lastFound);
  }

  Knowledge promisedBy(Evidence evidence) {
    return new Knowledge(
        positive,
        true,
        duplicates,
        refused,
        standing,
        evidence.providerId().or(() -> providerId),
        evidence.publicUrl().or(() -> publicUrl),
        evidence.job().or(() -> job),
        lastFound);
  }

  Knowledge refusedWith(String text) {
    return new Knowledge(
        positive,
        promised,
        duplicates,
        true,
        Optional.of(new Standing(Reason.REJECTED_BY_DESTINATION, text)),
        providerId,
        publicUrl,
        job,
        lastFound);
  }

  Knowledge standing(Reason reason, String text) {
    return new Knowledge(
        positive,
        promised,
        duplicates,
        refused,
        Optional.of(new Standing(reason, text)),
        providerId,
        publicUrl,
        job,
        lastFound);
  }

  Knowledge found(Observation seen) {
    return new Knowledge(
        true,
        promised,
        duplicates || seen.kind() == Observation.Kind.MANY || another(seen.providerId()),
        refused,
        standing,
        seen.providerId().or(() -> providerId),
        seen.publicUrl().or(() -> publicUrl),
        job,
        Optional.of(seen));
  }

  /** Two identifiers are two things, whichever attempt made which. */
  private boolean another(Optional<String> told) {
    return told.isPresent() && providerId.isPresent() && !told.equals(providerId);
  }

  /** A new attempt begins: what stood against the last one is over. */
  Knowledge forNextAttempt() {
    return new Knowledge(
        positive,
        promised,
        duplicates,
        false,
        Optional.empty(),
        providerId,
        publicUrl,
        job,
        lastFound);
  }
}
