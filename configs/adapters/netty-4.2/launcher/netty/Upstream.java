package netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.FastThreadLocal;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import server.Answers;
import server.Options;

/** The backend. A request goes out on the selector thread of its client, which has idle connections of its own. */
final class Upstream {
    private final InetSocketAddress backend;
    private final FastThreadLocal<Deque<Channel>> idle = new FastThreadLocal<>() {
        @Override
        protected Deque<Channel> initialValue() {
            return new ArrayDeque<>();
        }
    };

    Upstream(InetSocketAddress backend) {
        this.backend = backend;
    }

    /** Sends a body on, and its answer back; gives the body free. May be called on any thread. */
    void send(ChannelHandlerContext client, ByteBuf body, boolean stays) {
        EventLoop loop = client.channel().eventLoop();
        if (loop.inEventLoop()) {
            begin(client, body, stays, loop);
        } else {
            loop.execute(() -> begin(client, body, stays, loop));
        }
    }

    private void begin(ChannelHandlerContext client, ByteBuf body, boolean stays, EventLoop loop) {
        Deque<Channel> own = idle.get();
        Channel free = own.pollLast();
        while (free != null && !free.isActive()) {
            free = own.pollLast();
        }
        if (free != null) {
            ask(free, client, body, stays);
            return;
        }
        connect(loop).addListener((ChannelFuture connected) -> {
            if (connected.isSuccess()) {
                ask(connected.channel(), client, body, stays);
            } else {
                body.release();
                RequestHandler.answer(client, HttpResponseStatus.BAD_GATEWAY, Unpooled.EMPTY_BUFFER, stays);
            }
        });
    }

    private ChannelFuture connect(EventLoop loop) {
        return new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(
                                        new HttpClientCodec(),
                                        new HttpObjectAggregator(Options.LARGEST),
                                        new AnswerHandler());
                    }
                })
                .connect(backend);
    }

    private void ask(Channel server, ChannelHandlerContext client, ByteBuf body, boolean stays) {
        AnswerHandler handler = server.pipeline().get(AnswerHandler.class);
        handler.client = client;
        handler.stays = stays;
        DefaultFullHttpRequest request =
                new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, Answers.ECHO, body);
        request.headers()
                .set(HttpHeaderNames.HOST, backend.getHostString() + ":" + backend.getPort())
                .set(HttpHeaderNames.CONTENT_TYPE, Answers.TYPE)
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        server.writeAndFlush(request, server.voidPromise());
    }

    /** Hands answers of one connection to the client that waits; on the thread of both. */
    private final class AnswerHandler extends SimpleChannelInboundHandler<FullHttpResponse> {
        private ChannelHandlerContext client;
        private boolean stays;

        @Override
        protected void channelRead0(ChannelHandlerContext server, FullHttpResponse response) {
            ChannelHandlerContext waiting = client;
            client = null;
            if (HttpUtil.isKeepAlive(response)) {
                idle.get().addLast(server.channel());
            } else {
                server.close();
            }
            RequestHandler.answer(waiting, response.status(), response.content().retain(), stays);
        }

        @Override
        public void channelInactive(ChannelHandlerContext server) {
            if (client != null) {
                RequestHandler.answer(client, HttpResponseStatus.BAD_GATEWAY, Unpooled.EMPTY_BUFFER, stays);
                client = null;
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext server, Throwable fault) {
            server.close();
        }
    }
}
