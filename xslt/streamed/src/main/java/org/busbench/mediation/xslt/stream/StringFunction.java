package org.busbench.mediation.xslt.stream;

import java.util.List;
import java.util.Locale;

/** The functions of XPath 1.0 (section 4.2) that make a string of strings. Characters are code points, and are compared as such. */
public enum StringFunction {
    SUBSTRING_BEFORE(2) {
        @Override
        String of(List<String> arguments) {
            return arguments.get(0).substring(0, Math.max(0, arguments.get(0).indexOf(arguments.get(1))));
        }
    },
    SUBSTRING_AFTER(2) {
        @Override
        String of(List<String> arguments) {
            int at = arguments.get(0).indexOf(arguments.get(1));
            return at < 0
                    ? ""
                    : arguments.get(0).substring(at + arguments.get(1).length());
        }
    },
    TRANSLATE(3) {
        @Override
        String of(List<String> arguments) {
            int[] from = arguments.get(1).codePoints().toArray();
            int[] to = arguments.get(2).codePoints().toArray();
            StringBuilder text = new StringBuilder(arguments.get(0).length());
            arguments.get(0).codePoints().forEach(c -> {
                int at = 0;
                while (at < from.length && from[at] != c) {
                    at++;
                }
                if (at == from.length) {
                    text.appendCodePoint(c);
                } else if (at < to.length) {
                    text.appendCodePoint(to[at]);
                }
            });
            return text.toString();
        }
    };

    private final int arity;

    StringFunction(int arity) {
        this.arity = arity;
    }

    abstract String of(List<String> arguments);

    /** The one of that name in XPath for so many arguments, or null. */
    public static StringFunction of(String name, int arguments) {
        for (StringFunction function : values()) {
            if (function.arity == arguments
                    && function.name().equals(name.replace('-', '_').toUpperCase(Locale.ROOT))) {
                return function;
            }
        }
        return null;
    }
}
