package core5;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.AsyncResponseBuilder;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import server.Answers;

/** Answers requests that were read to their end, on the thread that read them or on one of the pool. */
final class RequestHandler implements AsyncServerRequestHandler<Message<HttpRequest, byte[]>> {
    private static final ContentType TYPE = ContentType.parse(Answers.TYPE);

    private final Executor workers;
    private final Upstream upstream;

    RequestHandler(Executor workers, Upstream upstream) {
        this.workers = workers;
        this.upstream = upstream;
    }

    @Override
    public AsyncRequestConsumer<Message<HttpRequest, byte[]>> prepare(
            HttpRequest request, EntityDetails entity, HttpContext context) {
        return new BasicRequestConsumer<>(entity == null ? null : new BasicAsyncEntityConsumer());
    }

    @Override
    public void handle(Message<HttpRequest, byte[]> request, ResponseTrigger client, HttpContext context) {
        workers.execute(() -> process(request, client, context));
    }

    private void process(Message<HttpRequest, byte[]> request, ResponseTrigger client, HttpContext context) {
        String path = request.getHead().getPath();
        byte[] sent = request.getBody();
        if (sent == null) {
            byte[] message = Answers.get(path);
            answer(client, context, message == null ? HttpStatus.SC_NOT_FOUND : HttpStatus.SC_OK, message);
        } else if (path.equals(Answers.PROXY)) {
            upstream.send(sent, client, context);
        } else {
            boolean echo = path.equals(Answers.ECHO);
            answer(client, context, echo ? HttpStatus.SC_OK : HttpStatus.SC_NOT_FOUND, echo ? sent : null);
        }
    }

    /** Sends an answer; may be called on any thread. */
    static void answer(ResponseTrigger client, HttpContext context, int status, byte[] body) {
        AsyncResponseBuilder response = AsyncResponseBuilder.create(status);
        if (body != null) {
            response.setEntity(body, TYPE);
        }
        try {
            client.submitResponse(response.build(), context);
        } catch (HttpException | IOException gone) {
            throw new IllegalStateException("the client's connection has ended", gone);
        }
    }
}
