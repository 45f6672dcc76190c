package io.onefold.codec;

import io.onefold.operation.Bytes;
import io.onefold.operation.RenderedBody;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rendered bodies. */
final class BodyCodec {
  private BodyCodec() {}

  static io.onefold.schema.@Nullable RenderedBody write(Optional<RenderedBody> body) {
    return Fields.orNull(body.map(BodyCodec::write));
  }

  static Optional<RenderedBody> read(io.onefold.schema.@Nullable RenderedBody avro) {
    return Optional.ofNullable(avro)
        .map(
            body ->
                new RenderedBody(
                    body.getContentType(),
                    Bytes.wrap(Fields.bytes(body.getContent())),
                    body.getHash()));
  }

  private static io.onefold.schema.RenderedBody write(RenderedBody body) {
    return new io.onefold.schema.RenderedBody(
        body.contentType(), ByteBuffer.wrap(body.content().array()), body.hash());
  }
}
