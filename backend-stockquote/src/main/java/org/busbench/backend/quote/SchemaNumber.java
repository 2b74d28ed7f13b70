package org.busbench.backend.quote;

import java.util.regex.Pattern;

/** The lexical forms of xs:int and xs:double. */
final class SchemaNumber {
    private static final Pattern INT = Pattern.compile("[ \t\r\n]*([+-]?[0-9]+)[ \t\r\n]*");
    private static final Pattern DOUBLE =
            Pattern.compile("[ \t\r\n]*([+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?|-?INF|NaN)[ \t\r\n]*");
    private static final int LONGEST = 64;

    private SchemaNumber() {}

    static void requireInt(String element, String text) throws RefusedException {
        if (text.length() > LONGEST || !isInt(text)) {
            throw new RefusedException(element + " is not an int: " + shortened(text));
        }
    }

    static void requireDouble(String element, String text) throws RefusedException {
        if (text.length() > LONGEST || !DOUBLE.matcher(text).matches()) {
            throw new RefusedException(element + " is not a double: " + shortened(text));
        }
    }

    private static boolean isInt(String text) {
        var matcher = INT.matcher(text);
        if (!matcher.matches()) {
            return false;
        }
        try {
            Integer.parseInt(matcher.group(1));
            return true;
        } catch (NumberFormatException beyondRange) {
            return false;
        }
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
