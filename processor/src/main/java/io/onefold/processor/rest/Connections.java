package io.onefold.processor.rest;

import io.micronaut.context.event.BeanCreatedEvent;
import io.micronaut.context.event.BeanCreatedEventListener;
import io.micronaut.http.netty.channel.ChannelPipelineCustomizer;
import io.micronaut.http.server.netty.NettyServerCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.onefold.access.Access;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Bounds connections before there is a request on them: how many are open, and how long a client
 * may keep one waiting.
 */
@Singleton
final class Connections implements BeanCreatedEventListener<NettyServerCustomizer.Registry> {
  private final Access access;
  private final AtomicInteger open = new AtomicInteger();

  Connections(Access access) {
    this.access = access;
  }

  @Override
  public NettyServerCustomizer.Registry onCreated(
      BeanCreatedEvent<NettyServerCustomizer.Registry> event) {
    event.getBean().register(new Customizer(null));
    return event.getBean();
  }

  private void count(Channel accepted) {
    boolean tooMany = open.incrementAndGet() > access.limits().connections();
    var unusedCount = accepted.closeFuture().addListener(closed -> open.decrementAndGet());
    if (tooMany) {
      // Not at once: its pipeline is still being built.
      accepted
          .eventLoop()
          .execute(
              () -> {
                var unused = accepted.close();
              });
    }
  }

  private final class Customizer implements NettyServerCustomizer {
    private final @Nullable Channel channel;

    Customizer(@Nullable Channel channel) {
      this.channel = channel;
    }

    @Override
    public NettyServerCustomizer specializeForChannel(Channel accepted, ChannelRole role) {
      if (role == ChannelRole.CONNECTION) {
        count(accepted);
      }
      return new Customizer(accepted);
    }

    @Override
    public void onStreamPipelineBuilt() {
      if (channel == null) {
        return;
      }
      ChannelPipeline pipeline = channel.pipeline();
      String codec = ChannelPipelineCustomizer.HANDLER_HTTP_SERVER_CODEC;
      if (pipeline.get(codec) != null) {
        SlowClient slow = new SlowClient(access.limits().patience());
        pipeline.addBefore(codec, "onefold-slow-client", slow);
        pipeline.addAfter(codec, "onefold-requests", slow.requests());
      }
    }
  }
}
