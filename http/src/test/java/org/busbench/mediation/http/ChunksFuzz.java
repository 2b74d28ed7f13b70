package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.body.Body;
import org.busbench.mediation.http.body.DataRanges;
import org.busbench.mediation.http.head.BadMessageException;
import org.busbench.mediation.http.head.Framing;

/**
 * Chunked bodies. However the bytes arrive, the same is read; it is what the grammar says (RFC 9112 section 7.1), written here as regular expressions; and
 * what goes on is read the same way again.
 */
public final class ChunksFuzz {
    private static final int LONGEST = 1000;
    private static final String TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]++";
    private static final String QUOTED =
            "\"(?:[\t\\x20\\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\t\\x20-\\x7e\\x80-\\xff])*+\"";
    private static final String SPACE = "[ \t]*";
    private static final String NOT_OF_A_TRAILER =
            "(?!(?i:connection|content-length|host|keep-alive|proxy-connection|te"
                    + "|trailer|transfer-encoding|upgrade):)";
    private static final Pattern SIZE = Pattern.compile("[0-9A-Fa-f]{1,15}");
    private static final Pattern EXTENSION = Pattern.compile(
            SPACE + ";" + SPACE + TOKEN + "(?:" + SPACE + "=" + SPACE + "(?:" + TOKEN + "|" + QUOTED + "))?");
    private static final Pattern TRAILER =
            Pattern.compile(NOT_OF_A_TRAILER + TOKEN + ":[\t\\x20-\\x7e\\x80-\\xff]*+\r\n");

    private ChunksFuzz() {}

    /** Called by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        byte[] bytes = Arrays.copyOf(input, Math.min(input.length, LONGEST));
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        Outcome whole = read(bytes, new int[] {bytes.length});
        Random random = new Random(Arrays.hashCode(bytes));
        int[] cuts =
                random.ints(1 + random.nextInt(8), 0, bytes.length + 1).sorted().toArray();
        cuts[cuts.length - 1] = bytes.length;
        assertThat(read(bytes, cuts))
                .as("cut at %s: %s", Arrays.toString(cuts), text)
                .isEqualTo(whole);
        String content = byTheGrammar(text);
        assertThat(whole.kind().equals("read") ? whole.content() : null)
                .as("of %s", text)
                .isEqualTo(content);
        if (content != null) {
            byte[] passedOn = whole.passedOn().getBytes(StandardCharsets.ISO_8859_1);
            assertThat(read(passedOn, new int[] {passedOn.length}))
                    .as("passed on: %s", whole.passedOn())
                    .isEqualTo(new Outcome("read", content, whole.passedOn(), passedOn.length));
        }
    }

    /**
     * A body.
     *
     * @param kind "read", "needs more" or a refusal; only what was read has the others
     * @param length of what was read
     */
    private record Outcome(String kind, String content, String passedOn, int length) {}

    private static Outcome read(byte[] bytes, int[] cuts) {
        Body body = new Body(Framing.CHUNKED, LONGEST, true);
        DataRanges ranges = new DataRanges();
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        ByteArrayOutputStream passedOn = new ByteArrayOutputStream();
        int from = 0;
        try {
            for (int to : cuts) {
                Slice slice = Slice.of(Arrays.copyOfRange(bytes, from, to));
                int read = body.read(slice, 0, ranges);
                for (int i = 0; i < ranges.count(); i++) {
                    content.write(bytes, from + ranges.from(i), ranges.to(i) - ranges.from(i));
                }
                for (Slice part : ranges.passedOn(slice, 0, read)) {
                    byte[] some = new byte[part.length()];
                    part.copyTo(0, some, 0, some.length);
                    passedOn.writeBytes(some);
                }
                from += read;
                if (body.isComplete()) {
                    return new Outcome("read", latin(content), latin(passedOn), from);
                }
            }
            return new Outcome("needs more", null, null, 0);
        } catch (BadMessageException e) {
            return new Outcome("refused with " + e.status(), null, null, 0);
        }
    }

    private static String latin(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    /** The content, or null when the text does not begin with a whole body. */
    private static String byTheGrammar(String text) {
        StringBuilder content = new StringBuilder();
        int at = 0;
        while (true) {
            Matcher size = SIZE.matcher(text).region(at, text.length());
            if (!size.lookingAt()) {
                return null;
            }
            int data = afterAll(EXTENSION, text, size.end()) + 2;
            if (!text.startsWith("\r\n", data - 2)) {
                return null;
            }
            long bytes = Long.parseLong(size.group(), 16);
            if (bytes == 0) {
                return text.startsWith("\r\n", afterAll(TRAILER, text, data)) ? content.toString() : null;
            }
            if (bytes > text.length() - data - 2) {
                return null;
            }
            at = data + (int) bytes;
            content.append(text, data, at);
            if (!text.startsWith("\r\n", at)) {
                return null;
            }
            at += 2;
        }
    }

    /** Where the repetitions of a pattern end; a group repeated in the pattern itself would take stack for each. */
    private static int afterAll(Pattern pattern, String text, int from) {
        Matcher one = pattern.matcher(text).region(from, text.length());
        int at = from;
        while (one.lookingAt()) {
            at = one.end();
            one.region(at, text.length());
        }
        return at;
    }
}
