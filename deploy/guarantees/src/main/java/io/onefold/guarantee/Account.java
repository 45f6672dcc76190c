package io.onefold.guarantee;

import io.onefold.schema.Command;
import io.onefold.schema.Escalation;
import io.onefold.schema.Intent;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.Receipt;
import io.onefold.schema.Review;
import java.util.EnumSet;
import java.util.Set;

/** What one guarantee remembers of one operation. Looks at what it needs, and ignores the rest. */
abstract class Account {
  private final EnumSet<Assumption> broken = EnumSet.noneOf(Assumption.class);

  /** The assumptions that were broken for this operation, as far as it was told. */
  Set<Assumption> broken() {
    return broken;
  }

  final void see(Seen seen, Findings findings) {
    switch (seen) {
      case Seen.Submitted submitted -> submitted(submitted.intent(), findings);
      case Seen.Reported reported -> reported(reported.event(), findings);
      case Seen.Reviewed reviewed -> reviewed(reviewed.review(), findings);
      case Seen.Commanded commanded -> commanded(commanded.command(), findings);
      case Seen.Journalled journalled -> journalled(journalled, findings);
      case Seen.Received received -> received(received.receipt(), findings);
      case Seen.Escalated escalated -> escalated(escalated.escalation(), findings);
      case Seen.Controlled controlled -> {}
      case Seen.Written written -> written(findings);
      case Seen.Stored stored -> stored(stored, findings);
      case Seen.Removed removed -> {}
      case Seen.Broken told -> broken.add(told.assumption());
    }
  }

  void submitted(Intent intent, Findings findings) {}

  void reported(ProviderEvent event, Findings findings) {}

  void reviewed(Review review, Findings findings) {}

  void commanded(Command command, Findings findings) {}

  void journalled(Seen.Journalled journalled, Findings findings) {}

  void received(Receipt receipt, Findings findings) {}

  void escalated(Escalation escalation, Findings findings) {}

  void written(Findings findings) {}

  void stored(Seen.Stored stored, Findings findings) {}

  /** Nothing more will be seen of this operation. */
  void conclude(Findings findings) {}
}
