package org.busbench.mediation.xslt.stream;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import net.sf.saxon.functions.FormatNumber;
import net.sf.saxon.trans.XPathException;
import org.busbench.mediation.xslt.stream.Expression.Condition;
import org.busbench.mediation.xslt.stream.Expression.Formula;
import org.busbench.mediation.xslt.stream.Expression.Formula.Evaluation;
import org.busbench.mediation.xslt.stream.Expression.Formula.Kind;
import org.busbench.mediation.xslt.stream.Expression.NodeSet;
import org.busbench.mediation.xslt.stream.Expression.NodeTest;
import org.busbench.mediation.xslt.stream.Expression.Reach;
import org.busbench.mediation.xslt.stream.Expression.Value;
import org.busbench.mediation.xslt.stream.SourceBuffer.AttributeNode;
import org.busbench.mediation.xslt.stream.StringValues.Fragment;

/** Makes formulas that do what Saxon does with a stylesheet of version 1.0: what is computed is a {@code xs:double}, and written so. No state. */
public final class Formulas {

    private Formulas() {}

    /**
     * A step of a path in any direction.
     *
     * @param test which nodes there, null for any
     * @param position which one of them, 0 for all
     * @param predicates what these are filtered by, one after the other
     */
    public record PathStep(Axis axis, NodeTest test, int position, List<Formula> predicates) {

        private boolean accepts(Transducer run, int node) {
            if (test == null || AttributeNode.is(node) != (axis == Axis.ATTRIBUTE)) {
                return test == null;
            }
            return (run.source().bits(node) & test.bits()) != 0;
        }

        /** Whether it leads to a node and all nodes below. */
        public boolean isAnywhere() {
            return axis == Axis.DESCENDANT_OR_SELF && test == null && position == 0 && predicates.isEmpty();
        }

        /** Whether it leads to children, and a number that a predicate gives plays no part. */
        public boolean isChildAnyhow() {
            return axis == Axis.CHILD
                    && position == 0
                    && predicates.stream().noneMatch(one -> one.kind() == Kind.NUMBER || one.kind() == Kind.ANY);
        }

        private int[] from(Transducer run, int node) throws TreeNeededException {
            IntStream.Builder accepted = IntStream.builder();
            int found = 0;
            run.work(1);
            for (int there = axis.first(run.source(), node);
                    there != SourceBuffer.NOTHING && (position == 0 || found < position);
                    there = axis.next(run.source(), node, there)) {
                run.work(1);
                if (accepts(run, there) && ++found >= position) {
                    accepted.add(there);
                }
            }
            return filtered(run, accepted.build().toArray(), predicates);
        }
    }

    private static int[] filtered(Transducer run, int[] nodes, List<Formula> predicates) throws TreeNeededException {
        int[] left = nodes;
        Transducer.Focus outer = run.focus();
        for (Formula predicate : predicates) {
            IntStream.Builder passed = IntStream.builder();
            for (int i = 0; i < left.length; i++) {
                run.focus(new Transducer.Focus(i + 1, left.length));
                Object value = predicate.evaluate(run, left[i]);
                if (value instanceof Number number ? number.doubleValue() == i + 1 : StringValues.truth(value)) {
                    passed.add(left[i]);
                }
            }
            left = passed.build().toArray();
        }
        run.focus(outer);
        return left;
    }

    /** A string, {@code Long}, {@code BigDecimal} or {@code Boolean} of the stylesheet. */
    public static Formula constant(Object value) {
        Kind kind = value instanceof String ? Kind.STRING : value instanceof Boolean ? Kind.BOOLEAN : Kind.NUMBER;
        return new Formula(kind, Reach.TAG, (run, node) -> value);
    }

    public static Formula of(Value value) {
        return new Formula(Kind.STRING, value.reach(), value::text);
    }

    public static Formula of(Condition condition) {
        return new Formula(Kind.BOOLEAN, condition.reach(), condition::isTrue);
    }

    /** The text of an element is inside of it, so that the dot reaches farther than a test of it. */
    public static Formula of(NodeSet nodes) {
        boolean own = nodes.paths().stream().anyMatch(path -> path.axis() == Axis.SELF);
        return nodes.formula() != null
                ? nodes.formula()
                : new Formula(Kind.NODES, own ? Reach.ALL : nodes.reach(), new Evaluation() {
                    @Override
                    public Object of(Transducer run, int node) throws TreeNeededException {
                        return nodes.all(run, node);
                    }

                    @Override
                    public String text(Transducer run, int node) throws TreeNeededException {
                        int first = nodes.first(run, node);
                        return first == SourceBuffer.NOTHING ? "" : run.texts().text(first);
                    }
                });
    }

