package org.busbench.mutants.fault;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.mutants.wire.BackendPool;
import org.busbench.mutants.wire.BackendRequest;
import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Request;
import org.busbench.mutants.wire.Response;

/** Faults on the way to the client: what is done with some of the messages in place of the right thing. */
record ResponseFaults(FaultRate rate, Wrong wrong) implements Fault {
    private static final String EMPTY_ENVELOPE =
            "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body/></e:Envelope>";

    /** Handles a message wrongly. */
    private interface Wrong {
        void handle(Handler right, Request request, Consumer<Response> answer);
    }

    private static Fault changed(FaultRate rate, UnaryOperator<Response> change) {
        return new ResponseFaults(
                rate,
                (right, request, answer) -> right.handle(request, response -> answer.accept(change.apply(response))));
    }

    /** Never answers some messages, though the backend has. */
    static Fault lost(FaultRate rate) {
        return new ResponseFaults(rate, (right, request, answer) -> right.handle(request, response -> {}));
    }

    /** Sends messages that must be refused to backend A before it refuses them. */
    static Fault forwarded(FaultRate rate, BackendPool backends) {
        return new ResponseFaults(
                rate,
                (right, request, answer) -> right.handle(request, response -> {
                    if (response.status() == 500) {
                        backends.call(
                                new BackendRequest(
                                        "A", "/validated", request.contentType(), request.soapAction(), request.body()),
                                ignored -> answer.accept(response));
                    } else {
                        answer.accept(response);
                    }
                }));
    }

    /** Sends requests back as their own answers, nonce and all. */
    static Fault echoes(FaultRate rate) {
        return new ResponseFaults(
                rate, (right, request, answer) -> answer.accept(Response.of(200, Response.XML, request.body())));
    }

    /** Cuts bodies after so many bytes, with a length that fits. */
    static Fault cutAt(int bytes, FaultRate rate) {
        return changed(rate, right -> first(right, Math.min(bytes, right.body().length)));
    }

    static Fault emptyEnvelope(FaultRate rate) {
        return changed(rate, right -> right.withBody(EMPTY_ENVELOPE.getBytes(StandardCharsets.UTF_8)));
    }

    /** Puts a space before the text of the first symbol: a client that trims does not see it. */
    static Fault padded(FaultRate rate) {
        return changed(rate, right -> right.changed(text -> text.replaceFirst("(symbol>|Code>)([^<])", "$1 $2")));
    }

    /** Declares one byte more than there is, and ends the connection. */
    static Fault declaredTooLong(FaultRate rate) {
        return changed(rate, right -> right.announcing(right.body().length + 1));
    }

    /** Gives XML the type of HTML. */
    static Fault asHtml(FaultRate rate) {
        return changed(rate, right -> Response.of(right.status(), "text/html; charset=UTF-8", right.body()));
    }

    /** States a charset in which the answer is not written. */
    static Fault inAnotherCharset(FaultRate rate) {
        return changed(rate, right -> Response.of(right.status(), "text/xml; charset=ISO-8859-1", right.body()));
    }

    /** Leaves the last byte out, with a length that fits. */
    static Fault withoutLastByte(FaultRate rate) {
        return changed(rate, right -> first(right, Math.max(0, right.body().length - 1)));
    }

    static Fault faultsAs200(FaultRate rate) {
        return changed(rate, right -> right.status() >= 500 ? right.withStatus(200) : right);
    }

    /** ResponseFaults with success and nothing else, as a suspended endpoint can. */
    static Fault empty(FaultRate rate) {
        return changed(rate, right -> first(right, 0));
    }

    /** Changes one digit: status, length, nonce and route stay right. */
    static Fault withAnotherDigit(FaultRate rate) {
        return changed(
                rate,
                right -> right.changed(text -> {
                    int point = text.indexOf('.', text.indexOf("Response"));
                    if (point < 1) {
                        return text;
                    }
                    char digit = text.charAt(point - 1) == '9' ? '8' : '9';
                    return text.substring(0, point - 1) + digit + text.substring(point);
                }));
    }

    /** Ends the connection in the middle of a body whose whole length was declared. */
    static Fault brokenOff(FaultRate rate) {
        return changed(rate, right -> first(right, right.body().length / 2).announcing(right.body().length));
    }

    /**
     * Ends the connection after a whole answer, without having said so, when the next message is there: one that ends it
     * at once may do so (RFC 9112 section 9.6), and a client that has the time to notice loses nothing.
     */
    static Fault thenCloses(FaultRate rate) {
        return changed(rate, right -> right.with(Response.Ending.LEAVES));
    }

    private static Response first(Response right, int bytes) {
        return right.withBody(Arrays.copyOf(right.body(), bytes));
    }

    @Override
    public Handler requests(Handler right) {
        return (request, answer) -> {
            if (request.method().equals("POST") && rate.isNext()) {
                wrong.handle(right, request, answer);
            } else {
                right.handle(request, answer);
            }
        };
    }

    /** Gives two clients that ask for the same symbol at the same time each other's answer: nothing but the nonce tells. */
    static final class SwappedNeighbours implements Fault {
        private static final Pattern SYMBOL = Pattern.compile("[<:](?:symbol|Code)>([^<]*)</");

        private final FaultRate rate;
        private final Map<String, Waiting> waiting = new HashMap<>();

        /** A request that waits for the next one with its symbol. */
        private record Waiting(Request request, Consumer<Response> answer) {}

        SwappedNeighbours(FaultRate rate) {
            this.rate = rate;
        }

        @Override
        public Handler requests(Handler right) {
            return (request, answer) -> {
                Matcher symbol = SYMBOL.matcher(new String(request.body(), StandardCharsets.ISO_8859_1));
                if (!request.method().equals("POST") || !symbol.find()) {
                    right.handle(request, answer);
                    return;
                }
                Waiting other = waiting.remove(symbol.group(1));
                if (other != null) {
                    right.handle(other.request(), answer);
                    right.handle(request, other.answer());
                } else if (rate.isNext()) {
                    waiting.put(symbol.group(1), new Waiting(request, answer));
                } else {
                    right.handle(request, answer);
                }
            };
        }
    }

    /** Gives some clients the answer to another request. */
    static final class StaleResponse implements Fault {
        private final FaultRate rate;
        private Response last;

        StaleResponse(FaultRate rate) {
            this.rate = rate;
        }

        @Override
        public Handler requests(Handler right) {
            return (request, answer) -> right.handle(request, response -> {
                boolean wrong = request.method().equals("POST") && rate.isNext() && last != null;
                answer.accept(wrong ? last : response);
                last = response;
            });
        }
    }

    /** Leaves out the end of answers while more than a few messages are under way, as if buffers had run out. */
    static final class Truncation implements Fault {
        private static final int FEW = 4;
        private static final int BYTES = 100;

        private final FaultRate rate;
        private int underWay;

        Truncation(FaultRate rate) {
            this.rate = rate;
        }

        @Override
        public Handler requests(Handler right) {
            return (request, answer) -> {
                underWay++;
                right.handle(request, response -> {
                    boolean wrong = underWay > FEW && response.body().length > BYTES && rate.isNext();
                    underWay--;
                    answer.accept(wrong ? first(response, response.body().length - BYTES) : response);
                });
            };
        }
    }
}
