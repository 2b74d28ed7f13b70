package org.busbench.harness.suite;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.YamlFile;
import org.busbench.harness.text.YamlMap;

/**
 * What the command line says in place of a suite file. An override obeys the same limits as the key of the file that it
 * replaces, and the record holds it as it was given.
 */
public final class SuiteOverrides {
    public static final SuiteOverrides NONE = new SuiteOverrides(Map.of());

    /** What a suite may say otherwise for its short form. */
    private static final String[] OF_QUICK =
            "adapters scenarios payloads concurrency parts blocks forks primer warmup measure".split(" ");

    private static final Pattern WORDS = Pattern.compile("[A-Za-z0-9.]+(,[A-Za-z0-9.]+)*");
    private static final Pattern NAMES_AND_FOLDERS = Pattern.compile("[^,\\p{Cntrl}]+(,[^,\\p{Cntrl}]+)*");

    /** An option and the key of a suite file that it replaces. */
    public enum Option {
        /** The keys of the suite's short form, in place of its own; without a value. */
        QUICK("--quick", "quick", false, Pattern.compile("")),
        SCENARIO("--scenario", "scenarios", true, NAMES_AND_FOLDERS),
        CLIENTS("--clients", "concurrency", true),
        PAYLOAD("--payload", "payloads", true),
        /** The load on a mediator that was just started, before its first trial. */
        PRIMER("--primer", "primer", false),
        /** The unmeasured beginning of each trial. */
        WARMUP("--warmup", "warmup", false),
        MEASURE("--measure", "measure", false),
        /** How often each cell is measured: exactly so often, whatever is open then. */
        BLOCKS("--blocks", "blocks", false),
        /** Groups of blocks with processes of their own. */
        FORKS("--forks", "forks", false),
        /** The number from which the order of the trials is drawn. */
        SEED("--seed", "seed", false);

        private final String word;
        private final String key;
        private final boolean list;
        private final Pattern form;

        Option(String word, String key, boolean list) {
            this(word, key, list, WORDS);
        }

        Option(String word, String key, boolean list, Pattern form) {
            this.word = word;
            this.key = key;
            this.list = list;
            this.form = form;
        }

        private static Option of(String word) {
            for (Option option : values()) {
                if (option.word.equals(word)) {
                    return option;
                }
            }
            throw new Problem("the record overrides its suite by " + word + ", which this busbench does not know");
        }
    }

    private final Map<Option, String> values;

    private SuiteOverrides(Map<Option, String> values) {
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** These overrides and one more; a null value overrides nothing. */
    public SuiteOverrides with(Option option, String value) {
        if (value == null) {
            return this;
        }
        if (!option.form.matcher(value).matches()) {
            throw new Problem(option.word + " is '" + value + "': write "
                    + (option.list ? "values with commas and no blanks" : "one value"));
        }
        Map<Option, String> more = new LinkedHashMap<>(values);
        more.put(option, value);
        return new SuiteOverrides(more);
    }

    /** Reads {@link #words} again. */
    public static SuiteOverrides of(List<String> words) {
        SuiteOverrides overrides = NONE;
        for (String word : words) {
            String[] parts = word.split(" ", 2);
            overrides = overrides.with(Option.of(parts[0]), parts.length == 1 ? "" : parts[1]);
        }
        return overrides;
    }

    /** The overrides as they are typed, {@code --clients 1,20}, for the record. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        values.forEach((option, value) -> words.add(value.isEmpty() ? option.word : option.word + " " + value));
        return List.copyOf(words);
    }

    /** Names or folders of the scenarios that stand in place of the suite's; empty where it keeps its own. */
    public Optional<List<String>> scenarios() {
        return Optional.ofNullable(values.get(Option.SCENARIO)).map(value -> List.of(value.split(",")));
    }

    /** These overrides with the scenarios of these names and folders, in place of the suite's. */
    public SuiteOverrides withScenarios(List<String> namesAndFolders) {
        return with(Option.SCENARIO, String.join(",", namesAndFolders));
    }

    /** A suite file with the overrides in place of its own keys, {@link #scenarios} apart. */
    YamlMap appliedTo(YamlMap suite) {
        Optional<YamlMap> quick = suite.find("quick").map(value -> value.map().only(OF_QUICK));
        YamlMap applied = suite.without("quick");
        if (values.containsKey(Option.QUICK)) {
            applied = applied.with(quick.orElseThrow(() ->
                    new Problem(suite.file() + ": has no short form for --quick: there is no key 'quick' in it")));
        }
        for (Map.Entry<Option, String> override : values.entrySet()) {
            if (override.getKey() != Option.SCENARIO && override.getKey() != Option.QUICK) {
                applied = applied.with(parsed(override.getKey(), override.getValue()));
            }
        }
        if (Stream.of(Option.SCENARIO, Option.CLIENTS, Option.PAYLOAD).anyMatch(values::containsKey)) {
            applied = applied.without("parts");
        }
        return values.containsKey(Option.BLOCKS) ? withExactlyItsBlocks(applied) : applied;
    }

    private YamlMap withExactlyItsBlocks(YamlMap suite) {
        YamlMap exact = suite.without("maxBlocks").without("budget");
        return values.containsKey(Option.FORKS) ? exact : exact.without("forks");
    }

    private static YamlMap parsed(Option option, String value) {
        String text = option.key + ": " + (option.list ? "[" + value.replace(",", ", ") + "]" : value);
        return YamlFile.parse(text, Path.of(option.word));
    }

    /** The fault of an option names the option; any other fault names its file and line. */
    Problem explained(ConfigProblem fault) {
        return values.keySet().stream().map(option -> option.word).anyMatch(fault.file()::endsWith)
                ? new Problem(fault.file() + ": " + fault.problem(), fault)
                : fault;
    }
}
