package netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import server.Answers;

/** Answers whole requests, on the connection's own thread or on one of the pool. */
final class RequestHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private final Upstream upstream;

    RequestHandler(Upstream upstream) {
        this.upstream = upstream;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext client, FullHttpRequest request) {
        boolean stays = HttpUtil.isKeepAlive(request);
        if (request.method().equals(HttpMethod.POST) && request.uri().equals(Answers.PROXY)) {
            upstream.send(client, request.content().retain(), stays);
            return;
        }
        if (request.method().equals(HttpMethod.POST) && request.uri().equals(Answers.ECHO)) {
            answer(client, HttpResponseStatus.OK, request.content().retain(), stays);
            return;
        }
        byte[] message = request.method().equals(HttpMethod.GET) ? Answers.get(request.uri()) : null;
        answer(
                client,
                message == null ? HttpResponseStatus.NOT_FOUND : HttpResponseStatus.OK,
                message == null ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(message),
                stays);
    }

    /** Sends an answer, and gives its body free. */
    static void answer(ChannelHandlerContext client, HttpResponseStatus status, ByteBuf body, boolean stays) {
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body);
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, Answers.TYPE)
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        HttpUtil.setKeepAlive(response, stays);
        if (stays) {
            client.writeAndFlush(response, client.voidPromise());
        } else {
            client.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext client, Throwable fault) {
        client.close();
    }
}
