package org.busbench.backend.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.busbench.backend.quote.RefusedException;

/**
 * Reads one JSON text (RFC 8259) in UTF-8 to its end, and keeps the first text, number or literal at a place. It makes no tree, so
 * its work and memory are bounded by the length of the text.
 */
final class JsonScanner {
    private static final int DEEPEST = 512;
    private static final String ESCAPED = "\"\\/bfnrt";
    private static final String ESCAPES = "\"\\/\b\f\n\r\t";

    private final byte[] bytes;
    private final int start;
    private final int end;
    private final List<String> place;
    private int at;
    private String found;

    private JsonScanner(byte[] bytes, int offset, int length, List<String> place) {
        this.bytes = bytes;
        this.start = offset;
        this.at = offset;
        this.end = offset + length;
        this.place = place;
    }

    /**
     * Reads a text.
     *
     * @param place names of members and numbers of elements, from the outside to the inside
     * @return null when there is nothing at the place, or an object or an array
     * @throws RefusedException when it is not JSON
     */
    static String find(byte[] bytes, int offset, int length, List<String> place) throws RefusedException {
        JsonScanner scanner = new JsonScanner(bytes, offset, length, place);
        scanner.value(0, true);
        scanner.skipBlanks();
        if (scanner.at < scanner.end) {
            throw scanner.wrong("more follows its end");
        }
        return scanner.found;
    }

    /** A value so deep; {@code onPlace}: all steps to it are those of the place. */
    private void value(int depth, boolean onPlace) throws RefusedException {
        if (depth > DEEPEST) {
            throw wrong("it is deeper than " + DEEPEST);
        }
        skipBlanks();
        boolean wanted = onPlace && depth == place.size() && found == null;
        int first = at < end ? bytes[at] : -1;
        switch (first) {
            case '{' -> object(depth, onPlace && depth < place.size());
            case '[' -> array(depth, onPlace && depth < place.size());
            case '"' -> {
                String text = text(wanted);
                found = wanted ? text : found;
            }
            default -> {
                String word = word();
                found = wanted ? word : found;
            }
        }
    }

    private void object(int depth, boolean onPlace) throws RefusedException {
        at++;
        if (closes('}')) {
            return;
        }
        do {
            skipBlanks();
            if (at == end || bytes[at] != '"') {
                throw wrong("the name of a member is expected");
            }
            String name = text(onPlace);
            skipBlanks();
            require(':');
            value(depth + 1, onPlace && place.get(depth).equals(name));
        } while (goesOn('}'));
    }

    private void array(int depth, boolean onPlace) throws RefusedException {
        at++;
        if (closes(']')) {
            return;
        }
        int number = 0;
        do {
            value(depth + 1, onPlace && place.get(depth).equals(Integer.toString(number)));
            number++;
        } while (goesOn(']'));
    }

    private boolean closes(char bracket) {
        skipBlanks();
        boolean closes = at < end && bytes[at] == bracket;
        at += closes ? 1 : 0;
        return closes;
    }

    private boolean goesOn(char bracket) throws RefusedException {
        if (closes(bracket)) {
            return false;
        }
        require(',');
        return true;
    }

    private void require(char character) throws RefusedException {
        if (at == end || bytes[at] != character) {
            throw wrong("'" + character + "' is expected");
        }
        at++;
    }

    /** Passes over a string; its text if it is wanted. */
    private String text(boolean wanted) throws RefusedException {
        int from = ++at;
        boolean escaped = false;
        while (at < end && bytes[at] != '"') {
            if (bytes[at] >= 0 && bytes[at] < ' ') {
                throw wrong("a control character stands in a string");
            }
            if (bytes[at] == '\\') {
                escaped = true;
                at++;
                escape();
            } else {
                at++;
            }
        }
        if (at >= end) {
            throw wrong("it ends within a string");
        }
        String raw = wanted ? new String(bytes, from, at - from, UTF_8) : null;
        at++;
        return wanted && escaped ? unescaped(raw) : raw;
    }

    private void escape() throws RefusedException {
        boolean unicode = at < end && bytes[at] == 'u';
        int digits = unicode ? 4 : 0;
        boolean right = at + digits < end && (unicode || ESCAPED.indexOf(bytes[at]) >= 0);
        for (int i = 1; right && i <= digits; i++) {
            right = Character.digit(bytes[at + i], 16) >= 0;
        }
        if (!right) {
            throw wrong("an escape is none of JSON's");
        }
        at += 1 + digits;
    }

    private static String unescaped(String raw) {
        StringBuilder text = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            if (raw.charAt(i) != '\\') {
                text.append(raw.charAt(i));
            } else if (raw.charAt(++i) == 'u') {
                text.append((char) Integer.parseInt(raw.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                text.append(ESCAPES.charAt(ESCAPED.indexOf(raw.charAt(i))));
            }
        }
        return text.toString();
    }

    /** A number or a literal. */
    private String word() throws RefusedException {
        int from = at;
        while (at < end && (Character.isLetterOrDigit(bytes[at]) || "+-.".indexOf(bytes[at]) >= 0)) {
            at++;
        }
        String word = new String(bytes, from, at - from, UTF_8);
        boolean literal = word.equals("true") || word.equals("false") || word.equals("null");
        if (!literal && !word.matches("-?(?:0|[1-9][0-9]{0,99})(?:\\.[0-9]{1,99})?(?:[eE][+-]?[0-9]{1,9})?")) {
            throw wrong(from == end ? "it ends where a value is expected" : "a value is expected");
        }
        return literal && word.equals("null") ? null : word;
    }

    private void skipBlanks() {
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r' || bytes[at] == '\t')) {
            at++;
        }
    }

    private RefusedException wrong(String what) {
        return new RefusedException("the request is not JSON: at byte " + (at - start) + ", " + what);
    }
}
