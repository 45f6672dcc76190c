package io.onefold.audit;

import java.io.IOException;
import java.util.List;

/** Watches for what breaks no rule, and somebody should look at. Filling is thread-safe. */
final class Lookout implements AutoCloseable {
  private final Churn churn;
  private final Bypass bypass;
  private final boolean wantsAll;

  /**
   * Nothing is known but the listings.
   *
   * @throws InvalidListingException if one cannot be used
   */
  Lookout(List<Listing> listings, Scope scope) throws IOException {
    this.churn = new Churn();
    try {
      this.bypass = new Bypass(listings, scope);
    } catch (IOException | RuntimeException e) {
      churn.close();
      throw e;
    }
    // Of one operation alone nothing can be compared.
    this.wantsAll = scope.operationId().isEmpty();
  }

  /** True if operations outside of what is judged are to be added as well. */
  boolean wantsAll() {
    return wantsAll;
  }

  /**
   * Takes an operation in.
   *
   * @param fold its whole journal
   * @param asked false if it is outside of what is judged
   */
  void add(OperationFile file, Fold fold, boolean asked) {
    if (wantsAll) {
      churn.add(file, fold, asked);
      bypass.add(file, fold, asked);
    }
  }

  void report(Warnings into) {
    churn.report(into);
    bypass.report(into);
  }

  @Override
  public void close() {
    churn.close();
    bypass.close();
  }
}
