package org.busbench.harness.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.harness.scenario.Backend.Format;
import org.busbench.harness.scenario.Backend.Stockquote;
import org.busbench.harness.scenario.Messages;
import org.busbench.harness.verify.Target;

/**
 * The bytes of a case for one target: what its texts mean when the values stand in them. Every request has a nonce of its
 * own, by which it and its answer are known. Immutable.
 */
final class CaseMessages {

    private static final Map<String, String> USUAL = Map.ofEntries(
            Map.entry("start", "POST ${path} HTTP/1.1\r\n"),
            Map.entry("host", "Host: ${authority}\r\n"),
            Map.entry("more", ""),
            Map.entry("framing", "Content-Length: ${length}\r\n"),
            Map.entry("content", "${body}"),
            Map.entry("request", "${start}${host}${fields}${more}${framing}\r\n${content}"),
            Map.entry("answer-start", "HTTP/1.1 200 OK\r\n"),
            Map.entry("answer-fields", "Content-Type: text/xml; charset=UTF-8\r\n"),
            Map.entry("answer-more", ""),
            Map.entry("answer-framing", "Content-Length: ${answer-length}\r\n"),
            Map.entry("answer-content", "${answer-body}"),
            Map.entry("answer", "${answer-start}${answer-fields}${answer-more}${answer-framing}\r\n${answer-content}"),
            Map.entry("size", "500"),
            Map.entry("symbol", "IBM"),
            Map.entry("chunk", "311"),
            Map.entry("answer-size", "800"),
            Map.entry("answer-chunk", "311"));

    /** The values that every case has. A case may say something else for those that are texts. */
    static final Set<String> KNOWN = Stream.concat(
                    USUAL.keySet().stream(),
                    Stream.of(
                            ("path authority fields second body length chunks answer-body answer-length answer-chunks "
                                            + "nonce half1 half2 answer-half1 answer-half2 before after trap secret secret-file")
                                    .split(" ")))
            .collect(Collectors.toUnmodifiableSet());

    /**
     * What a text may make of a value: its bytes in a content coding, or its length in decimal or hexadecimal digits. {@code fill}
     * writes a text many times. {@code names} writes it 2 to the number times, each with another name for the {@code @} in it; all of
     * them have the same {@link String#hashCode}, as in every hash that multiplies by 31 and adds.
     */
    static final Set<String> FUNCTIONS = Set.of("gzip", "deflate", "length", "hex", "fill", "names");

    private static final Pattern NONCE = Pattern.compile("[rR]ef>([0-9a-f]{16})<");
    private static final String OPEN = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
            + "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body>";
    private static final String CLOSE = "</soapenv:Body></soapenv:Envelope>";
    private static final String FILLING = "abcdefghijklmnopqrstuvwxyz0123456789";
    private static final int DEEPEST = 12;

    private final URI url;
    private final Format words;
    private final boolean transforms;
    private final String fields;
    private final Map<String, String> with;
    private final List<String> nonces;

    /**
     * Messages of a case.
     *
     * @param with the case's own values
     * @param requests how many nonces it needs at least
     * @throws IOException when what the target wants of its clients is not where it should be
     */
    CaseMessages(Target target, Map<String, String> with, int requests) throws IOException {
        if (!(target.sends().backend() instanceof Stockquote quotes)) {
            throw new IllegalArgumentException(target.sends().name() + " asks for no quotes");
        }
        this.url = target.url();
        this.words = quotes.format();
        this.transforms = quotes.transform().isPresent();
        this.fields = new Messages(target.sends())
                        .of(
                                target.sends().sizes().get(0),
                                target.sends().data().samples().get(0),
                                "0000000000000000")
                        .headerLines()
                + target.reach().access().lines();
        this.with = Map.copyOf(with);
        List<String> made = new ArrayList<>();
        for (int i = 0; i < Math.max(2, requests); i++) {
            made.add(String.format("%016x", ThreadLocalRandom.current().nextLong()));
        }
        this.nonces = List.copyOf(made);
    }

