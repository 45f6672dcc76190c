package io.onefold.destination;

import java.util.Optional;

/**
 * How requests to a destination prove who sends them. The templates hold secret references and no
 * variables. Credentials go only to origins that the contract's own addresses name.
 */
public sealed interface Auth {
  /** {@code Authorization: Basic}, RFC 7617, in UTF-8. */
  record Basic(Template user, Template password) implements Auth {}

  /** {@code Authorization: Bearer}, RFC 6750. */
  record Bearer(Template token) implements Auth {}

  /** A header of the destination's own. */
  record ApiKey(String header, Template value) implements Auth {}

  /**
   * A token of an OAuth 2 server, RFC 6749 section 4.4 (client credentials).
   *
   * @param tokenUrl the token endpoint
   * @param scope scopes as they go into the request; empty: none
   * @param audience for servers that ask for one; empty: none
   * @param clientAuth where the client's own credentials go
   */
  record OAuth2(
      Template tokenUrl,
      Template clientId,
      Template clientSecret,
      Optional<String> scope,
      Optional<String> audience,
      ClientAuth clientAuth)
      implements Auth {}

  /** Where a client's own credentials go in a token request. */
  enum ClientAuth {
    /** Into the {@code Authorization} header. */
    BASIC,
    /** Into the body. */
    BODY
  }
}
