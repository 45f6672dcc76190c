package io.onefold.guarantee;

import io.onefold.schema.Intent;
import io.onefold.schema.OperationEvent;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a destination stored for one operation: at most one thing, and only if somebody asked for
 * it. Something with other content or in a wrong account counts as well, and so does something that
 * was removed again.
 *
 * <p>A second one is excused only by a broken assumption on which one of the operation's own
 * repetitions rests: who breaks the assumption on keys excuses nothing at an operation that was
 * repeated because a readback found nothing.
 */
public final class OneEffect extends PerOperation {
  /** For one run. */
  public OneEffect() {
    super("The same business request, retried, never acts twice", EffectAccount::new);
  }

  private static final class EffectAccount extends Account {
    private final Trail trail = new Trail();
    private final Set<Assumption> grounds = EnumSet.of(Assumption.KAFKA_KEEPS_RECORDS);
    private final StringBuilder effects = new StringBuilder();
    private boolean asked;
    private boolean ended;
    private int stored;

    @Override
    void submitted(Intent intent, Findings findings) {
      asked = true;
    }

    @Override
    void stored(Seen.Stored effect, Findings findings) {
      stored++;
      effects
          .append(effects.isEmpty() ? "" : ", ")
          .append(effect.providerId())
          .append(" in ")
          .append(effect.account())
          .append(effect.intended() ? "" : " with other content");
    }

    @Override
    void journalled(Seen.Journalled journalled, Findings findings) {
      OperationEvent event = journalled.event();
      if (ended) {
        return;
      }
      trail.absorb(event);
      Optional<Ground> ground = Optional.empty();
      if (event.getToken() > trail.token()) {
        ground = Ground.of(trail, event);
        ground.ifPresent(found -> grounds.addAll(found.restsOn(trail)));
      }
      trail.follow(event, ground);
      ended = Names.isFinal(event.getStateAfter());
    }

    @Override
    void conclude(Findings findings) {
      if (stored > 0 && !asked) {
        findings.add("foreign-effect", "nobody asked for it, but stored is " + effects);
      }
      if (stored > 1) {
        findings.add(
            "two-effects",
            "%d effects after %d tokens: %s".formatted(stored, trail.token(), effects),
            grounds,
            broken());
      }
    }
  }
}