    /** Whether the backend must get another message than the client sent. */
    boolean transforms() {
        return transforms;
    }

    /** The nonce of a request, from 0. */
    String nonce(int request) {
        return nonces.get(request);
    }

    /** Which of the requests has this nonce; -1 for none of them. */
    int requestOf(String nonce) {
        return nonces.indexOf(nonce);
    }

    /** The nonce in a body; empty when there is none. */
    static String nonceIn(byte[] body) {
        Matcher found = NONCE.matcher(new String(body, ISO_8859_1));
        return found.find() ? found.group(1) : "";
    }

    /** The bytes that a client sends for a text of a script. */
    byte[] client(String text) {
        return bytes(text, nonces.get(0));
    }

    /** The bytes that a backend sends for a text of a script, to the request with a nonce. */
    byte[] backend(String text, String nonce) {
        return bytes(text, nonce);
    }

    /** The body of a request as the case sends it when it says nothing else. */
    byte[] requestBody(int request) {
        return requestBody(nonces.get(request), number("size")).getBytes(ISO_8859_1);
    }

    /** The body of the answer as the backend sends it when the case says nothing else. */
    byte[] answerBody(String nonce) {
        return answerBody(nonce, number("answer-size")).getBytes(ISO_8859_1);
    }

    static byte[] goodAnswer(String nonce) {
        String body = answerBody(nonce, Integer.parseInt(USUAL.get("answer-size")));
        return ("HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=UTF-8\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body)
                .getBytes(ISO_8859_1);
    }

    private byte[] bytes(String text, String nonce) {
        Map<String, String> known = new HashMap<>();
        return filled(text, nonce, known, 0).getBytes(ISO_8859_1);
    }

    private String filled(String text, String nonce, Map<String, String> known, int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("a value stands for itself: " + StrictReader.shown(text));
        }
        StringBuilder filled = new StringBuilder();
        Matcher found = Case.EXPRESSION.matcher(text);
        while (found.find()) {
            String value = found.group(4) != null
                    ? function(found.group(1), known(found.group(4), nonce, known, depth))
                    : found.group(2) == null
                            ? known(found.group(1), nonce, known, depth)
                            : many(found.group(1), Integer.parseInt(found.group(2)), found.group(3));
            found.appendReplacement(filled, Matcher.quoteReplacement(value));
        }
        return found.appendTail(filled).toString();
    }

    private String known(String name, String nonce, Map<String, String> known, int depth) {
        String value = known.get(name);
        if (value == null) {
            value = value(name, nonce, known, depth);
            known.put(name, value);
        }
        return value;
    }

    private static String function(String name, String value) {
        return switch (name) {
            case "length" -> Integer.toString(value.length());
            case "hex" -> Integer.toHexString(value.length());
            default -> new String(ContentCoding.encoded(name, value.getBytes(ISO_8859_1)), ISO_8859_1);
        };
    }

    private static String many(String name, int number, String text) {
        if (name.equals("fill")) {
            return text.repeat(number);
        }
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 1 << number; i++) {
            StringBuilder same = new StringBuilder();
            for (int bit = 0; bit < number; bit++) {
                same.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            all.append(text.replace("@", same));
        }
        return all.toString();
    }

    private String value(String name, String nonce, Map<String, String> known, int depth) {
        String own = with.get(name);
        if (own == null) {
            own = USUAL.get(name);
        }
        if (own != null) {
            return filled(own, nonce, known, depth + 1);
        }
        return switch (name) {
            case "path" -> url.getRawPath();
            case "authority" -> url.getAuthority();
            case "fields" -> fields;
            case "nonce" -> nonce;
            case "body" -> requestBody(nonce, number("size"));
            case "length" -> Integer.toString(number("size"));
            case "before" -> note(requestBody(nonce, number("size")), true);
            case "after" -> note(requestBody(nonce, number("size")), false);
            case "half1" -> requestBody(nonce, number("size")).substring(0, number("size") / 2);
            case "half2" -> requestBody(nonce, number("size")).substring(number("size") / 2);
            case "chunks" -> chunks(requestBody(nonce, number("size")), number("chunk"));
            case "second" -> plain(nonces.get(1));
            case "answer-body" -> answerBody(nonce, number("answer-size"));
            case "answer-length" ->
                Integer.toString(answerBody(nonce, number("answer-size")).length());
            case "answer-half1" -> half(answerBody(nonce, number("answer-size")), true);
            case "answer-half2" -> half(answerBody(nonce, number("answer-size")), false);
            case "answer-chunks" -> chunks(answerBody(nonce, number("answer-size")), number("answer-chunk"));
            default -> throw new IllegalArgumentException("${" + name + "} stands for nothing");
        };
    }