    /** A document that holds the texts which instructions write. */
    public static Formula fragment(Value.Written content) {
        return new Formula(Kind.FRAGMENT, content.reach(), (run, node) -> new Fragment(content.text(run, node)));
    }

    /** A variable of the template, or a parameter. */
    public static Formula local(int slot, Kind kind) {
        boolean nodes = kind == Kind.NODES || kind == Kind.ANY;
        return new Formula(kind, nodes ? Reach.ALL : Reach.TAG, (run, node) -> run.local(slot));
    }

    /** A variable or parameter of the stylesheet that is computed. */
    public static Formula global(int index, Kind kind) {
        return new Formula(kind, Reach.TAG, (run, node) -> run.computedGlobal(index));
    }

    /** What a path leads to from some nodes; {@code start} is null for the node itself. */
    public static Formula path(Formula start, List<PathStep> steps) {
        return new Formula(Kind.NODES, Reach.ALL, (run, node) -> {
            int[] at = start == null ? new int[] {node} : start.nodes(run, node);
            for (PathStep step : steps) {
                if (at.length == 1 && step.axis().goesForward()) {
                    at = step.from(run, at[0]);
                    continue;
                }
                IntStream.Builder next = IntStream.builder();
                for (int from : at) {
                    Arrays.stream(step.from(run, from)).forEach(next);
                }
                at = AttributeNode.inOrder(next.build());
            }
            return at;
        });
    }

    /** The document. */
    public static Formula document() {
        return new Formula(Kind.NODES, Reach.ALL, (run, node) -> new int[] {0});
    }

    /** The nodes of both, each once, in the order of the document. */
    public static Formula union(Formula left, Formula right) {
        return new Formula(Kind.NODES, Reach.ALL, (run, node) -> {
            int[] one = left.nodes(run, node);
            int[] other = right.nodes(run, node);
            run.work(one.length + other.length);
            return AttributeNode.inOrder(IntStream.concat(Arrays.stream(one), Arrays.stream(other)));
        });
    }

    /** Those of some nodes that predicates let pass. */
    public static Formula filter(Formula of, List<Formula> predicates) {
        return new Formula(Kind.NODES, Reach.ALL, (run, node) -> filtered(run, of.nodes(run, node), predicates));
    }

    /** Whether the node, and those around it, are among the nodes that the last steps of a pattern lead to. */
    public static Condition matches(List<PathStep> steps) {
        return new Condition.Of(new Formula(Kind.BOOLEAN, Reach.ALL, (run, node) -> {
            int at = node;
            boolean matches = true;
            for (int i = steps.size() - 1; matches && i >= 0; i--) {
                int wanted = at;
                at = run.source().around(at);
                matches = Arrays.stream(steps.get(i).from(run, at)).anyMatch(there -> there == wanted);
            }
            return matches;
        }));
    }

    /** The nodes that a key has for a value. */
    public static Formula key(String name, Formula value) {
        return new Formula(Kind.NODES, Reach.ALL, (run, node) -> {
            IntStream found = IntStream.empty();
            for (Object wanted : atoms(run, value.evaluate(run, node))) {
                found = IntStream.concat(found, run.keyed(name, run.texts().string(wanted)));
            }
            return AttributeNode.inOrder(found);
        });
    }

    /**
     * Adds, subtracts and so on, or compares.
     *
     * @param operator of XPath 1.0, but for {@code and}, {@code or} and the union
     */
    public static Formula operation(Formula left, Formula right, String operator) {
        DoubleBinaryOperator arithmetic = switch (operator) {
            case "+" -> Double::sum;
            case "-" -> (one, other) -> one - other;
            case "*" -> (one, other) -> one * other;
            case "div" -> (one, other) -> one / other;
            case "mod" -> (one, other) -> one % other;
            default -> null;
        };
        List<Formula> sides = List.of(left, right);
        if (arithmetic != null) {
            return made(
                    Kind.NUMBER,
                    sides,
                    (run, node) -> arithmetic.applyAsDouble(left.number(run, node), right.number(run, node)));
        }
        boolean ofEquality = List.of("=", "!=").contains(operator);
        Comparison comparison = comparison(operator);
        return made(
                Kind.BOOLEAN,
                sides,
                (run, node) ->
                        compared(run, left.evaluate(run, node), right.evaluate(run, node), comparison, ofEquality));
    }

