package org.busbench.mutants.wire;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.apache.http.Header;
import org.apache.http.HttpException;
import org.apache.http.HttpRequest;
import org.apache.http.HttpVersion;
import org.apache.http.impl.EnglishReasonPhraseCatalog;
import org.apache.http.impl.nio.codecs.DefaultHttpRequestParser;

/**
 * One client's connection: requests are answered one after another, in their order. While one is being answered nothing
 * more is read, which is the back-pressure. For the loop's thread.
 */
final class Front implements Loop.Channel {
    private final SocketChannel channel;
    private final SelectionKey key;
    private final Loop loop;
    private final Handler handler;
    private final MessageReader<HttpRequest> reader;
    private final Outgoing out;

    /** A request is with the handler. */
    private boolean busy;

    private boolean continued;
    private boolean keepAlive;
    private boolean http10;
    private boolean breaks;
    private boolean leaves;
    /** The last answer is being sent; the connection ends after it. */
    private boolean closing;

    Front(SocketChannel channel, SelectionKey key, Loop loop, Handler handler) {
        this.channel = channel;
        this.key = key;
        this.loop = loop;
        this.handler = handler;
        this.reader = new MessageReader<>(
                channel, input -> new DefaultHttpRequestParser(input, MessageReader.constraints()), 0);
        this.out = new Outgoing(channel);
    }

    @Override
    public void ready() throws IOException {
        if (key.isWritable() && !flush()) {
            return;
        }
        if (key.isValid() && key.isReadable() && !busy) {
            read();
        }
    }

    @Override
    public void end(String why) {
        key.cancel();
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone either way, and nobody is left to be told.
            return;
        }
    }

    @Override
    public void tick(long nanos) {
        // A client may take its time.
    }

    private void read() throws IOException {
        MessageReader.State state;
        try {
            state = reader.read();
        } catch (HttpException e) {
            closing = true;
            answer(Response.text(400, "not an HTTP/1.1 request: " + e.getMessage()));
            return;
        }
        switch (state) {
            case ENDED -> end("the client ended it");
            case PARTIAL -> continueIfAsked();
            case WHOLE -> take();
        }
    }

    private void take() {
        if (leaves) {
            end("as the next message came");
            return;
        }
        HttpRequest message = reader.message();
        String uri = message.getRequestLine().getUri();
        int mark = uri.indexOf('?');
        http10 = message.getRequestLine().getProtocolVersion().lessEquals(HttpVersion.HTTP_1_0);
        String connection = String.valueOf(value("Connection"));
        keepAlive = http10 ? connection.equalsIgnoreCase("keep-alive") : !connection.equalsIgnoreCase("close");
        Request request = new Request(
                message.getRequestLine().getMethod(),
                mark < 0 ? uri : uri.substring(0, mark),
                mark < 0 ? "" : uri.substring(mark + 1),
                value("Host"),
                value("Content-Type"),
                value("SOAPAction"),
                reader.body());
        reader.reset();
        continued = false;
        busy = true;
        key.interestOps(0);
        handler.handle(request, this::answer);
    }

    private String value(String name) {
        Header header = reader.message().getFirstHeader(name);
        return header == null ? null : header.getValue();
    }

    /** A client may wait for our word before it sends its body (RFC 9110 section 10.1.1). */
    private void continueIfAsked() throws IOException {
        if (reader.message() != null && !continued && "100-continue".equalsIgnoreCase(value("Expect"))) {
            continued = true;
            out.add("HTTP/1.1 100 Continue\r\n\r\n", new byte[0]);
            flush();
        }
    }

    private void answer(Response response) {
        if (!key.isValid()) {
            return;
        }
        breaks = response.ending() == Response.Ending.BREAKS;
        leaves = response.ending() == Response.Ending.LEAVES;
        closing |= !keepAlive || breaks;
        String reason = EnglishReasonPhraseCatalog.INSTANCE.getReason(response.status(), null);
        StringBuilder head = new StringBuilder("HTTP/1.1 ")
                .append(response.status())
                .append(' ')
                .append(reason == null ? "" : reason);
        if (response.contentType() != null) {
            head.append("\r\nContent-Type: ").append(response.contentType());
        }
        head.append("\r\nContent-Length: ").append(response.declaredLength());
        if (closing && !breaks) {
            head.append("\r\nConnection: close");
        } else if (http10 && keepAlive) {
            head.append("\r\nConnection: keep-alive");
        }
        out.add(head.append("\r\n\r\n").toString(), response.body());
        busy = false;
        loop.guard(new Sending());
    }

    /** Returns whether the connection may go on to read. */
    private boolean flush() throws IOException {
        if (!out.flush()) {
            key.interestOps(SelectionKey.OP_WRITE);
            return false;
        }
        if (closing && !busy) {
            end("after the last answer");
            return false;
        }
        if (!busy) {
            key.interestOps(SelectionKey.OP_READ);
        }
        if (!busy && reader.hasBuffered()) {
            // A pipelined request has come along with the last one. Not at once: its answer could come at once, too.
            loop.soon(() -> loop.guard(new Reading()));
        }
        return true;
    }

    /** Sends, as a guarded piece of work. */
    private final class Sending extends Work {
        @Override
        public void ready() throws IOException {
            flush();
        }
    }

    /** Reads what is in the buffer already, as a guarded piece of work. */
    private final class Reading extends Work {
        @Override
        public void ready() throws IOException {
            if (key.isValid() && !busy) {
                read();
            }
        }
    }

    /** Fails as the connection fails. */
    private abstract class Work implements Loop.Channel {
        @Override
        public void end(String why) {
            Front.this.end(why);
        }

        @Override
        public void tick(long nanos) {
            // It is over before time passes.
        }
    }
}
