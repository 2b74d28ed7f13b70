package core4;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.apache.http.HttpEntity;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.HttpStatus;
import org.apache.http.entity.ContentType;
import org.apache.http.nio.entity.NByteArrayEntity;
import org.apache.http.nio.protocol.BasicAsyncRequestConsumer;
import org.apache.http.nio.protocol.BasicAsyncResponseProducer;
import org.apache.http.nio.protocol.HttpAsyncExchange;
import org.apache.http.nio.protocol.HttpAsyncRequestConsumer;
import org.apache.http.nio.protocol.HttpAsyncRequestHandler;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;
import server.Answers;

/** Answers requests that were read to their end, on the thread that read them or on one of the pool. */
final class RequestHandler implements HttpAsyncRequestHandler<HttpRequest> {
    private static final ContentType TYPE = ContentType.parse(Answers.TYPE);

    private final Executor workers;
    private final Upstream upstream;

    RequestHandler(Executor workers, Upstream upstream) {
        this.workers = workers;
        this.upstream = upstream;
    }

    @Override
    public HttpAsyncRequestConsumer<HttpRequest> processRequest(HttpRequest request, HttpContext context) {
        return new BasicAsyncRequestConsumer();
    }

    @Override
    public void handle(HttpRequest request, HttpAsyncExchange exchange, HttpContext context) {
        workers.execute(() -> process(request, exchange));
    }

    private void process(HttpRequest request, HttpAsyncExchange exchange) {
        String path = request.getRequestLine().getUri();
        HttpEntity sent = request instanceof HttpEntityEnclosingRequest with ? with.getEntity() : null;
        try {
            if (sent == null) {
                byte[] message = Answers.get(path);
                answer(exchange, message == null ? HttpStatus.SC_NOT_FOUND : HttpStatus.SC_OK, message);
            } else if (path.equals(Answers.PROXY)) {
                upstream.send(EntityUtils.toByteArray(sent), exchange);
            } else if (path.equals(Answers.ECHO)) {
                answer(exchange, HttpStatus.SC_OK, EntityUtils.toByteArray(sent));
            } else {
                answer(exchange, HttpStatus.SC_NOT_FOUND, null);
            }
        } catch (IOException unreadable) {
            answer(exchange, HttpStatus.SC_BAD_REQUEST, null);
        }
    }

    /** Sends an answer; may be called on any thread. */
    static void answer(HttpAsyncExchange exchange, int status, byte[] body) {
        HttpResponse response = exchange.getResponse();
        response.setStatusCode(status);
        if (body != null) {
            response.setEntity(new NByteArrayEntity(body, TYPE));
        }
        exchange.submitResponse(new BasicAsyncResponseProducer(response));
    }
}
