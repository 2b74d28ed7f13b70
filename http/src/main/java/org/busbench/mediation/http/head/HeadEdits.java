package org.busbench.mediation.http.head;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Fields that a proxy takes out of a head, and fields that it puts in. Immutable; made once for many messages. */
public final class HeadEdits {
    /** Changes nothing. */
    public static final HeadEdits NONE = new HeadEdits(0, List.of(), "");

    /** The names, in lower case, of fields that are wrong when a content is no longer as it came (RFC 9110 sections 8.8.3 and 14, RFC 9530). */
    public static final List<String> OF_CONTENT =
            List.of("accept-ranges", "content-digest", "content-md5", "content-range", "digest", "etag", "repr-digest");

    /** Values come from messages: none may have the loop keep memory for a head as large as a body. */
    private static final int MOST_CHARACTERS = 64 << 10;

    private static final Pattern LINE_BREAK = Pattern.compile("[\\r\\n]+\\s*");
    private static final Pattern UNSENDABLE = Pattern.compile("[^\\t -~\\x80-\\xff]");

    private final int status;
    private final List<String> removed;
    private final byte[] added;

    private HeadEdits(int status, List<String> removed, String added) {
        this.status = status;
        this.removed = removed;
        this.added = Octets.of(added);
    }

    /** Removes fields as well. */
    public HeadEdits remove(String name) {
        List<String> names = new ArrayList<>(removed);
        names.add(name.toLowerCase(Locale.ROOT));
        return new HeadEdits(status, List.copyOf(names), Octets.text(added, 0, added.length));
    }

    /**
     * Adds a field as well, beside any that has this name.
     *
     * @throws IllegalArgumentException if it would not be one field
     */
    public HeadEdits add(String name, String value) {
        check(name, value);
        return new HeadEdits(status, removed, Octets.text(added, 0, added.length) + name + ": " + value + "\r\n");
    }

    /** {@return a computed value as one that a field can have: line breaks become spaces, letters beyond Latin-1 and control characters question marks} */
    public static String line(String value) {
        return UNSENDABLE
                .matcher(LINE_BREAK.matcher(value).replaceAll(" ").strip())
                .replaceAll("?");
    }

    private static void check(String name, String value) {
        if (value.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "a value of " + value.length() + " characters for " + name + ": a field takes " + MOST_CHARACTERS);
        }
        byte[] text = Octets.of(name + value);
        boolean token = !name.isEmpty();
        for (int i = 0; i < name.length(); i++) {
            token &= Octets.isToken(text[i]);
        }
        if (!token || value.chars().anyMatch(c -> (c < 0x20 && c != '\t') || c == 0x7f || c > 0xff)) {
            throw new IllegalArgumentException("no header field: " + name + ": " + value);
        }
    }

    /**
     * Makes a block of fields.
     *
     * @param fields names and values; a name may come more than once
     * @throws IllegalArgumentException if one would not be one field
     */
    public static HeadEdits of(List<Map.Entry<String, String>> fields) {
        StringBuilder text = new StringBuilder(64 * fields.size());
        for (Map.Entry<String, String> field : fields) {
            check(field.getKey(), field.getValue());
            text.append(field.getKey()).append(": ").append(field.getValue()).append("\r\n");
        }
        return new HeadEdits(0, List.of(), text.toString());
    }

    /** Puts a field in the place of any that has this name. */
    public HeadEdits set(String name, String value) {
        return remove(name).add(name, value);
    }

    /**
     * Puts another status in the place of an answer's own.
     *
     * @param code 200 to 599 but 204, 205 and 304, which change how an answer is framed
     */
    public HeadEdits status(int code) {
        if (code < 200 || code > 599 || code == 204 || code == 205 || code == 304) {
            throw new IllegalArgumentException("no status that an answer could be given: " + code);
        }
        return new HeadEdits(code, removed, Octets.text(added, 0, added.length));
    }

    /** Returns the status that a client gets for an upstream's. An interim one stays, and so does 202, as in Synapse. */
    public int statusFor(int upstream) {
        return status == 0 || upstream < 200 || upstream == 202 ? upstream : status;
    }

    /** Returns the line of {@code Host} with this value, unless one is added. */
    String host(String authority) {
        return adds("host") ? "" : "Host: " + authority + "\r\n";
    }

    /** Returns whether a field of this name, in lower case, is added. */
    boolean adds(String name) {
        String line = "\n" + name + ":";
        return added.length > 0
                && ("\n" + Octets.text(added, 0, added.length))
                        .toLowerCase(Locale.ROOT)
                        .contains(line);
    }

    byte[] added() {
        return added;
    }

    boolean removesAny() {
        return !removed.isEmpty();
    }

    /** Returns the names of the fields that are removed, in lower case. */
    List<String> removed() {
        return removed;
    }
}
