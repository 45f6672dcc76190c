package io.onefold.guarantee;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A guarantee that judges each operation by itself. Its memory grows with the operations of a run,
 * not with what is seen of them.
 */
abstract class PerOperation implements Guarantee {
  private final String promise;
  private final Supplier<? extends Account> fresh;
  private final Map<String, Account> accounts = new LinkedHashMap<>();
  private final List<Excused> excused = new ArrayList<>();

  PerOperation(String promise, Supplier<? extends Account> fresh) {
    this.promise = promise;
    this.fresh = fresh;
  }

  @Override
  public final String promise() {
    return promise;
  }

  @Override
  public final void see(Seen seen, Consumer<Violation> violations) {
    String id = seen.operationId();
    if (id.isEmpty()) {
      ofNone(seen);
    } else {
      accounts
          .computeIfAbsent(id, unknown -> fresh.get())
          .see(seen, new Findings(promise, id, violations, excused));
    }
  }

  /** Looks at something that is about no operation. */
  void ofNone(Seen seen) {}

  @Override
  public final void conclude(Consumer<Violation> violations) {
    accounts.forEach(
        (id, account) -> account.conclude(new Findings(promise, id, violations, excused)));
  }

  @Override
  public final List<Excused> excused() {
    return List.copyOf(excused);
  }
}
