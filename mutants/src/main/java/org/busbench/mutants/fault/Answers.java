package org.busbench.mutants.fault;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Response;

/** Changes answers on their way to the client. */
final class Answers implements Conduct {
    private static final String EMPTY_ENVELOPE =
            "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body/></e:Envelope>";

    private final Turn turn;
    private final UnaryOperator<Response> change;

    private Answers(Turn turn, UnaryOperator<Response> change) {
        this.turn = turn;
        this.change = change;
    }

    /** Cuts bodies after so many bytes, with a length that fits. */
    static Conduct cutAt(int bytes, Turn turn) {
        return new Answers(turn, right -> first(right, Math.min(bytes, right.body().length)));
    }

    /** Answers with success and an envelope that holds nothing. */
    static Conduct emptyEnvelope(Turn turn) {
        return new Answers(turn, right -> right.withBody(EMPTY_ENVELOPE.getBytes(StandardCharsets.UTF_8)));
    }

    /** Puts a space before the text of the first symbol: whoever trims does not see it. */
    static Conduct padded(Turn turn) {
        return new Answers(turn, right -> {
            String text = new String(right.body(), StandardCharsets.ISO_8859_1);
            String padded = text.replaceFirst("(symbol>|Code>)([^<])", "$1 $2");
            return right.withBody(padded.getBytes(StandardCharsets.ISO_8859_1));
        });
    }

    /** Declares one byte more than there is, and ends the connection. */
    static Conduct declaredTooLong(Turn turn) {
        return new Answers(
                turn,
                right -> new Response(
                        right.status(),
                        right.contentType(),
                        right.body(),
                        right.body().length + 1,
                        Response.Ending.BREAKS));
    }

    /** Calls XML a page for people. */
    static Conduct asHtml(Turn turn) {
        return new Answers(turn, right -> Response.of(right.status(), "text/html; charset=UTF-8", right.body()));
    }

    /** States a charset in which the answer is not written. */
    static Conduct inAnotherCharset(Turn turn) {
        return new Answers(turn, right -> Response.of(right.status(), "text/xml; charset=ISO-8859-1", right.body()));
    }

    /** Leaves the last byte out, with a length that fits. */
    static Conduct withoutLastByte(Turn turn) {
        return new Answers(turn, right -> first(right, Math.max(0, right.body().length - 1)));
    }

    /** Answers faults with the status of success. */
    static Conduct faultsAs200(Turn turn) {
        return new Answers(turn, right -> right.status() >= 500 ? right.withStatus(200) : right);
    }

    /** Answers with success and nothing else, as a suspended endpoint can. */
    static Conduct empty(Turn turn) {
        return new Answers(turn, right -> first(right, 0));
    }

    /** Changes one digit: status, length, nonce and route stay right. */
    static Conduct withAnotherDigit(Turn turn) {
        return new Answers(turn, right -> {
            String text = new String(right.body(), StandardCharsets.ISO_8859_1);
            int point = text.indexOf('.', text.indexOf("Response"));
            if (point < 1) {
                return right;
            }
            char digit = text.charAt(point - 1) == '9' ? '8' : '9';
            String other = text.substring(0, point - 1) + digit + text.substring(point);
            return right.withBody(other.getBytes(StandardCharsets.ISO_8859_1));
        });
    }

    /** Ends the connection in the middle of a body whose whole length was declared. */
    static Conduct brokenOff(Turn turn) {
        return new Answers(turn, right -> {
            byte[] half = Arrays.copyOf(right.body(), right.body().length / 2);
            return new Response(right.status(), right.contentType(), half, right.body().length, Response.Ending.BREAKS);
        });
    }

    /**
     * Ends the connection after a whole answer, without having said so, when the next message is there: one that ends it
     * at once may do so (RFC 9112 section 9.6), and a client that has the time to notice loses nothing.
     */
    static Conduct thenCloses(Turn turn) {
        return new Answers(
                turn,
                right -> new Response(
                        right.status(),
                        right.contentType(),
                        right.body(),
                        right.body().length,
                        Response.Ending.LEAVES));
    }

    private static Response first(Response right, int bytes) {
        return right.withBody(Arrays.copyOf(right.body(), bytes));
    }

    @Override
    public Handler requests(Handler right) {
        return (request, answer) -> {
            boolean wrong = request.method().equals("POST") && turn.comes();
            right.handle(request, wrong ? response -> answer.accept(change.apply(response)) : answer);
        };
    }
}
