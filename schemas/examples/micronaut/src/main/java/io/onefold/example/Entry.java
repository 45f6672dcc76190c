package io.onefold.example;

/**
 * One piece of work.
 *
 * @param kind of the record that asked for it
 * @param operationId the operation
 * @param mark tells this record of that kind and operation from every other
 * @param what the work itself, in one line
 */
record Entry(String kind, String operationId, String mark, String what) {
  /** What it is known by: no two pieces of work have the same. */
  String key() {
    return kind + "\t" + operationId + "\t" + mark;
  }

  String line() {
    return key() + "\t" + what;
  }
}
