package org.busbench.mediation.fastlane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever decides, java.util.regex says the same; and no text takes longer than a message may. */
class BoundedPatternTest {
    private static final int PAIRS = Integer.getInteger("busbench.regex.pairs", 5_000);
    private static final String[] ATOMS = {
        "a",
        "b",
        "AB",
        "é",
        "\uD83D\uDE00",
        "-",
        "\\.",
        "\\\\",
        "\\$",
        "\\d",
        "\\D",
        "\\w",
        "\\W",
        "\\s",
        "\\n",
        "\\b",
        "\\p{L}",
        ".",
        ".",
        "[ab]",
        "[^a]",
        "[a-c\\d]",
        "[^\\w.]",
        "[\\w-]",
        "[a-]",
        "[]a]",
        "[a&&b]",
        "[a[bc]]",
        "^",
        "$",
        "(?i)a",
        "(?=a)",
        "(a)\\1",
        "#",
        " "
    };
    private static final String[] QUANTIFIERS = {
        "", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0,2}?", "*+", "++"
    };
    private static final String TEXT = "aabbAB1.-$\\ é_\n\r\u0085\u2028#";

    private final Random random = new Random(20261126);

    @Test
    void meansTheSameToBothMatchers() {
        int linear = 0;
        int matched = 0;
        for (int i = 0; i < PAIRS; i++) {
            String expression = expression(3);
            Pattern pattern;
            try {
                pattern = Pattern.compile(expression);
            } catch (PatternSyntaxException e) {
                continue;
            }
            BoundedPattern bounded = new BoundedPattern(pattern);
            BoundedPattern linearly = new BoundedPattern(pattern, -1);
            linear += bounded.isLinear() ? 1 : 0;
            for (int j = 0; j < 5; j++) {
                String text = text();
                boolean expected = pattern.matcher(text).matches();
                matched += expected ? 1 : 0;
                if (isTooHard(bounded, text)) {
                    continue;
                }
                assertThat(bounded.test(text))
                        .as("/%s/ on '%s'", expression, text)
                        .isEqualTo(expected);
                assertThat(linearly.test(text))
                        .as("/%s/ on '%s', by RE2/J", expression, text)
                        .isEqualTo(expected);
            }
        }
        assertThat(linear).as("expressions that RE2/J takes").isGreaterThan(PAIRS / 10);
        assertThat(matched).as("texts that match").isGreaterThan(PAIRS / 20);
    }

    /** Such an expression fails, which is no wrong answer. */
    private static boolean isTooHard(BoundedPattern pattern, String text) {
        try {
            pattern.test(text);
            return false;
        } catch (BoundedPattern.TooManyStepsException e) {
            return !pattern.isLinear();
        }
    }

    private String expression(int depth) {
        StringBuilder all = new StringBuilder();
        int parts = 1 + random.nextInt(3);
        for (int i = 0; i < parts; i++) {
            boolean group = depth > 0 && random.nextInt(4) == 0;
            String atom = group
                    ? (random.nextBoolean() ? "(" : "(?:") + expression(depth - 1) + ")"
                    : ATOMS[random.nextInt(ATOMS.length)];
            all.append(atom).append(QUANTIFIERS[random.nextInt(QUANTIFIERS.length)]);
            if (random.nextInt(6) == 0) {
                all.append('|');
            }
        }
        return all.toString();
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(6);
        for (int i = 0; i < length; i++) {
            text.append(random.nextInt(10) == 0 ? "\uD83D\uDE00" : TEXT.charAt(random.nextInt(TEXT.length())));
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource({"([A-Z]|[0-9])+,true", "(a*)*b,false", "(A|A)*B,false", "^(?:A+)+$,true", ".*A.*A.*A.*A.*B,false"})
    void decidesAboutALongTextWithoutTheStackAndWithoutGoingBack(String expression, boolean matches) {
        BoundedPattern pattern = new BoundedPattern(Pattern.compile(expression));
        assertThat(pattern.isLinear()).isTrue();
        assertThat(pattern.test("A".repeat(1 << 20))).isEqualTo(matches);
        // Short enough for the JDK's matcher, which gives up.
        assertThat(pattern.test("A".repeat(40))).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({"(b?)(?:a|a)*c\\1,64", "(?i)(a|b)*c,1000000", "(?=a)(a|b)+c,1000000"})
    void refusesATextOverWhichAnExpressionTakesTooLongThatRe2DoesNotTake(String expression, int length) {
        BoundedPattern pattern = new BoundedPattern(Pattern.compile(expression));
        assertThat(pattern.isLinear()).isFalse();
        assertThat(pattern.test("aac")).isTrue();
        String text = "a".repeat(length);
        assertThatThrownBy(() -> pattern.test(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("takes too long over a text of " + length + " characters");
        assertThatThrownBy(() -> pattern.part(text, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"key,true", "other,true", "'',true", "ke,false", "keyother,false", "key|other,false", "OTHER,false"})
    void takesOneOfSeveralTextsAndNoneThatIsLike(String text, boolean matches) {
        assertThat(new BoundedPattern(Pattern.compile("key|other|key|")).test(text))
                .isEqualTo(matches);
        assertThat(text.matches("key|other|key|")).isEqualTo(matches);
    }

    @Test
    void selectsAGroupAsSynapseDoes() {
        BoundedPattern pattern = new BoundedPattern(Pattern.compile("(\\w+)-(\\w+)"));
        assertThat(pattern.part("urn-quote", 2)).isEqualTo("quote");
        assertThat(pattern.part("urn-quote", 3)).isEqualTo("urn-quote");
        assertThat(pattern.part("quote", 1)).isEmpty();
    }
}