    private int number(String name) {
        return Integer.parseInt(with.getOrDefault(name, USUAL.get(name)));
    }

    /** A good request with another nonce, whatever the case's own looks like. */
    private String plain(String nonce) {
        String body = requestBody(nonce, number("size"));
        return "POST " + url.getRawPath() + " HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\n" + fields
                + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private String requestBody(String nonce, int size) {
        String start = OPEN + "<m:" + words.call() + " xmlns:m=\"http://services.samples\"><m:" + words.element() + ">"
                + element(words.symbol(), filled(with.getOrDefault("symbol", "IBM"), nonce, new HashMap<>(), 0))
                + element(words.ref(), nonce) + element(words.quantity(), "200")
                + "<m:" + words.note()
                + ">";
        String end = "</m:" + words.note() + "></m:" + words.element() + "></m:" + words.call() + ">" + CLOSE;
        return padded(start, end, size);
    }

    private static String answerBody(String nonce, int size) {
        String start = OPEN + "<getQuoteResponse xmlns=\"http://services.samples\"><return><change>-2.95</change>"
                + "<earnings>5.04</earnings><high>173.44</high><last>169.38</last>"
                + "<lastTradeTimestamp>Fri Jul 13 15:51:15 EDT 2007</lastTradeTimestamp><low>168.09</low>"
                + "<marketCap>611494151.58</marketCap><name>";
        String end = "</name><open>172.31</open><peRatio>33.60</peRatio><percentageChange>-1.71</percentageChange>"
                + "<prevClose>172.33</prevClose><symbol>IBM</symbol><volume>12303</volume><ref>" + nonce
                + "</ref><servedBy>backend-A</servedBy></return></getQuoteResponse>" + CLOSE;
        return padded(start, end, size);
    }

    /** A text of exactly this size, unless that is too small, in which no long stretch looks like another. */
    private static String padded(String start, String end, int size) {
        StringBuilder text = new StringBuilder(start);
        int room = Math.max(1, size - start.length() - end.length());
        for (int line = 0; room > 0; line++) {
            String piece = line + "-" + FILLING + "-";
            text.append(piece, 0, Math.min(room, piece.length()));
            room -= Math.min(room, piece.length());
        }
        return text.append(end).toString();
    }

    private String element(String name, String text) {
        return "<m:" + name + ">" + text + "</m:" + name + ">";
    }

    /** The envelope up to the text of its last element, or from the end of that text on. */
    private String note(String body, boolean before) {
        int start = body.indexOf("<soapenv:Envelope");
        int text = body.indexOf(words.note() + ">") + words.note().length() + 1;
        return before ? body.substring(start, text) : body.substring(body.indexOf("</m:" + words.note() + ">"));
    }

    private static String half(String text, boolean first) {
        return first ? text.substring(0, text.length() / 2) : text.substring(text.length() / 2);
    }

    private static String chunks(String body, int size) {
        StringBuilder chunks = new StringBuilder();
        for (int from = 0; from < body.length(); from += size) {
            String chunk = body.substring(from, Math.min(body.length(), from + size));
            chunks.append(Integer.toHexString(chunk.length()))
                    .append("\r\n")
                    .append(chunk)
                    .append("\r\n");
        }
        return chunks.append("0\r\n\r\n").toString();
    }
}
