package org.busbench.harness.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/**
 * Reads what a proxy wrote on one connection, and names every deviation from RFC 9110 and 9112 (HTTP semantics, HTTP/1.1). It
 * goes on where it can, so that one message may have several flaws. It shares no code with the mediator under test. Not
 * for several threads.
 */
final class StrictReader {

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern TARGET = Pattern.compile("[!$&'()*+,;=:@/?%\\[\\]0-9A-Za-z._~-]+");
    private static final Pattern HOST = Pattern.compile(
            "(\\[[0-9A-Fa-f:.]+]|\\[v[0-9A-Fa-f]+\\.[!$&'()*+,;=:0-9A-Za-z._~-]+]|([!$&'()*+,;=0-9A-Za-z._~-]|%[0-9A-Fa-f]{2})*)"
                    + "(:[0-9]*)?");
    private static final String QUOTED =
            "\"([\\t \\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t \\x21-\\x7e\\x80-\\xff])*\"";
    private static final String WORD = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final Pattern CHUNK_SIZE = Pattern.compile(
            "([0-9A-Fa-f]{1,15})([ \\t]*;[ \\t]*" + WORD + "([ \\t]*=[ \\t]*(" + WORD + "|" + QUOTED + "))?)*");
    private static final Pattern CODED_CHUNKS = Pattern.compile(
            "(gzip|x-gzip|deflate|compress|x-compress)[ \\t]*,[ \\t]*chunked", Pattern.CASE_INSENSITIVE);
    private static final Set<String> FRAMING = Set.of("content-length", "transfer-encoding", "host");
    private static final int MOST_LINE_BYTES = 8 << 20;

    /** Which messages come. */
    enum Side {
        REQUESTS,
        ANSWERS
    }

    /**
     * A deviation.
     *
     * @param grave whether two readers could see different messages, or the RFC forbids to send it; otherwise it is a
     *     form that recipients are told to expect
     */
    record Flaw(boolean grave, String text) {}

    /** A field as it came, its value without the blanks around it. */
    record Field(String name, String value) {}

    /** A message, perhaps not whole yet. */
    static final class Message {
        private final List<Field> fields = new ArrayList<>();
        private final List<Field> trailers = new ArrayList<>();
        private final List<Flaw> flaws = new ArrayList<>();
        private final BoundedBytes body = new BoundedBytes();
        private String start;
        private boolean headRead;
        private boolean complete;

        /** The first line; null when it has not come whole. */
        String start() {
            return start;
        }

        List<Field> fields() {
            return fields;
        }

        List<Flaw> flaws() {
            return flaws;
        }

        boolean headRead() {
            return headRead;
        }

        boolean complete() {
            return complete;
        }

        /** The bytes of the body as they came. */
        byte[] body() {
            return body.toByteArray();
        }

        /** The body without its content codings; as it came when it is not in the codings that its fields name. */
        byte[] content() {
            return ContentCoding.decoded(values("Content-Encoding"), body()).orElseGet(this::body);
        }

        /** Whether the body is not in the codings that its fields name. */
        boolean isMislabelled() {
            return ContentCoding.decoded(values("Content-Encoding"), body()).isEmpty();
        }

        int status() {
            return start != null && start.matches("HTTP/\\d\\.\\d \\d{3}.*")
                    ? Integer.parseInt(start.substring(9, 12))
                    : 0;
        }

        boolean interim() {
            return status() >= 100 && status() < 200 && status() != 101;
        }

        String method() {
            return start == null ? "" : start.split(" ", 2)[0];
        }

        List<String> values(String name) {
            return fields.stream()
                    .filter(field -> field.name.equalsIgnoreCase(name))
                    .map(Field::value)
                    .toList();
        }

        /** A copy of the message that later bytes do not change. */
        private Message frozen() {
            Message copy = new Message();
            copy.fields.addAll(fields);
            copy.trailers.addAll(trailers);
            copy.flaws.addAll(flaws);
            copy.body.writeBytes(body.toByteArray());
            copy.start = start;
            copy.headRead = headRead;
            copy.complete = complete;
            return copy;
        }

        private void grave(String text) {
            flaws.add(new Flaw(true, text));
        }

        private void minor(String text) {
            flaws.add(new Flaw(false, text));
        }
    }

    private enum State {
        HEAD,
        FIXED,
        CHUNK_SIZE,
        CHUNK_DATA,
        CHUNK_END,
        TRAILERS,
        UNTIL_CLOSE,
        NOTHING_MORE
    }

    private final Side side;
    private final IntFunction<String> methods;
    private final List<Message> messages = new ArrayList<>();
    private final BoundedBytes line = new BoundedBytes();
    private Message current = new Message();
    private State state = State.HEAD;
    private long left;
    private int finals;
    private boolean ended;

    private StrictReader(Side side, IntFunction<String> methods) {
        this.side = side;
        this.methods = methods;
    }

    static StrictReader ofRequests() {
        return new StrictReader(Side.REQUESTS, place -> "");
    }

