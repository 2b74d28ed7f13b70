package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.head.BadMessageException;
import org.busbench.mediation.http.head.Head;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.http.head.RequestHead;
import org.busbench.mediation.http.head.ResponseHead;

/**
 * Heads of requests and answers. However the bytes arrive, the same is read; and a request is accepted exactly when it matches the grammar, written here
 * as regular expressions (RFC 9112 sections 2 to 5, RFC 3986 section 3.2).
 */
public final class HeadFuzz {
    private static final int LONGEST = 1000;
    private static final String TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]++";
    private static final String ESCAPE = "%[0-9A-Fa-f]{2}";
    private static final String PATH = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@/?]++|" + ESCAPE + ")*+";
    private static final String NAME = "[A-Za-z0-9\\-._~!$&'()*+,;=]";
    private static final String GROUP = "[0-9A-Fa-f]{1,4}";
    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final String LAST =
            "(?:" + GROUP + ":" + GROUP + "|" + OCTET + "\\." + OCTET + "\\." + OCTET + "\\." + OCTET + ")";
    private static final String IPV6 = "(?:" + String.join("|", addresses()) + ")";
    private static final String FUTURE = "[vV][0-9A-Fa-f]+\\.(?:" + NAME + "|:)+";
    private static final String PORT =
            "0*(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])?";
    private static final String AUTHORITY =
            "(?:\\[(?:" + IPV6 + "|" + FUTURE + ")\\]|(?:" + NAME + "|" + ESCAPE + ")++)(?::" + PORT + ")?";
    private static final String TARGET = "(?:/" + PATH + "|(?i:https?)://" + AUTHORITY + "(?:[/?]" + PATH + ")?)";
    private static final Pattern REQUEST = Pattern.compile("(?:\r\n)*+(" + TOKEN + ") (" + TARGET
            + "|\\*) HTTP/1\\.([0-9])\r\n" + "((?:" + TOKEN + ":[\t\\x20-\\x7e\\x80-\\xff]*+\r\n)*+)\r\n");
    private static final Pattern ANSWER =
            Pattern.compile("(?:\r\n)*+HTTP/1\\.[0-9] [1-9][0-9]{2}(?: [\t\\x20-\\x7e\\x80-\\xff]*+)?\r\n" + "(?:"
                    + TOKEN + ":[\t\\x20-\\x7e\\x80-\\xff]*+\r\n)*+\r\n");
    private static final Pattern HOST = Pattern.compile("(?:" + AUTHORITY + ")?");
    private static final Pattern FIELD = Pattern.compile("([^:\r\n]+):[ \t]*+([^\r\n]*)\r\n");

    private HeadFuzz() {}

    /** The nine ways to write an address (RFC 3986 section 3.2.2). */
    private static List<String> addresses() {
        List<String> all = new ArrayList<>();
        all.add("(?:" + GROUP + ":){6}" + LAST);
        all.add("::(?:" + GROUP + ":){5}" + LAST);
        for (int i = 4; i >= 0; i--) {
            all.add("(?:(?:" + GROUP + ":){0," + (4 - i) + "}" + GROUP + ")?::(?:" + GROUP + ":){" + i + "}" + LAST);
        }
        all.add("(?:(?:" + GROUP + ":){0,5}" + GROUP + ")?::" + GROUP);
        all.add("(?:(?:" + GROUP + ":){0,6}" + GROUP + ")?::");
        return all;
    }

    /** Called by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        byte[] bytes = Arrays.copyOf(input, Math.min(input.length, LONGEST));
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        String request = sameInPieces(RequestHead::new, bytes);
        String answer = sameInPieces(ResponseHead::new, bytes);
        if (answer.startsWith("read")) {
            assertThat(ANSWER.matcher(text).lookingAt())
                    .as("accepted answer: %s", text)
                    .isTrue();
        }
        Matcher grammar = REQUEST.matcher(text);
        boolean matches = grammar.lookingAt() && areRight(grammar);
        if (request.startsWith("read")) {
            assertThat(matches).as("accepted request: %s", text).isTrue();
        } else if (matches && !mayBeRefused(grammar)) {
            assertThat(request).as("refused request: %s", text).startsWith("read");
        }
    }

    /** Whether method, target and hosts go together. */
    private static boolean areRight(Matcher request) {
        int hosts = 0;
        Matcher field = FIELD.matcher(request.group(4));
        while (field.find()) {
            if (field.group(1).equalsIgnoreCase("host")) {
                hosts++;
                String host = field.group(2).replaceAll("[ \t]+$", "");
                if (!HOST.matcher(host).matches()) {
                    return false;
                }
            }
        }
        boolean server = request.group(2).equals("*");
        return (hosts == 1 || (hosts == 0 && request.group(3).equals("0")))
                && (!server || request.group(1).equals("OPTIONS"));
    }

    /** Framing and expectations have rules of their own, and there is a limit to the number of fields. */
    private static boolean mayBeRefused(Matcher request) {
        Matcher field = FIELD.matcher(request.group(4));
        int fields = 0;
        while (field.find()) {
            if (++fields > HttpLimits.USUAL.fields()) {
                return true;
            }
            String name = field.group(1).toLowerCase(Locale.ROOT);
            if (name.equals("content-length") || name.equals("transfer-encoding") || name.equals("expect")) {
                return true;
            }
        }
        return request.group(1).equals("CONNECT");
    }

    private static String sameInPieces(Supplier<Head> heads, byte[] bytes) {
        String whole = read(heads.get(), bytes, new int[] {bytes.length});
        Random random = new Random(Arrays.hashCode(bytes));
        int[] cuts =
                random.ints(1 + random.nextInt(8), 0, bytes.length + 1).sorted().toArray();
        cuts[cuts.length - 1] = bytes.length;
        assertThat(read(heads.get(), bytes, cuts))
                .as("cut at %s: %s", Arrays.toString(cuts), new String(bytes, StandardCharsets.ISO_8859_1))
                .isEqualTo(whole);
        return whole;
    }

    /** What was read, in words; "needs more" or the refusal when it is no head. */
    private static String read(Head head, byte[] bytes, int[] cuts) {
        int from = 0;
        try {
            for (int to : cuts) {
                Slice slice = Slice.of(Arrays.copyOfRange(bytes, from, to));
                int read = slice.length() == 0 ? 0 : head.read(slice, 0, HttpLimits.USUAL);
                from += read;
                if (head.isComplete()) {
                    return described(head, from);
                }
            }
            return "needs more";
        } catch (BadMessageException e) {
            return "refused with " + e.status();
        }
    }

    private static String described(Head head, int length) {
        StringBuilder all = new StringBuilder("read ").append(length);
        if (head instanceof RequestHead request) {
            all.append(' ').append(request.method()).append(' ').append(request.target());
            all.append(' ').append(request.pathAndQuery()).append(' ').append(request.isHttp10());
            all.append(' ').append(request.stated()).append(' ').append(request.keepsAlive());
        } else if (head instanceof ResponseHead response) {
            all.append(' ').append(response.status()).append(' ').append(response.framing(false));
            all.append(' ').append(response.keepsAlive());
        }
        for (int i = 0; i < head.fieldCount(); i++) {
            all.append('\n').append(head.fieldName(i)).append('=').append(head.fieldValue(i));
            all.append(head.isDropped(i));
        }
        return all.toString();
    }
}