    private interface Comparison {
        boolean holds(double left, double right);
    }

    private static Comparison comparison(String operator) {
        return switch (operator) {
            case "=" -> (left, right) -> left == right;
            case "!=" -> (left, right) -> left != right;
            case "<" -> (left, right) -> left < right;
            case "<=" -> (left, right) -> left <= right;
            case ">" -> (left, right) -> left > right;
            default -> (left, right) -> left >= right;
        };
    }

    /** XPath 2.0 section 3.5.2, for version 1.0. */
    private static boolean compared(
            Transducer run, Object left, Object right, Comparison comparison, boolean ofEquality)
            throws TreeNeededException {
        if (left instanceof Boolean || right instanceof Boolean) {
            return comparison.holds(StringValues.truth(left) ? 1 : 0, StringValues.truth(right) ? 1 : 0);
        }
        boolean numeric = !ofEquality || left instanceof Number || right instanceof Number;
        for (Object one : atoms(run, left)) {
            for (Object other : atoms(run, right)) {
                run.work(1 + (numeric ? 0 : one.toString().length()));
                boolean found = numeric
                        ? comparison.holds(run.texts().number(one), run.texts().number(other))
                        // Texts are equal or not, as two numbers are.
                        : comparison.holds(one.equals(other) ? 0 : 1, 0);
                if (found) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The strings of nodes, a number, or a string. */
    private static Object[] atoms(Transducer run, Object of) throws TreeNeededException {
        if (!(of instanceof int[] nodes)) {
            return new Object[] {of instanceof Number ? of : run.texts().string(of)};
        }
        Object[] all = new Object[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            all[i] = run.texts().text(nodes[i]);
        }
        return all;
    }

    private static Formula made(Kind kind, List<Formula> of, Evaluation evaluation) {
        boolean tag = of.stream().allMatch(formula -> formula.reach() == Reach.TAG);
        return new Formula(kind, tag ? Reach.TAG : Reach.ALL, evaluation);
    }

    private static Formula number(List<Formula> of, DoubleUnaryOperator function) {
        return made(
                Kind.NUMBER, of, (run, node) -> function.applyAsDouble(of.get(0).number(run, node)));
    }

    /** A function of texts. */
    @FunctionalInterface
    private interface OfTexts {
        Object of(String text, String other) throws TreeNeededException;
    }

    /** Looking for one text in another may cost the product of their lengths. */
    private static Formula text(Kind kind, List<Formula> of, OfTexts function) {
        return made(kind, of, (run, node) -> {
            String text = of.get(0).text(run, node);
            String other = of.size() < 2 ? "" : of.get(1).text(run, node);
            run.work((long) text.length() * (8 + other.length()) / 32);
            return function.of(text, other);
        });
    }

    /**
     * A function of XPath 1.0 or XSLT 1.0.
     *
     * @return null when it is none of those that are known
     */
    public static Formula function(String name, List<Formula> of) {
        return switch (name + "/" + of.size()) {
            case "true/0", "false/0" -> constant(name.equals("true"));
            case "position/0" ->
                made(Kind.NUMBER, of, (run, node) -> (long) run.focus().position());
            case "last/0" ->
                made(Kind.NUMBER, of, (run, node) -> (long) run.focus().size());
            case "count/1" ->
                made(Kind.NUMBER, of, (run, node) -> (long) of.get(0).nodes(run, node).length);
            case "sum/1" ->
                made(Kind.NUMBER, of, (run, node) -> sum(run, of.get(0).nodes(run, node)));
            case "number/1" -> number(of, number -> number);
            case "-/1" -> number(of, number -> -number);
            case "floor/1" -> number(of, Math::floor);
            case "ceiling/1" -> number(of, Math::ceil);
            case "round/1" -> number(of, Formulas::rounded);
            case "boolean/1" ->
                made(
                        Kind.BOOLEAN,
                        of,
                        (run, node) -> StringValues.truth(of.get(0).evaluate(run, node)));
            case "string-length/1" ->
                text(Kind.NUMBER, of, (text, none) -> (long) text.codePointCount(0, text.length()));
            case "contains/2" -> text(Kind.BOOLEAN, of, String::contains);
            case "starts-with/2" -> text(Kind.BOOLEAN, of, String::startsWith);
            case "substring-before/2" ->
                text(Kind.STRING, of, (text, end) -> text.substring(0, Math.max(0, text.indexOf(end))));
            case "substring-after/2" ->
                text(
                        Kind.STRING,
                        of,
                        (text, start) ->
                                text.contains(start) ? text.substring(text.indexOf(start) + start.length()) : "");
            case "substring/2", "substring/3" -> made(Kind.STRING, of, (run, node) -> substring(run, node, of));
            case "translate/3" -> made(Kind.STRING, of, (run, node) -> translated(run, node, of));
            case "format-number/2" ->
                made(
                        Kind.STRING,
                        of,
                        (run, node) -> formatted(
                                run, of.get(0).evaluate(run, node), of.get(1).text(run, node)));
            case "name/0", "namespace-uri/0", "local-name/0" ->
                made(Kind.STRING, of, (run, node) -> name(name, run.source(), node));
            case "name/1", "namespace-uri/1", "local-name/1" ->
                made(Kind.STRING, of, (run, node) -> {
                    int[] nodes = of.get(0).nodes(run, node);
                    return nodes.length == 0 ? "" : name(name, run.source(), nodes[0]);
                });
            default -> null;
        };
    }

    /** Saxon refuses what is no number, which is NaN in XPath 1.0. */
    private static double sum(Transducer run, int[] nodes) throws TreeNeededException {
        double sum = 0;
        for (int node : nodes) {
            sum += run.texts().number(run.texts().text(node));
        }
        if (Double.isNaN(sum)) {
            throw new TreeNeededException("a sum of what is no number");
        }
        return sum;
    }

    /** Half goes up, and what is negative and becomes zero stays negative. */
    private static double rounded(double number) {
        double up = Math.floor(number + 0.5);
        return !(Math.abs(number) < 1L << 52) ? number : up == 0 ? Math.copySign(up, number) : up;
    }

    /** XPath 1.0 section 4.2. */
    private static String substring(Transducer run, int node, List<Formula> of) throws TreeNeededException {
        String text = of.get(0).text(run, node);
        double first = rounded(of.get(1).number(run, node));
        double end = of.size() == 2
                ? Double.POSITIVE_INFINITY
                : first + rounded(of.get(2).number(run, node));
        int[] characters = text.codePoints().toArray();
        run.work(characters.length);
        int[] part = IntStream.range(0, characters.length)
                .filter(i -> i + 1 >= first && i + 1 < end)
                .map(i -> characters[i])
                .toArray();
        return new String(part, 0, part.length);
    }

    /** XPath 1.0 section 4.2; characters are code points. */
    private static String translated(Transducer run, int node, List<Formula> of) throws TreeNeededException {
        String text = of.get(0).text(run, node);
        String from = of.get(1).text(run, node);
        String to = of.get(2).text(run, node);
        int replaced = to.codePointCount(0, to.length());
        run.work((long) text.length() * (8 + from.length()) / 32);
        StringBuilder translated = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
            int c = text.codePointAt(i);
            int found = from.indexOf(c);
            int nth = found < 0 ? 0 : from.codePointCount(0, found);
            if (found < 0) {
                translated.appendCodePoint(c);
            } else if (nth < replaced) {
                translated.appendCodePoint(to.codePointAt(to.offsetByCodePoints(0, nth)));
            }
        }
        return translated.toString();
    }

    /** As the nameless decimal format wants it. */
    private static String formatted(Transducer run, Object number, String picture) throws TreeNeededException {
        if (number instanceof BigDecimal) {
            throw new TreeNeededException("a decimal, which is rounded otherwise than a double");
        }
        try {
            return FormatNumber.getFormatter(picture).apply(run.texts().number(number));
        } catch (XPathException e) {
            throw new TreeNeededException("the picture '" + picture + "' of a number");
        }
    }

    private static String name(String function, SourceBuffer source, int node) {
        if (!AttributeNode.is(node) && !source.isElement(node)) {
            return "";
        }
        String prefix =
                AttributeNode.is(node) ? source.prefix(node) : source.tag(node).prefix();
        String local = source.name(node).local();
        return switch (function) {
            case "namespace-uri" -> source.name(node).namespace();
            case "name" -> prefix.isEmpty() ? local : prefix + ":" + local;
            default -> local;
        };
    }
}