    /**
     * For what a client gets.
     *
     * @param methods gives the method of the request to which an answer belongs, from 0
     */
    static StrictReader ofAnswers(IntFunction<String> methods) {
        return new StrictReader(Side.ANSWERS, methods);
    }

    /** Every message of which at least one byte came, in order. The last may be incomplete, and grows with what comes. */
    List<Message> messages() {
        List<Message> all = new ArrayList<>(messages);
        if (current.start != null || line.size() > 0) {
            all.add(current);
        }
        return all;
    }

    /** The messages so far; the last one is copied while it is incomplete, so that later bytes do not change it. */
    List<Message> snapshot() {
        List<Message> all = messages();
        int last = all.size() - 1;
        if (last >= 0 && !all.get(last).complete) {
            all.set(last, all.get(last).frozen());
        }
        return all;
    }

    /** Forgets the first so many messages, of those that are complete; how many it forgot. */
    int forget(int count) {
        int forgotten = Math.min(count, messages.size());
        messages.subList(0, forgotten).clear();
        return forgotten;
    }

    /** Whether what comes can be told apart no more. */
    boolean isLost() {
        return state == State.NOTHING_MORE && !ended;
    }

    /** Takes further bytes. */
    void feed(byte[] bytes, int count) {
        int at = 0;
        while (at < count) {
            switch (state) {
                case FIXED, CHUNK_DATA -> at = data(bytes, at, count);
                case UNTIL_CLOSE -> {
                    current.body.write(bytes, at, count - at);
                    at = count;
                }
                case NOTHING_MORE -> {
                    line.write(bytes, at, count - at);
                    at = count;
                }
                default -> {
                    byte next = bytes[at++];
                    line.write(next);
                    if (next == '\n') {
                        line();
                    } else if (line.size() > MOST_LINE_BYTES) {
                        lose("a line of more than " + MOST_LINE_BYTES + " bytes");
                    }
                }
            }
        }
    }

    /** Takes the end of the connection: not in order when it was reset. */
    void end(boolean inOrder) {
        if (state == State.UNTIL_CLOSE && inOrder) {
            done();
        }
        ended = true;
    }

    private int data(byte[] bytes, int from, int count) {
        int to = (int) Math.min(count, from + left);
        current.body.write(bytes, from, to - from);
        left -= to - from;
        if (left == 0) {
            if (state == State.FIXED) {
                done();
            } else {
                state = State.CHUNK_END;
            }
        }
        return to;
    }

    private void done() {
        current.complete = true;
        if (side == Side.REQUESTS || !current.interim()) {
            finals++;
        }
        messages.add(current);
        current = new Message();
        state = State.HEAD;
    }

    private void lose(String why) {
        current.grave(why);
        if (current.start == null) {
            current.start = "";
        }
        state = State.NOTHING_MORE;
    }

    private void line() {
        byte[] raw = line.toByteArray();
        line.reset();
        int length = raw.length - 1;
        boolean bare = length == 0 || raw[length - 1] != '\r';
        if (!bare) {
            length--;
        }
        String text = new String(raw, 0, length, ISO_8859_1);
        if (bare) {
            current.grave("a line that ends with a bare LF: " + shown(text));
        }
        if (text.indexOf('\r') >= 0) {
            current.grave("a bare CR in a line: " + shown(text));
        }
        if (text.indexOf('\0') >= 0) {
            current.grave("a NUL in a line: " + shown(text));
        }
        switch (state) {
            case HEAD -> headLine(text);
            case CHUNK_SIZE -> chunkSize(text);
            case CHUNK_END -> {
                state = State.CHUNK_SIZE;
                if (!text.isEmpty()) {
                    lose("a chunk is longer than its size says: " + shown(text));
                }
            }
            default -> trailer(text);
        }
    }

    private void headLine(String text) {
        if (current.start == null) {
            if (text.isEmpty()) {
                current.minor("an empty line before the first one");
            } else {
                start(text);
            }
        } else if (text.isEmpty()) {
            current.headRead = true;
            framing();
        } else {
            field(text, current.fields);
        }
    }

    private void start(String text) {
        current.start = text;
        if (side == Side.ANSWERS) {
            if (!text.matches("(?s)HTTP/1\\.[01] [1-9]\\d\\d( .*)?")) {
                lose("no status line: " + shown(text));
            } else if (text.length() == "HTTP/1.1 200".length()) {
                current.minor("a status line without the space before its reason");
            }
            return;
        }
        String[] parts = text.split(" ", -1);
        if (parts.length != 3 || !TOKEN.matcher(parts[0]).matches() || !parts[2].matches("HTTP/1\\.[01]")) {
            current.grave("no request line: " + shown(text));
        } else if (parts[1].isEmpty() || parts[1].chars().anyMatch(c -> c <= ' ' || c == 127)) {
            current.grave("a control character in the target: " + shown(parts[1]));
        } else if (!TARGET.matcher(parts[1]).matches()) {
            current.minor("a target with characters that no URI has: " + shown(parts[1]));
        }
    }

