package io.onefold.drill;

/** Is told how a drill goes on. Thread-safe. */
interface Progress {
  /** Something that takes a while begins. */
  void preparing(String what);

  void began(Scenario scenario);

  void ended(Result result);

  /** Says nothing. */
  static Progress silent() {
    return new Progress() {
      @Override
      public void preparing(String what) {}

      @Override
      public void began(Scenario scenario) {}

      @Override
      public void ended(Result result) {}
    };
  }
}
