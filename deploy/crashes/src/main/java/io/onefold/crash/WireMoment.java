package io.onefold.crash;

/** What passes between a worker and the provider. */
enum WireMoment {
  WRITE("POST", true, "the write has left the worker and has not reached the provider"),
  WRITE_ANSWER("POST", false, "the provider has committed, its answer has not reached the worker"),
  READ("GET", true, "the readback has left the worker and has not reached the provider"),
  READ_ANSWER("GET", false, "the provider has shown what it has, the worker has not seen it");

  private final String method;
  private final boolean request;
  private final String words;

  WireMoment(String method, boolean request, String words) {
    this.method = method;
    this.request = request;
    this.words = words;
  }

  /** True if this is the moment: bytes of a request, or of an answer to one, of that method. */
  boolean is(String methodOnTheWire, boolean isRequest) {
    return request == isRequest && method.equals(methodOnTheWire);
  }

  /** For people. */
  String words() {
    return words;
  }
}
