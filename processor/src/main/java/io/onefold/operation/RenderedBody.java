package io.onefold.operation;

/**
 * What is sent in place of the payload, rendered once from the contract's template.
 *
 * @param contentType media type of the content
 * @param content the exact bytes; {@link Bytes#EMPTY} once the operation is final
 * @param hash SHA-256 over the content, kept for ever
 */
public record RenderedBody(String contentType, Bytes content, String hash) {

  /** The same body without its bytes. */
  RenderedBody withoutContent() {
    return new RenderedBody(contentType, Bytes.EMPTY, hash);
  }
}
