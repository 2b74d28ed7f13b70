package netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import server.Options;

/** Starts the server; Netty 4.1 and 4.2 compile the same sources. */
public final class Main {
    private Main() {}

    /** Arguments as {@link Options#of} reads them. */
    public static void main(String[] arguments) throws InterruptedException {
        Options options = Options.of(arguments);
        EventLoopGroup acceptors = new NioEventLoopGroup(Options.ACCEPTORS);
        EventLoopGroup selectors = new NioEventLoopGroup(Options.SELECTORS);
        EventExecutorGroup workers = options.workers() ? new DefaultEventExecutorGroup(Options.WORKERS) : null;
        Upstream upstream = new Upstream(options.backend());
        new ServerBootstrap()
                .group(acceptors, selectors)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, Options.BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(new HttpServerCodec(), new HttpObjectAggregator(Options.LARGEST))
                                .addLast(workers, new RequestHandler(upstream));
                    }
                })
                .bind(options.address())
                .sync()
                .channel()
                .closeFuture()
                .sync();
    }
}
