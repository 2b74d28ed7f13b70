package jetty12;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import server.Answers;
import server.Options;

/** Answers whole requests. It never waits, and says so only where the thread that selects is to process. */
final class RequestHandler extends Handler.Abstract {

    private RequestHandler(InvocationType type) {
        super(type);
    }

    /** Jetty hands a request to its pool unless the handler promises that it does not block. */
    static RequestHandler of(Options options) {
        return new RequestHandler(options.workers() ? InvocationType.BLOCKING : InvocationType.NON_BLOCKING);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String path = Request.getPathInContext(request);
        if (request.getMethod().equals("POST") && path.equals(Answers.ECHO)) {
            Content.Source.asByteBuffer(
                    request, Promise.from(body -> answer(response, body, callback), callback::failed));
            return true;
        }
        byte[] message = request.getMethod().equals("GET") ? Answers.get(path) : null;
        if (message == null) {
            Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
        } else {
            answer(response, ByteBuffer.wrap(message), callback);
        }
        return true;
    }

    private static void answer(Response response, ByteBuffer body, Callback callback) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Answers.TYPE);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.remaining());
        response.write(true, body, callback);
    }
}
