package org.busbench.mutants.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.http.Header;
import org.apache.http.HttpException;
import org.apache.http.HttpResponse;
import org.apache.http.entity.ContentLengthStrategy;
import org.apache.http.impl.nio.codecs.DefaultHttpResponseParser;

/**
 * One connection to a backend, with at most one message on it. Nothing is ever sent again: a POST may have arrived. For
 * the loop's thread.
 */
final class Back implements Loop.Channel {
    private static final long ANSWER_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final SocketChannel channel;
    private final SelectionKey key;
    private final InetSocketAddress address;
    private final Consumer<Back> whenFree;
    private final Consumer<Back> whenGone;
    private final MessageReader<HttpResponse> reader;
    private final Outgoing out;

    private Caller.Outcome outcome;
    private long sentNanos;

    private Back(
            SocketChannel channel,
            SelectionKey key,
            InetSocketAddress address,
            Consumer<Back> whenFree,
            Consumer<Back> whenGone) {
        this.channel = channel;
        this.key = key;
        this.address = address;
        this.whenFree = whenFree;
        this.whenGone = whenGone;
        this.reader = new MessageReader<>(
                channel,
                input -> new DefaultHttpResponseParser(input, MessageReader.constraints()),
                ContentLengthStrategy.IDENTITY);
        this.out = new Outgoing(channel);
    }

    /** Begins to connect. */
    static Back open(Loop loop, InetSocketAddress address, Consumer<Back> whenFree, Consumer<Back> whenGone)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            boolean connected = channel.connect(address);
            SelectionKey key = channel.register(loop.selector(), connected ? 0 : SelectionKey.OP_CONNECT);
            Back back = new Back(channel, key, address, whenFree, whenGone);
            key.attach(back);
            return back;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Sends a message on this connection, which must be free. */
    void send(Call call, String path, long now, Caller.Outcome told) throws IOException {
        outcome = told;
        sentNanos = now;
        out.add(
                "POST " + path + " HTTP/1.1\r\nHost: " + address.getHostString() + ":" + address.getPort()
                        + "\r\nContent-Type: " + call.contentType()
                        + (call.soapAction() == null ? "" : "\r\nSOAPAction: " + call.soapAction())
                        + "\r\nContent-Length: " + call.body().length + "\r\n\r\n",
                call.body());
        if (channel.isConnected()) {
            flush();
        }
    }

    @Override
    public void ready() throws IOException {
        if (key.isConnectable()) {
            channel.finishConnect();
            flush();
        } else if (key.isWritable()) {
            flush();
        }
        if (key.isValid() && key.isReadable()) {
            receive();
        }
    }

    private void flush() throws IOException {
        key.interestOps(out.flush() ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    }

    private void receive() throws IOException {
        MessageReader.State state;
        try {
            state = reader.read();
        } catch (HttpException e) {
            throw new IOException("not an HTTP/1.1 response: " + e.getMessage(), e);
        }
        if (state == MessageReader.State.ENDED) {
            end("the backend ended the connection");
        } else if (state == MessageReader.State.WHOLE && outcome == null) {
            end("the backend answered what nobody asked");
        } else if (state == MessageReader.State.WHOLE && isInterim()) {
            reader.reset();
            receive();
        } else if (state == MessageReader.State.WHOLE) {
            answered();
        }
    }

    private boolean isInterim() {
        return reader.message().getStatusLine().getStatusCode() < 200;
    }

    private void answered() {
        HttpResponse head = reader.message();
        Header type = head.getFirstHeader("Content-Type");
        Header connection = head.getFirstHeader("Connection");
        boolean stays =
                head.getFirstHeader("Content-Length") != null || head.getFirstHeader("Transfer-Encoding") != null;
        stays &= connection == null || !connection.getValue().equalsIgnoreCase("close");
        Response response =
                Response.of(head.getStatusLine().getStatusCode(), type == null ? null : type.getValue(), reader.body());
        Caller.Outcome told = outcome;
        outcome = null;
        reader.reset();
        if (stays) {
            whenFree.accept(this);
        } else {
            end("after its last answer");
        }
        told.answered(response);
    }

    @Override
    public void end(String why) {
        key.cancel();
        whenGone.accept(this);
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone either way; whoever waits is told below.
            sentNanos = 0;
        }
        Caller.Outcome told = outcome;
        outcome = null;
        if (told != null) {
            told.failed(why);
        }
    }

    @Override
    public void tick(long nanos) {
        if (outcome != null && nanos - sentNanos > ANSWER_LIMIT_NANOS) {
            end("no answer within " + TimeUnit.NANOSECONDS.toSeconds(ANSWER_LIMIT_NANOS) + " s");
        }
    }
}
