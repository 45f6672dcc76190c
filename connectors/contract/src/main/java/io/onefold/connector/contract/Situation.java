package io.onefold.connector.contract;

/** What the destination is to do with an operation. */
public enum Situation {
  /** Stores it, answers so at once, and shows it truthfully by id and by reference. */
  ACCEPTS,
  /** As {@link #ACCEPTS}, and stores each further write as well. */
  ACCEPTS_EACH_WRITE,
  /** Promises a job that stays pending. */
  JOB_PENDING,
  /** Promises a job and gives it up at once; stores nothing. */
  JOB_FAILED,
  /** Refuses for good; the answer repeats the credentials it got. */
  REFUSES,
  /** Does not take the credentials. */
  NOT_AUTHORISED,
  /** Stores nothing and asks to wait three seconds. */
  DEFERS,
  /** Stores it and answers with a server error. */
  FAILS_AFTER_STORING,
  /** Stores it and cuts the connection without an answer byte. */
  REPLY_LOST_AFTER_STORING,
  /** Stores it and cuts the connection in the middle of the answer. */
  REPLY_CUT_AFTER_STORING,
  /** Stores it and never answers. */
  SILENT_AFTER_STORING,
  /** Answers with a success that names nothing, and stores nothing. */
  SUCCESS_WITHOUT_ID,
  /** Points elsewhere and stores nothing. */
  REDIRECTS,
  /** Cannot be reached: no byte of a write gets there. */
  UNREACHABLE,
  /** Stores it; every readback fails with a server error. */
  READBACK_FAILS,
  /** Stores it; it is removed before anybody looks. */
  REMOVED,
  /** Stores it; shows it with other content. */
  OTHER_CONTENT,
  /** Stores it; shows it in another account. */
  OTHER_ACCOUNT,
  /** Stores it; shows it in a form that a declared normaliser bridges. */
  NORMALISED,
  /** Stores it; shows that a part is missing. */
  PARTIAL
}
