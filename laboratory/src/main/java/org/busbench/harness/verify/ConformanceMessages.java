package org.busbench.harness.verify;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.busbench.harness.text.Problem;

/**
 * The messages with which a target is tried, beside the samples. What must come back the backends say themselves, so it is
 * made before their counts are read. Blocks while a backend answers; for one thread.
 */
final class ConformanceMessages {
    private static final List<Integer> ORDINARY_LENGTHS = List.of(1500, 3000, 5000, 12_000, 20_000, 50_000);
    private static final int SYMBOL_LETTERS = 5;
    /** Letters of two and three bytes in UTF-8. ISO 8859-1 has the first two, and not the last. */
    private static final String LETTERS = "\u00dc\u00c9\u20ac";

    /** Blanks that are the whole content, unlike blanks between elements. */
    private static final String BLANKS = "   ";

    private final ExpectedAnswers expectation;
    private final BoundaryMessages boundaries;
    private final String unknownSymbol = randomSymbol();
    private BackendFraming framing = BackendFraming.CHUNKED;

    ConformanceMessages(ExpectedAnswers expectation) {
        this.expectation = expectation;
        this.boundaries = new BoundaryMessages(expectation);
    }

    /** Symbols that no configuration can list beforehand, other spellings, other letters, blanks, a SOAP header, faults. */
    List<Check> ordinary(QuoteJob job, Target target) throws InterruptedException {
        framing = BackendFraming.CHUNKED;
        List<Check> checks = ofLengths(job, target, ORDINARY_LENGTHS, false);
        for (String symbol : symbols(job)) {
            String route = route(job, target, symbol);
            String request = job.requestFormat().inOtherWords(symbol, QuoteJob.NONCE);
            checks.add(answered(job, "a message for " + route + " in other words of XML", request, route));
        }
        String letters = unknownSymbol + LETTERS;
        String route = route(job, target, letters);
        checks.add(answered(job, "letters beyond ASCII", message(job, letters), route));
        checks.add(
                answered(job, "texts of blanks alone", blanks(job, unknownSymbol), route(job, target, unknownSymbol)));
        String header = job.requestFormat().withHeader(QuoteJob.NONCE, element(job, unknownSymbol));
        checks.add(answered(job, "a SOAP header", header, route));
        for (String symbol : symbols(job)) {
            checks.add(refused(job, symbol, route(job, target, symbol)));
        }
        return checks;
    }

    /**
     * Lengths around the sizes of buffers, in one piece and in chunks. Since they are an odd number, the answer to a length comes in one piece the
     * first time and in chunks the second time, or the other way round.
     */
    List<Check> atBoundaries(QuoteJob job, Target target) throws InterruptedException {
        framing = BackendFraming.CHUNKED;
        List<Check> checks = ofLengths(job, target, BoundaryMessages.LENGTHS, false);
        checks.addAll(ofLengths(job, target, BoundaryMessages.LENGTHS, true));
        return checks;
    }

    private List<Check> ofLengths(QuoteJob job, Target target, List<Integer> lengths, boolean chunked)
            throws InterruptedException {
        List<String> symbols = symbols(job);
        List<Check> checks = new ArrayList<>();
        for (int length : lengths) {
            String symbol = symbols.get(checks.size() % symbols.size());
            BoundaryMessages.RequestAndAnswer made = boundaries.of(job, length, symbol, route(job, target, symbol));
            String name = length + " bytes" + (chunked ? " in chunks" : "");
            checks.add(check(name, chunked, made.request(), made.answer(), 200));
        }
        return checks;
    }

    private Check answered(QuoteJob job, String name, String request, String route) throws InterruptedException {
        Answer answer = expectation.of(job, request.getBytes(StandardCharsets.UTF_8), route);
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        if (answer.status() != 200 || !text.contains(QuoteJob.NONCE)) {
            throw new Problem(
                    route + " does not answer " + name + ": status " + answer.status() + "; build the project again");
        }
        return check(name, false, request, text, 200);
    }

    /** A message that the backend refuses in words that hold the nonce, so only the backend can have said them. */
    private Check refused(QuoteJob job, String symbol, String route) throws InterruptedException {
        RequestFormat words = job.requestFormat();
        String request = words.message(words.element(symbol, QuoteJob.NONCE, QuoteJob.NONCE + "x", "to be refused"));
        Answer answer = expectation.of(job, request.getBytes(StandardCharsets.UTF_8), route);
        String fault = new String(answer.body(), StandardCharsets.UTF_8);
        if (answer.status() != 500 || !fault.contains(QuoteJob.NONCE)) {
            throw new Problem(route + " does not refuse a quantity that is no number: status " + answer.status()
                    + "; build the project again");
        }
        return check("a SOAP fault of " + route, false, request, fault, 500);
    }

    /** A message with a fresh random nonce. The backend answers in chunks to every second message. */
    private Check check(String name, boolean chunked, String request, String answer, int status) {
        framing = framing.other();
        return new Check(name, chunked, request, answer, status, framing);
    }

    private static String message(QuoteJob job, String symbol) {
        return job.requestFormat().message(element(job, symbol));
    }

    /** A text of blanks that the backend repeats, and one that it does not. */
    private static String blanks(QuoteJob job, String symbol) {
        RequestFormat words = job.requestFormat();
        return words.message(words.element(symbol, QuoteJob.NONCE, 100, BLANKS)
                + words.element("SUN", BLANKS, 100, "kept as it is"));
    }

    private static String element(QuoteJob job, String symbol) {
        return job.requestFormat().element(symbol, QuoteJob.NONCE, 100, "kept as it is: " + LETTERS);
    }

    private List<String> symbols(QuoteJob job) {
        return job.symbols(unknownSymbol);
    }

    private static String route(QuoteJob job, Target target, String symbol) {
        return target.route() == null ? job.route(symbol) : target.route();
    }

    /** A symbol that no template can have been made for. */
    private static String randomSymbol() {
        StringBuilder symbol = new StringBuilder("Q");
        for (int i = 0; i < SYMBOL_LETTERS; i++) {
            symbol.append((char) ('A' + ThreadLocalRandom.current().nextInt(26)));
        }
        return symbol.toString();
    }

    /**
     * One message, what it is about, and what must come back; {@link QuoteJob#NONCE} stands in both for the nonce.
     *
     * @param chunked whether it is sent in chunks
     * @param answer what must come back
     * @param status with which it must come back
     * @param framing of the backend's answer, for which its nonce asks
     */
    record Check(
            String name,
            boolean chunked,
            String request,
            String answer,
            int status,
            BackendFraming framing,
            String nonce) {

        private Check(String name, boolean chunked, String request, String answer, int status, BackendFraming framing) {
            this(name, chunked, request, answer, status, framing, framing.nonce());
        }

        String sent() {
            return request.replace(QuoteJob.NONCE, nonce);
        }

        /** The answer that must come back. */
        byte[] expected() {
            return answer.replace(QuoteJob.NONCE, nonce).getBytes(StandardCharsets.UTF_8);
        }

        String file() {
            return name.replace(' ', '-');
        }
    }
}
