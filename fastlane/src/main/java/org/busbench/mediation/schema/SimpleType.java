package org.busbench.mediation.schema;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;

/** Which texts are values of a simple type. One that is refused may be a value nevertheless. Immutable. */
record SimpleType(List<Predicate<String>> checks) {
    /** Has no value that is known. */
    static final SimpleType UNKNOWN = new SimpleType(List.of(text -> false));
    /** Each text is a value. */
    static final SimpleType ANY = new SimpleType(List.of());

    /** Patterns that mean here what they do to a schema, or less, and that no text of this length keeps long: only optional groups. */
    private static final Pattern KNOWN_PATTERN;

    private static final int MOST_CHARACTERS = 256;
    private static final String COLLAPSED = "(?:[^ \\t\\r\\n]++(?: (?! ))?+)*+(?<! )";
    private static final String NUMBER = "[+-]?[0-9]++(?:\\.[0-9]++)?";
    private static final String DATE = "[1-9][0-9]{3}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
            + "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))";
    private static final String TIME = "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]++)?";
    private static final String ZONE = "(?:Z|[+-](?:0[0-9]|1[0-3]):[0-5][0-9])?";

    private static final Map<String, SimpleType> BUILT_IN = Map.ofEntries(
            Map.entry("anySimpleType", ANY),
            Map.entry("string", ANY),
            builtIn("normalizedString", "[^\\t\\r\\n]*+"),
            builtIn("token", COLLAPSED),
            builtIn("NMTOKEN", "[a-zA-Z0-9._-]++"),
            builtIn("NCName", "[a-zA-Z_][a-zA-Z0-9._-]*+"),
            builtIn("boolean", "true|false|0|1"),
            builtIn("date", DATE + ZONE),
            builtIn("dateTime", DATE + "T" + TIME + ZONE),
            builtIn("time", TIME + ZONE),
            builtIn("decimal", NUMBER),
            builtIn("integer", "[+-]?[0-9]++"),
            builtIn("positiveInteger", "0*+[1-9][0-9]*+"),
            builtIn("nonNegativeInteger", "[0-9]++"),
            builtIn("long", "[+-]?[0-9]{1,18}"),
            builtIn("int", "[+-]?[0-9]{1,9}"));

    static {
        String escape = "\\\\[nrts.?*+(){}|\\[\\]^-]|\\\\\\\\";
        String item = "[^\\\\\\[\\]^&-](?:-[^\\\\\\[\\]^&-])?|" + escape;
        String set = "\\[(?:\\^(?:" + item + ")+|-?(?:" + item + "|\\\\d)+)-?\\]";
        String atom =
                "(?:[^\\\\|.?*+(){}\\[\\]^$]|\\.|\\\\d|" + escape + "|" + set + ")(?:[?*+]|\\{[0-9]+(?:,[0-9]*)?\\})?";
        KNOWN_PATTERN = Pattern.compile("(?:" + atom + "|\\||\\((?:" + atom + "|\\|)*\\)(?:\\?|\\{0,1\\})?)*");
    }

    private static Map.Entry<String, SimpleType> builtIn(String name, String pattern) {
        return Map.entry(name, new SimpleType(List.of(matching(pattern))));
    }

    /** A type of XML Schema itself; null if the name is of another namespace. */
    static SimpleType builtIn(String name) {
        String[] parts = name.split("}", -1);
        return parts[0].equals('{' + XMLConstants.W3C_XML_SCHEMA_NS_URI)
                ? BUILT_IN.getOrDefault(parts[1], UNKNOWN)
                : null;
    }

    /**
     * This type with a facet; several patterns or enumerations of one step are alternatives.
     *
     * @throws UnsupportedOperationException or IllegalArgumentException when it is not known; bounds are those of decimal numbers alone
     */
    SimpleType with(String facet, List<String> values) {
        String first = values.get(0).trim();
        if (facet.equals("pattern") && !values.stream().allMatch(KNOWN_PATTERN.asMatchPredicate())) {
            throw new UnsupportedOperationException(values.toString());
        }
        Predicate<String> check = switch (facet) {
            case "pattern" -> matching(String.join("|", values));
            case "enumeration" -> Set.copyOf(values)::contains;
            case "whiteSpace" -> matching(first.equals("preserve") ? "(?s).*+" : COLLAPSED);
            case "fractionDigits" -> matching("[+-]?[0-9]++(?:\\.[0-9]{0," + first + "})?");
            case "length" -> compared(SimpleType::length, first, sign -> sign == 0);
            case "minLength" -> compared(SimpleType::length, first, sign -> sign >= 0);
            // There are at most as many digits as characters.
            case "maxLength", "totalDigits" -> compared(SimpleType::length, first, sign -> sign <= 0);
            case "minInclusive" -> compared(BigDecimal::new, first, sign -> sign >= 0);
            case "minExclusive" -> compared(BigDecimal::new, first, sign -> sign > 0);
            case "maxInclusive" -> compared(BigDecimal::new, first, sign -> sign <= 0);
            case "maxExclusive" -> compared(BigDecimal::new, first, sign -> sign < 0);
            default -> throw new UnsupportedOperationException(facet);
        };
        List<Predicate<String>> all = new ArrayList<>(checks);
        all.add(check);
        return new SimpleType(all);
    }

    private static Predicate<String> matching(String pattern) {
        Predicate<String> matches = Pattern.compile(pattern).asMatchPredicate();
        return text -> text.length() <= MOST_CHARACTERS && matches.test(text);
    }

    private static BigDecimal length(String text) {
        return BigDecimal.valueOf(text.length());
    }

    private static Predicate<String> compared(Function<String, BigDecimal> what, String with, IntPredicate accepted) {
        BigDecimal bound = new BigDecimal(with);
        return text -> accepted.test(what.apply(text).compareTo(bound));
    }

    /** Whether a text in UTF-8 is a value for sure. */
    boolean accepts(byte[] in, int from, int to) {
        return checks.isEmpty() || accepts(new String(in, from, to - from, StandardCharsets.UTF_8));
    }

    boolean accepts(String text) {
        boolean isValue = true;
        for (int i = 0; i < checks.size() && isValue; i++) {
            isValue = checks.get(i).test(text);
        }
        return isValue;
    }
}
