package org.busbench.harness.verify;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.harness.text.Problem;

/**
 * Messages whose length, and whose answer's length, is exact to the byte: one below, at and above the sizes of which
 * buffers are made. A message has many elements, and the nonce in the first and the last of them. Where the job
 * transforms, the answer's length is that of the JDK's serialisation.
 */
final class BoundaryMessages {
    static final List<Integer> LENGTHS = Stream.of(8192, 16_384, 65_536)
            .flatMap(boundary -> Stream.of(boundary - 1, boundary, boundary + 1))
            .toList();

    private static final int BYTES_PER_ELEMENT_OF_ANSWER = 580;
    private static final int BYTES_AROUND = 300;
    private static final String FILLER = "q";

    private final ExpectedAnswers expectation;
    private final Map<Key, RequestAndAnswer> made = new HashMap<>();

    BoundaryMessages(ExpectedAnswers expectation) {
        this.expectation = expectation;
    }

    private record Key(QuoteJob job, int length, String symbol, String route) {}

    /**
     * A message and its answer, as texts in which {@link SampleMessages#NONCE} stands for the nonce.
     *
     * @param answer what must come back
     */
    record RequestAndAnswer(String request, String answer) {}

    /** A message of exactly that many bytes for the symbol, and its answer from that backend. */
    RequestAndAnswer of(QuoteJob job, int length, String symbol, String route) throws InterruptedException {
        Key key = new Key(job, length, symbol, route);
        RequestAndAnswer exchange = made.get(key);
        if (exchange == null) {
            exchange = make(key);
            made.put(key, exchange);
        }
        return exchange;
    }

    private RequestAndAnswer make(Key key) throws InterruptedException {
        int elements = Math.max(2, (key.length() - BYTES_AROUND) / BYTES_PER_ELEMENT_OF_ANSWER);
        String bare = text(key, elements, 0, 0);
        int toAnswer = key.length() - answer(key, bare).length();
        int toRequest = key.length() - bare.length() - toAnswer;
        if (toAnswer < 0 || toRequest < 0) {
            throw new IllegalStateException("a message of " + key + " with " + elements + " elements is too long");
        }
        String request = text(key, elements, toAnswer, toRequest);
        String answer = answer(key, request);
        if (bytes(request).length != key.length() || bytes(answer).length != key.length()) {
            throw new Problem("the backend's answer does not grow with the nonce: " + bytes(answer).length
                    + " bytes where " + key.length() + " were expected; build the project again");
        }
        return new RequestAndAnswer(request, answer);
    }

    private String answer(Key key, String request) throws InterruptedException {
        Answer answer = expectation.of(key.job(), bytes(request), key.route());
        if (answer.status() != 200) {
            throw new Problem(key.route() + " refuses a message of " + key + ": status " + answer.status()
                    + "; build the project again");
        }
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    /** A request that is filled up to a boundary: by the last nonce, which the answer repeats, or by a note, which it does not. */
    private static String text(Key key, int elements, int toBoth, int toRequest) {
        RequestFormat words = key.job().requestFormat();
        String last = QuoteJob.NONCE + "-z" + FILLER.repeat(toBoth);
        String middle = Stream.generate(() -> words.element("SUN", null, 100, ""))
                .limit(elements - 2L)
                .collect(Collectors.joining());
        return words.message(words.element(key.symbol(), QuoteJob.NONCE, 100, "")
                + middle
                + words.element("SUN", last, 100, FILLER.repeat(toRequest)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
