package io.onefold.audit;

import io.onefold.schema.Evidence;
import io.onefold.schema.ReadbackObservation;
import org.jspecify.annotations.Nullable;

/**
 * What the destination has told about an operation, over all its attempts.
 *
 * @param positive an acceptance or a finding was recorded
 * @param promised a job was accepted for later
 * @param many several items, or two identifiers, were told of
 * @param refused the current attempt was refused for good
 * @param standing a reason that stands against repeating the current attempt
 * @param found the newest readback that found something
 */
record Knowledge(
    boolean positive,
    boolean promised,
    boolean many,
    boolean refused,
    @Nullable String standing,
    @Nullable String standingText,
    @Nullable String providerId,
    @Nullable String publicUrl,
    @Nullable String job,
    @Nullable ReadbackObservation found) {
  static final Knowledge NONE =
      new Knowledge(false, false, false, false, null, null, null, null, null, null);

  /** Nothing may be sent again. */
  boolean forbidsSending() {
    return positive || promised;
  }

  Knowledge accepted(Evidence told) {
    return told(true, promised, many || another(told.getProviderId()), told);
  }

  Knowledge promisedBy(Evidence told) {
    return told(positive, true, many, told);
  }

  private Knowledge told(boolean nowPositive, boolean nowPromised, boolean nowMany, Evidence told) {
    return new Knowledge(
        nowPositive,
        nowPromised,
        nowMany,
        refused,
        standing,
        standingText,
        either(told.getProviderId(), providerId),
        either(told.getPublicUrl(), publicUrl),
        either(told.getJob(), job),
        found);
  }

  Knowledge found(ReadbackObservation seen) {
    boolean several = seen.getDetail().equals("MANY") || another(seen.getProviderId());
    return new Knowledge(
        true,
        promised,
        many || several,
        refused,
        standing,
        standingText,
        either(seen.getProviderId(), providerId),
        either(seen.getPublicUrl(), publicUrl),
        job,
        seen);
  }

  Knowledge standing(String reason, String text, boolean forGood) {
    return new Knowledge(
        positive,
        promised,
        many,
        refused || forGood,
        reason,
        text,
        providerId,
        publicUrl,
        job,
        found);
  }

  Knowledge forNextAttempt() {
    return new Knowledge(
        positive, promised, many, false, null, null, providerId, publicUrl, job, found);
  }

  private boolean another(@Nullable String told) {
    return told != null && providerId != null && !told.equals(providerId);
  }

  private static @Nullable String either(@Nullable String first, @Nullable String second) {
    return first == null ? second : first;
  }
}
