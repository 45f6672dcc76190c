package io.onefold.processor.rest;

import io.micronaut.context.event.BeanCreatedEvent;
import io.micronaut.context.event.BeanCreatedEventListener;
import io.micronaut.http.netty.channel.ChannelPipelineCustomizer;
import io.micronaut.http.server.netty.NettyServerCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import jakarta.inject.Singleton;

/**
 * Takes addresses with characters that should have come percent-encoded. Operation IDs may hold a
 * bar, and many clients send it as it is.
 */
@Singleton
final class LenientAddresses implements BeanCreatedEventListener<NettyServerCustomizer.Registry> {
  /** Besides letters and digits, what RFC 3986 allows in a path and a query. */
  private static final String ALLOWED = "-._~:/?#[]@!$&'()*+,;=%";

  @Override
  public NettyServerCustomizer.Registry onCreated(
      BeanCreatedEvent<NettyServerCustomizer.Registry> event) {
    event.getBean().register(new Customizer(null));
    return event.getBean();
  }

  /** The address with every other character percent-encoded. */
  static String encoded(String address) {
    StringBuilder encoded = new StringBuilder(address.length());
    for (int i = 0; i < address.length(); i++) {
      char c = address.charAt(i);
      boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (plain || ALLOWED.indexOf(c) >= 0 || c > 0xFF) {
        encoded.append(c);
      } else {
        encoded.append(String.format("%%%02X", (int) c));
      }
    }
    return encoded.toString();
  }

  private record Customizer(@org.jspecify.annotations.Nullable Channel channel)
      implements NettyServerCustomizer {
    @Override
    public NettyServerCustomizer specializeForChannel(Channel accepted, ChannelRole role) {
      return new Customizer(accepted);
    }

    @Override
    public void onStreamPipelineBuilt() {
      if (channel != null
          && channel.pipeline().get(ChannelPipelineCustomizer.HANDLER_HTTP_SERVER_CODEC) != null) {
        channel
            .pipeline()
            .addAfter(
                ChannelPipelineCustomizer.HANDLER_HTTP_SERVER_CODEC,
                "onefold-lenient-addresses",
                Encoder.INSTANCE);
      }
    }
  }

  @ChannelHandler.Sharable
  private static final class Encoder extends ChannelInboundHandlerAdapter {
    static final Encoder INSTANCE = new Encoder();

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof HttpRequest request) {
        request.setUri(encoded(request.uri()));
      }
      context.fireChannelRead(message);
    }
  }
}