    private void field(String text, List<Field> fields) {
        if (text.charAt(0) == ' ' || text.charAt(0) == '\t') {
            current.grave("a folded line: " + shown(text));
            return;
        }
        int colon = text.indexOf(':');
        if (colon < 1 || !TOKEN.matcher(text.substring(0, colon)).matches()) {
            current.grave("a line that is no field: " + shown(text));
            return;
        }
        String value = text.substring(colon + 1).replaceAll("^[ \\t]+|[ \\t]+$", "");
        if (value.chars().anyMatch(c -> (c < ' ' && c != '\t' && c != 0 && c != '\r') || c == 127)) {
            current.minor("a control character in a value: " + shown(text));
        }
        fields.add(new Field(text.substring(0, colon), value));
    }

    private void framing() {
        boolean old = side == Side.REQUESTS ? current.start.endsWith("1.0") : current.start.startsWith("HTTP/1.0");
        List<String> codings = current.values("Transfer-Encoding");
        List<String> lengths = current.values("Content-Length");
        if (!codings.isEmpty() && !lengths.isEmpty()) {
            current.grave("Transfer-Encoding beside Content-Length");
        }
        if (codings.size() == 1 && CODED_CHUNKS.matcher(codings.get(0)).matches()) {
            current.minor("a second transfer coding beneath chunked: " + shown(codings.get(0)));
        } else if (!codings.isEmpty() && !(codings.size() == 1 && codings.get(0).equalsIgnoreCase("chunked"))) {
            current.grave("a Transfer-Encoding that is not chunked: " + shown(String.join(" | ", codings)));
        }
        if (!codings.isEmpty() && old) {
            current.grave("Transfer-Encoding in HTTP/1.0");
        }
        if (lengths.size() > 1) {
            current.grave("more than one Content-Length: " + shown(String.join(" | ", lengths)));
        } else if (lengths.size() == 1 && !lengths.get(0).matches("\\d{1,18}")) {
            current.grave("a Content-Length that is no number: " + shown(lengths.get(0)));
        }
        long length = lengths.isEmpty() || !lengths.get(0).matches("\\d{1,18}") ? -1 : Long.parseLong(lengths.get(0));
        boolean chunked = !codings.isEmpty()
                && codings.get(codings.size() - 1).toLowerCase(Locale.ROOT).endsWith("chunked");
        if (side == Side.REQUESTS) {
            host(old);
            body(chunked, Math.max(0, length));
        } else {
            answerBody(chunked, length, !codings.isEmpty());
        }
    }

    private void host(boolean old) {
        List<String> hosts = current.values("Host");
        if (hosts.size() > 1 || (hosts.isEmpty() && !old)) {
            current.grave(hosts.size() + " Host fields");
        } else if (!hosts.isEmpty() && !HOST.matcher(hosts.get(0)).matches()) {
            current.grave("a Host that is none: " + shown(hosts.get(0)));
        }
    }

    private void answerBody(boolean chunked, long length, boolean coded) {
        int status = current.status();
        boolean none = status < 200 || status == 204;
        if (none && coded) {
            current.grave("a status " + status + " with a Transfer-Encoding");
        } else if (none && length > 0) {
            current.minor("a status " + status + " that announces a body");
        }
        if (none || status == 304 || "HEAD".equals(methods.apply(finals))) {
            done();
        } else if (chunked || length >= 0) {
            body(chunked, length);
        } else {
            state = State.UNTIL_CLOSE;
        }
    }

    private void body(boolean chunked, long length) {
        if (chunked) {
            state = State.CHUNK_SIZE;
        } else if (length == 0) {
            done();
        } else {
            left = length;
            state = State.FIXED;
        }
    }

    private void chunkSize(String text) {
        String digits = text.replaceAll("(?s)[^0-9A-Fa-f].*", "");
        if (!CHUNK_SIZE.matcher(text).matches()) {
            current.grave("a chunk's size or extension is none: " + shown(text));
        }
        if (digits.isEmpty() || digits.length() > 15) {
            lose("the chunks cannot be followed further");
            return;
        }
        left = Long.parseLong(digits, 16);
        state = left == 0 ? State.TRAILERS : State.CHUNK_DATA;
    }

    private void trailer(String text) {
        if (text.isEmpty()) {
            done();
            return;
        }
        int before = current.trailers.size();
        field(text, current.trailers);
        if (current.trailers.size() > before
                && FRAMING.contains(current.trailers.get(before).name.toLowerCase(Locale.ROOT))) {
            current.grave("a trailer that says where messages end or go: " + shown(text));
        }
    }

    /** Bytes as people read them, cut where they get long. */
    static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), 60); i++) {
            shown.append(shown(text.charAt(i)));
        }
        return "'" + shown + (text.length() > 60 ? "...'" : "'");
    }

    /** A byte as people read it. */
    static String shown(char c) {
        return switch (c) {
            case '\r' -> "\\r";
            case '\n' -> "\\n";
            default -> c < ' ' || c > '~' ? String.format(Locale.ROOT, "\\x%02x", (int) c) : String.valueOf(c);
        };
    }
}
