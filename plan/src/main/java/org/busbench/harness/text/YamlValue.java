package org.busbench.harness.text;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A value in a YAML file that knows its line and what it is called. A value of the wrong kind is a {@link ConfigProblem}. */
public final class YamlValue {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{0,49}");
    /** Escapes can name them, and no path, word of a command or header can hold them: NUL, and half a pair of surrogates. */
    private static final Pattern UNUSABLE = Pattern.compile("[\\x00\\p{Cs}]");

    private final Path file;
    private final Node node;
    private final String name;

    YamlValue(Path file, Node node, String name) {
        this.file = file;
        this.node = node;
        this.name = name;
    }

    public Path file() {
        return file;
    }

    /** The line in which it begins, counted from 1. */
    public int line() {
        return lineOf(node);
    }

    static int lineOf(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }

    public ConfigProblem problem(String message) {
        return new ConfigProblem(file, line(), message);
    }

    /** A problem with the fault behind it, which {@code message} names. */
    public ConfigProblem problem(String message, Throwable cause) {
        return new ConfigProblem(file, line(), message, cause);
    }

    /** Whether this is a map, where something else is allowed too. */
    public boolean isMap() {
        return node instanceof MappingNode;
    }

    /** Whether this is a list, where something else is allowed too. */
    public boolean isList() {
        return node instanceof SequenceNode;
    }

