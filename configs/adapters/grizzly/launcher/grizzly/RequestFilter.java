package grizzly;

import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.Protocol;
import org.glassfish.grizzly.http.util.HttpStatus;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import server.Answers;

/** Answers whole requests, on the thread that the transport's strategy chose. */
final class RequestFilter extends BaseFilter {
    private final Upstream upstream;

    RequestFilter(Upstream upstream) {
        this.upstream = upstream;
    }

    @Override
    public NextAction handleRead(FilterChainContext client) {
        HttpContent content = client.getMessage();
        if (!content.isLast()) {
            return client.getStopAction(content);
        }
        HttpRequestPacket request = (HttpRequestPacket) content.getHttpHeader();
        String path = request.getRequestURI();
        if (request.getMethod() == Method.POST && path.equals(Answers.PROXY)) {
            NextAction suspended = client.getSuspendAction();
            client.suspend();
            upstream.send(client, request, content.getContent());
            return suspended;
        }
        if (request.getMethod() == Method.POST && path.equals(Answers.ECHO)) {
            answer(client, request, HttpStatus.OK_200.getStatusCode(), content.getContent());
            return client.getStopAction();
        }
        byte[] message = request.getMethod() == Method.GET ? Answers.get(path) : null;
        answer(
                client,
                request,
                (message == null ? HttpStatus.NOT_FOUND_404 : HttpStatus.OK_200).getStatusCode(),
                message == null
                        ? Buffers.EMPTY_BUFFER
                        : Buffers.wrap(MemoryManager.DEFAULT_MEMORY_MANAGER, message));
        return client.getStopAction();
    }

    /** Sends an answer. */
    static void answer(FilterChainContext client, HttpRequestPacket request, int status, Buffer body) {
        HttpResponsePacket response = request.getResponse();
        response.setStatus(status);
        response.setProtocol(Protocol.HTTP_1_1);
        response.setContentType(Answers.TYPE);
        response.setContentLength(body.remaining());
        client.write(response.httpContentBuilder().content(body).last(true).build());
    }
}
