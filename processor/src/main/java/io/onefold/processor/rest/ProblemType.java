package io.onefold.processor.rest;

import java.util.Locale;

/**
 * Kinds of problem documents (RFC 9457). Names and statuses are kept stable: callers rely on them.
 */
enum ProblemType {
  INVALID_INTENT(400, "The intent is not valid"),
  ID_NOT_CANONICAL(400, "The operation ID is not in its one form"),
  UNKNOWN_DESTINATION(400, "No such destination"),
  IDENTITY_MISMATCH(400, "Not the destination's account or environment"),
  PAYLOAD_NOT_APPROVED(400, "The payload is not the approved one"),
  BODY_NOT_RENDERED(400, "The body to send cannot be made of the intent"),
  EXPIRED(400, "The intent has expired"),
  STALE_INTENT(400, "The intent is older than the dedupe window"),
  INVALID_CONTROL(400, "The request about a destination is not valid"),
  INVALID_REVIEW(400, "The review is not valid"),
  BAD_REQUEST(400, "The request is not valid"),
  UNAUTHENTICATED(401, "A credential is needed"),
  INVALID_CREDENTIAL(401, "The credential is not valid"),
  FORBIDDEN(403, "Not allowed"),
  UNKNOWN_OPERATION(404, "No such operation"),
  NO_SUCH_DESTINATION(404, "No such destination"),
  NO_RECEIPT(404, "No receipt yet"),
  NOT_FOUND(404, "Not found"),
  METHOD_NOT_ALLOWED(405, "Method not allowed"),
  MOVED_ON(409, "The operation moved on"),
  DESTINATION_REFUSED(409, "The destination's state does not allow it"),
  REVIEW_REFUSED(409, "The review was refused"),
  NOT_ENDED(409, "The operation has not ended"),
  NOT_SEALED(409, "The payload was not sealed"),
  PAYLOAD_ERASED(409, "The payload was erased"),
  TOO_LARGE(413, "Too large"),
  UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
  TOO_MANY_REQUESTS(429, "Too many requests"),
  INTERNAL(500, "Internal error"),
  NOT_OFFERED(501, "Not offered"),
  UNAVAILABLE(503, "The ledger is not available");

  private final int status;
  private final String title;

  ProblemType(int status, String title) {
    this.status = status;
    this.title = title;
  }

  int status() {
    return status;
  }

  String title() {
    return title;
  }

  /** The type as a URI. It is a name, not an address. */
  String uri() {
    return "urn:onefold:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
