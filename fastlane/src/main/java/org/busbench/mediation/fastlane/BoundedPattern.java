package org.busbench.mediation.fastlane;

import java.io.Serial;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A regular expression of the configuration that texts of clients have to match as a whole, in bounded time and stack. The JDK's matcher decides about short
 * texts while it takes few steps. RE2/J, whose time is linear in the text, decides about the others, if the expression means the same to both. Otherwise the
 * JDK's matcher has a bound of steps.
 *
 * <p>Immutable.
 */
public final class BoundedPattern implements Predicate<String> {
    private static final int SHORT = 1000;
    private static final int FIRST_STEPS = 100_000;
    private static final int STEPS_OF_CHARACTER = 16;
    private static final int MOST_STEPS = 20_000_000;

    private final Pattern pattern;
    /** All texts that match; null when there may be others. */
    private final Set<String> literals;
    /** Null when the expression says what RE2/J does not know or takes otherwise. */
    private final com.google.re2j.Pattern linear;

    /** The JDK's matcher took more steps, or more of the stack, than a message may. */
    static final class TooManyStepsException extends IllegalArgumentException {
        @Serial
        private static final long serialVersionUID = 1L;

        TooManyStepsException(Pattern pattern, int length) {
            super(
                    "the regular expression " + pattern + " takes too long over a text of " + length
                            + " characters; RE2/J does not take it: write it without nested repetitions, back references and lookarounds");
        }
    }

    private final int shortText;

    /** Bounds an expression as the configuration has compiled it. */
    public BoundedPattern(Pattern pattern) {
        this(pattern, SHORT);
    }

    /** The JDK's matcher decides about texts up to {@code shortText} characters. */
    BoundedPattern(Pattern pattern, int shortText) {
        this.pattern = pattern;
        this.shortText = shortText;
        String text = pattern.pattern();
        boolean literal = pattern.flags() == 0 && Linear.LITERALS.matcher(text).matches();
        this.literals = literal ? new HashSet<>(Arrays.asList(text.split("\\|", -1))) : null;
        this.linear = literals == null && pattern.flags() == 0 ? Linear.of(text) : null;
    }

    /** {@return whether the expression matches all of the text} */
    @Override
    public boolean test(String text) {
        if (literals != null) {
            return literals.contains(text);
        }
        if (linear != null && text.length() > shortText) {
            return linear.matches(text);
        }
        try {
            return pattern.matcher(new Counted(text)).matches();
        } catch (StackOverflowError | Counted.Exceeded e) {
            if (linear != null) {
                return linear.matches(text);
            }
            throw new TooManyStepsException(pattern, text.length());
        }
    }

    /** {@return whether the expression matches all of the text, as the JDK's matcher finds within its bound of steps} */
    public boolean testStepwise(String text) {
        return stepwise(text, Matcher::matches);
    }

    /** {@return the text with another one for each part that matches, within the same bound} */
    public String replaceAll(String text, String replacement) {
        return stepwise(text, matcher -> matcher.replaceAll(replacement));
    }

    /** {@return the text of a group; the whole text when there is no such group; empty when the expression does not match} */
    String part(String text, int group) {
        return stepwise(text, matcher -> {
            if (!matcher.matches()) {
                return "";
            }
            return matcher.groupCount() >= group ? matcher.group(group) : text;
        });
    }

    private <T> T stepwise(String text, Function<Matcher, T> question) {
        try {
            return question.apply(pattern.matcher(new Counted(text)));
        } catch (StackOverflowError | Counted.Exceeded e) {
            throw new TooManyStepsException(pattern, text.length());
        }
    }

    /** {@return whether RE2/J may decide} */
    boolean isLinear() {
        return literals != null || linear != null;
    }

    @Override
    public String toString() {
        return pattern.toString();
    }

    /** A text that counts how often a matcher looks at it: each step of a matcher that goes back and forth is a look. */
    private static final class Counted implements CharSequence {
        private final String text;
        private int left;

        /** Without a stack trace: it is caught here. */
        static final class Exceeded extends RuntimeException {
            @Serial
            private static final long serialVersionUID = 1L;

            Exceeded() {
                super(null, null, false, false);
            }
        }

        Counted(String text) {
            this.text = text;
            this.left = (int) Math.min(MOST_STEPS, FIRST_STEPS + (long) STEPS_OF_CHARACTER * text.length());
        }

        @Override
        public char charAt(int index) {
            if (--left < 0) {
                throw new Exceeded();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * Says an expression of the JDK in RE2/J's language, as far as a match of the whole text is the same for both. Flags, boundaries, Unicode classes, white space
     * ({@code \s}), set operations, possessive and nested quantifiers, back references and lookarounds are not said.
     */
    private static final class Linear {
        private static final Pattern LITERALS = Pattern.compile("[^\\\\\\[\\](){}*+?.^$]*");
        /** The JDK's dot takes no end of a line, RE2/J's no line feed. */
        private static final String DOT = "[^\\n\\r\\x{85}\\x{2028}\\x{2029}]";

        private static final String ESCAPED = "\\\\[dDwWtnrf\\p{Punct}]";
        private static final Pattern TOKEN = Pattern.compile("\\.|" + ESCAPED + "|\\((?:\\?:|(?!\\?))|[)|]"
                + "|(?:[*+?]|\\{\\d+(?:,\\d*)?})\\??(?![*+?{])"
                + "|\\[\\^?(?:[^\\\\\\[\\]&]|" + ESCAPED + ")+]"
                + "|[^\\\\\\[\\](){}*+?.^$|]");

        /** Returns null when it cannot be said. */
        static com.google.re2j.Pattern of(String text) {
            // All of the text is matched, so that it begins and ends there anyhow.
            int from = text.startsWith("^") ? 1 : 0;
            int to = text.endsWith("$") && !text.endsWith("\\$") ? text.length() - 1 : text.length();
            StringBuilder same = new StringBuilder();
            Matcher token = TOKEN.matcher(text).region(from, Math.max(from, to));
            while (token.lookingAt()) {
                same.append(token.group().equals(".") ? DOT : token.group());
                token.region(token.end(), token.regionEnd());
            }
            try {
                return token.regionStart() < to ? null : com.google.re2j.Pattern.compile(same.toString());
            } catch (com.google.re2j.PatternSyntaxException e) {
                return null;
            }
        }
    }
}