    /** The value as a map; a key that stands there twice is an error. */
    public YamlMap map() {
        if (!(node instanceof MappingNode mapping)) {
            throw wrong("a map (key: value)");
        }
        Map<String, YamlValue> keys = new LinkedHashMap<>();
        Map<String, YamlValue> values = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            YamlValue key = new YamlValue(file, tuple.getKeyNode(), "a key of " + name);
            String text = key.word();
            if (keys.containsKey(text)) {
                throw key.problem("key '" + text + "' stands here twice (first in line "
                        + keys.get(text).line() + "): remove one");
            }
            keys.put(text, key);
            values.put(text, new YamlValue(file, tuple.getValueNode(), text));
        }
        return new YamlMap(this, keys, values);
    }

    public List<YamlValue> list() {
        if (!(node instanceof SequenceNode sequence)) {
            throw wrong("a list [in brackets]");
        }
        List<YamlValue> values = new ArrayList<>();
        for (Node item : sequence.getValue()) {
            values.add(new YamlValue(file, item, "an item of " + name));
        }
        return List.copyOf(values);
    }

    /** What a reader makes of each item of the list. */
    public <T> List<T> list(Function<YamlValue, ? extends T> reader) {
        return list().stream().<T>map(reader).toList();
    }

    /** The value as a list of texts. */
    public List<String> texts() {
        return list(YamlValue::text);
    }

    /** The value as a list with at least one item. */
    public List<YamlValue> someOf() {
        List<YamlValue> values = list();
        if (values.isEmpty()) {
            throw problem(name + " is an empty list: name at least one");
        }
        return values;
    }

    /** What a reader makes of each item of the list, which has at least one. */
    public <T> List<T> someOf(Function<YamlValue, ? extends T> reader) {
        return someOf().stream().<T>map(reader).toList();
    }

    /** The same, where no two items may be equal. */
    public <T> List<T> distinct(Function<YamlValue, ? extends T> reader) {
        Map<T, Integer> lines = new LinkedHashMap<>();
        for (YamlValue item : someOf()) {
            T value = reader.apply(item);
            Integer first = lines.putIfAbsent(value, item.line());
            if (first != null) {
                throw item.problem("'" + value + "' stands here twice (first in line " + first + "): remove one");
            }
        }
        return List.copyOf(lines.keySet());
    }

    /** The value as text that is not blank; a bare number or boolean is not text. */
    public String text() {
        return notBlank(scalar("text", Tag.STR));
    }

    /**
     * The text, which must have a form.
     *
     * @param form names it in the refusal, as in {@code 'x' is not the name of an image}
     */
    public String matching(Pattern pattern, String form) {
        return formed(text(), pattern, form);
    }

    /** The word, which must have a form, as in {@link #matching}. */
    public String worded(Pattern pattern, String form) {
        return formed(word(), pattern, form);
    }

    private String formed(String text, Pattern pattern, String form) {
        if (!pattern.matcher(text).matches()) {
            throw problem("'" + text + "' is not " + form);
        }
        return text;
    }

    /** The value as it is written, for names that may look like numbers: {@code 500}, {@code 3.0}. */
    public String word() {
        return notBlank(scalar("a word", Tag.STR, Tag.INT, Tag.FLOAT));
    }

    private String notBlank(String text) {
        if (text.isBlank()) {
            throw problem(name + " is blank: say something");
        }
        return text;
    }

    /** Whether this can be the name of an adapter, a scenario or a suite: such a name is a good folder name and fits in a URL. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    public String named() {
        String name = word();
        if (!isName(name)) {
            throw problem("'" + name + "' is not a name: use lower-case letters, digits, dots and hyphens");
        }
        return name;
    }

    /** The name of a file, which must be its own without the ending. */
    public String namedAsFile() {
        return namedAs(file.getFileName().toString().replaceFirst("\\.ya?ml$", ""), "file");
    }

    /** The name of the folder that the file is in, which must be its own. */
    public String namedAsFolder() {
        return namedAs(
                file.toAbsolutePath().normalize().getParent().getFileName().toString(), "folder");
    }

    private String namedAs(String expected, String what) {
        String name = named();
        if (!name.equals(expected)) {
            throw problem("name '" + name + "' is not the " + what + "'s name: write " + expected);
        }
        return name;
    }

    /** The value as one of some words; {@code what} names it in the refusal of others, as in {@code unknown signal 'x'}. */
    public String oneOf(String what, Collection<String> known) {
        String word = word();
        if (!known.contains(word)) {
            throw problem("unknown " + what + " '" + word + "'" + Nearest.hint(word, known));
        }
        return word;
    }

    /** The value as a constant: {@code NOT_SERVED} is {@code not-served}. {@code what} is as in {@link #oneOf}. */
    public <E extends Enum<E>> E choice(String what, Class<E> constants) {
        Map<String, E> words = new LinkedHashMap<>();
        EnumSet.allOf(constants)
                .forEach(one -> words.put(one.name().toLowerCase(Locale.ROOT).replace('_', '-'), one));
        return words.get(oneOf(what, words.keySet()));
    }

    /** What a reader makes of it, whose refusal of the value is a fault of the file. */
    public <T> T stated(Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException refused) {
            throw problem(refused.getMessage(), refused);
        }
    }

    /** The value as text with {@code ${...}} in it. */
    public Template template() {
        return Template.parse(scalar("text", Tag.STR), file, line());
    }

    /** The value as text in which each character stands for a byte, and may be any. */
    public String bytes() {
        String text = Template.parse(raw("text", Tag.STR), file, line()).text();
        if (text.chars().anyMatch(c -> c > 255)) {
            throw problem("a character above U+00FF: each stands for one byte, so write the bytes");
        }
        return text;
    }

    /** The value as a whole number in a range. */
    public long integer(long least, long most) {
        String text = scalar("a whole number", Tag.INT);
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException tooBig) {
            throw problem(outOfRange(text, least, most), tooBig);
        }
        throw problem(outOfRange(text, least, most));
    }

    /** The value as a whole number in a range. */
    public int count(int least, int most) {
        return (int) integer(least, most);
    }

    /** The value as a number from 0 to 1. */
    public double share() {
        return number("a number from 0 to 1", 0, 1);
    }

    public double number(double least, double most) {
        return number("a number", least, most);
    }

    private double number(String wanted, Number least, Number most) {
        String text = scalar(wanted, Tag.INT, Tag.FLOAT);
        double number = text.matches("[0-9.eE+-]+") ? Double.parseDouble(text) : Double.NaN;
        if (!(number >= least.doubleValue() && number <= most.doubleValue())) {
            throw problem(outOfRange(text, least, most));
        }
        return number;
    }

    /** The value as {@code true} or {@code false}. */
    public boolean bool() {
        return Boolean.parseBoolean(scalar("true or false", Tag.BOOL));
    }

    public Duration duration(Duration least, Duration most) {
        String text = scalar("a duration (" + Durations.FORM + ")", Tag.STR);
        Duration duration = Durations.parse(text).orElseThrow(() -> problem(name + ": " + Durations.fault(text)));
        if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
            String range = Durations.show(least) + " to " + Durations.show(most);
            throw problem(name + " is " + text + ": choose a duration from " + range);
        }
        return duration;
    }

    private String outOfRange(String text, Number least, Number most) {
        return name + " is " + text + ": choose a number from " + least + " to " + most;
    }

    private String scalar(String wanted, Tag... tags) {
        String text = raw(wanted, tags);
        Matcher unusable = UNUSABLE.matcher(text);
        if (unusable.find()) {
            throw problem(
                    String.format("%s holds the sign U+%04X: remove it", name, (int) text.charAt(unusable.start())));
        }
        return text;
    }

    private String raw(String wanted, Tag... tags) {
        if (node instanceof ScalarNode scalar && List.of(tags).contains(tagOf(scalar))) {
            return scalar.getValue();
        }
        throw wrong(wanted);
    }

    /** To the parser, text that is nothing but an expression is a variable of the environment; to us it is text. */
    private static Tag tagOf(ScalarNode scalar) {
        return scalar.getTag().equals(Tag.ENV_TAG) ? Tag.STR : scalar.getTag();
    }

    private ConfigProblem wrong(String wanted) {
        return problem(
                name + " must be " + wanted + ", not " + kind(wanted.equals("text") ? " (put text in quotes)" : ""));
    }

    private String kind(String hint) {
        if (node instanceof MappingNode) {
            return "a map";
        }
        if (node instanceof SequenceNode) {
            return "a list";
        }
        ScalarNode scalar = (ScalarNode) node;
        String value = scalar.getValue();
        if (scalar.getTag().equals(Tag.NULL)) {
            return "nothing";
        }
        return tagOf(scalar).equals(Tag.STR) ? "the text '" + value + "'" : value + hint;
    }
}
