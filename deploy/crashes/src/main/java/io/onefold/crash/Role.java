package io.onefold.crash;

/** What kind of process. */
enum Role {
  LEDGER,
  WORKER
}
