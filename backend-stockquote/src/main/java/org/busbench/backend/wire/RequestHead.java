package org.busbench.backend.wire;

import java.util.Locale;
import org.apache.http.Header;
import org.apache.http.HttpRequest;
import org.apache.http.HttpVersion;
import org.apache.http.ProtocolVersion;
import org.apache.http.RequestLine;
import org.busbench.backend.instance.ContentType;

/**
 * What the engine needs to know of a request's head.
 *
 * @param contentLength the body's length; -1: it is chunked
 * @param contentType the Content-Type, or null
 * @param soapAction the SOAPAction, or null
 * @param keepAlive whether the client wants to go on
 * @param http10 whether the client speaks HTTP/1.0
 * @param expectsContinue whether the client waits for a 100 before it sends the body
 */
record RequestHead(
        String method,
        String target,
        long contentLength,
        String contentType,
        Header soapAction,
        boolean keepAlive,
        boolean http10,
        boolean expectsContinue) {

    static RequestHead of(HttpRequest request) throws BadRequestException {
        RequestLine line = request.getRequestLine();
        ProtocolVersion version = line.getProtocolVersion();
        if (version.getMajor() != 1) {
            throw new BadRequestException(505, "HTTP version not supported: " + version);
        }
        Fields fields = new Fields();
        for (Header header : request.getAllHeaders()) {
            fields.take(header);
        }
        boolean http10 = version.lessEquals(HttpVersion.HTTP_1_0);
        return new RequestHead(
                line.getMethod(),
                pathAndQuery(line.getUri()),
                fields.bodyLength(line.getMethod(), http10),
                fields.contentType,
                fields.soapAction,
                http10 ? fields.keepAlive : !fields.close,
                http10,
                fields.expectsContinue && !http10);
    }

    /** The charset of the Content-Type, or null. */
    String charset() {
        return ContentType.charset(contentType);
    }

    /** The action of the message, as SOAP 1.1 or 1.2 states it, or null. */
    String action() {
        return soapAction == null ? ContentType.action(contentType) : soapAction.getValue();
    }

    boolean isGet() {
        return method.equals("GET");
    }

    boolean isPost() {
        return method.equals("POST");
    }

    String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    String query() {
        int query = target.indexOf('?');
        return query < 0 ? "" : target.substring(query + 1);
    }

    private static String pathAndQuery(String uri) {
        if (!uri.regionMatches(true, 0, "http://", 0, 7)) {
            return uri;
        }
        int path = uri.indexOf('/', 7);
        return path < 0 ? "/" : uri.substring(path);
    }

    /** Collects the headers that matter. Anything by which two parties could see different bodies is refused. */
    private static final class Fields {
        private long contentLength = -1;
        private boolean chunked;
        private boolean close;
        private boolean keepAlive;
        private boolean expectsContinue;
        private String contentType;
        private Header soapAction;

        void take(Header header) throws BadRequestException {
            String name = header.getName();
            if (name.equalsIgnoreCase("Content-Length")) {
                takeLength(header.getValue());
            } else if (name.equalsIgnoreCase("Content-Type")) {
                contentType = header.getValue();
            } else if (name.equalsIgnoreCase("SOAPAction")) {
                soapAction = header;
            } else if (name.equalsIgnoreCase("Transfer-Encoding")) {
                takeEncoding(header.getValue());
            } else if (name.equalsIgnoreCase("Connection")) {
                String value = header.getValue().toLowerCase(Locale.ROOT);
                close |= value.contains("close");
                keepAlive |= value.contains("keep-alive");
            } else if (name.equalsIgnoreCase("Expect")) {
                takeExpectation(header.getValue());
            }
        }

        long bodyLength(String method, boolean http10) throws BadRequestException {
            if (chunked && (contentLength >= 0 || http10)) {
                throw new BadRequestException(400, "Transfer-Encoding where it must not be");
            }
            if (chunked) {
                return -1;
            }
            if (contentLength < 0 && method.equals("POST")) {
                throw new BadRequestException(411, "a POST needs a Content-Length or a chunked body");
            }
            return Math.max(0, contentLength);
        }

        private void takeLength(String value) throws BadRequestException {
            boolean digits =
                    !value.isEmpty() && value.length() <= 18 && value.chars().allMatch(c -> c >= '0' && c <= '9');
            if (!digits) {
                throw new BadRequestException(400, "Content-Length is not a number: " + value);
            }
            long length = Long.parseLong(value);
            if (contentLength >= 0 && contentLength != length) {
                throw new BadRequestException(400, "two different Content-Lengths");
            }
            contentLength = length;
        }

        private void takeEncoding(String value) throws BadRequestException {
            if (chunked || !value.equalsIgnoreCase("chunked")) {
                throw new BadRequestException(501, "transfer encoding not supported: " + value);
            }
            chunked = true;
        }

        private void takeExpectation(String value) throws BadRequestException {
            if (!value.equalsIgnoreCase("100-continue")) {
                throw new BadRequestException(417, "unknown expectation: " + value);
            }
            expectsContinue = true;
        }
    }
}
