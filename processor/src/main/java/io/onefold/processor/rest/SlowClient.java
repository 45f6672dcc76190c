package io.onefold.processor.rest;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose client takes too long with the head of a request, or with the next part
 * of a body that we want to read. While we do not read, because what came before is still being
 * written, the client is not to blame. For one connection; all runs on its event loop.
 */
final class SlowClient extends ChannelDuplexHandler {
  private final Duration patience;
  private Awaits awaits = Awaits.HEAD;
  private @Nullable ScheduledFuture<?> alarm;

  /** What is to come next. */
  private enum Awaits {
    HEAD,
    BODY,
    /** Another request, some time or never. */
    NOTHING
  }

  SlowClient(Duration patience) {
    this.patience = patience;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    setAlarm(context);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    cancel();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    cancel();
    context.fireChannelInactive();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) {
    switch (awaits) {
      case NOTHING -> {
        awaits = Awaits.HEAD;
        setAlarm(context);
      }
      case BODY -> cancel();
      // The head as a whole must come in time, however many parts it comes in.
      case HEAD -> {}
    }
    context.fireChannelRead(bytes);
  }

  @Override
  public void read(ChannelHandlerContext context) {
    if (awaits == Awaits.BODY && alarm == null) {
      setAlarm(context);
    }
    context.read();
  }

  private void setAlarm(ChannelHandlerContext context) {
    cancel();
    alarm =
        context
            .executor()
            .schedule(() -> close(context), patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static void close(ChannelHandlerContext context) {
    var unused = context.close();
  }

  private void cancel() {
    if (alarm != null) {
      alarm.cancel(false);
      alarm = null;
    }
  }

  /** To stand after the codec: tells this one where requests begin and end. */
  ChannelHandler requests() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest) {
          cancel();
          awaits = Awaits.BODY;
        }
        if (message instanceof LastHttpContent) {
          cancel();
          awaits = Awaits.NOTHING;
        }
        context.fireChannelRead(message);
      }
    };
  }
}
