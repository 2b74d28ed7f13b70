package org.busbench.harness.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.YamlFile;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;
import org.busbench.harness.torture.Case.Action;
import org.busbench.harness.torture.Case.Demands;
import org.busbench.harness.torture.Case.Exchange;
import org.busbench.harness.torture.Case.Extent;
import org.busbench.harness.torture.Case.Judgement;
import org.busbench.harness.torture.Case.Moment;
import org.busbench.harness.torture.Case.Outcome;
import org.busbench.harness.torture.Case.Overload;
import org.busbench.harness.torture.Case.Script;
import org.busbench.harness.torture.Case.Step;

/**
 * Reads the cases of a class from a YAML file, as {@code docs/schema/torture-1.schema.json} describes it. A family of cases
 * stands in one entry, whose {@code each} names what differs.
 */
public final class CaseFile {

    /** Kind and version of the files. */
    static final String SCHEMA = "busbench/torture/1";

    private static final String[] OF_CASES =
            ("id title source judge scenario requests client backend with each each-byte closes backend-lacks "
                            + "client-lacks backend-is repeat beside limit recovery " + Case.OVERLOAD)
                    .split(" ");
    private static final String CONNECTIONS = "connections";
    private static final int MOST_CONNECTIONS = 20_000;
    private static final int USUAL_PER_SECOND = 4000;
    private static final Duration USUAL_LIMIT = Duration.ofSeconds(3);
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final List<Step> USUAL_CLIENT = List.of(Step.send("${request}"));

    private final String kind;
    private final Map<String, Judgement> judgements = new LinkedHashMap<>();
    private final List<Case> cases = new ArrayList<>();
    private final Set<String> ids;

    private CaseFile(YamlMap top, Set<String> ids) {
        top.schema(SCHEMA).only("schema", "class", "about", "judgements", "cases");
        this.ids = ids;
        YamlValue named = top.require("class");
        this.kind = named.text();
        if (!Case.KINDS.contains(kind)) {
            throw named.problem("class '" + kind + "' is not known" + Nearest.hint(kind, Case.KINDS));
        }
        top.require("judgements")
                .map()
                .mapped(value -> value)
                .forEach((name, value) -> judgements.put(name, judgement(name, value)));
        top.require("cases").someOf().forEach(value -> family(value.map()));
    }

    /**
     * Reads all files of a folder.
     *
     * @return the cases, in the order of their classes, and of the file within a class
     * @throws Problem with file and line, for whatever a file should not say
     */
    public static List<Case> readAll(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            Set<String> ids = new LinkedHashSet<>();
            List<Case> all = new ArrayList<>();
            files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .forEach(file -> all.addAll(new CaseFile(YamlFile.read(file), ids).cases));
            all.sort((a, b) -> Case.KINDS.indexOf(a.kind()) - Case.KINDS.indexOf(b.kind()));
            if (all.isEmpty()) {
                throw new Problem(folder + ": no cases in it: it must hold .yaml files");
            }
            return List.copyOf(all);
        } catch (IOException e) {
            throw new UncheckedIOException("the cases in " + folder, e);
        }
    }

    /** The sentence on the class in a file. */
    static String about(Path file) {
        return YamlFile.read(file).require("about").text();
    }

    private Judgement judgement(String name, YamlValue value) {
        YamlMap map = value.map().only("about", "right", "tolerable");
        return new Judgement(
                name,
                map.require("about").text(),
                map.require("right").someOf(CaseFile::outcome),
                map.read("tolerable", list -> list.list(CaseFile::outcome), List.of()));
    }

    private static Outcome outcome(YamlValue value) {
        return Outcome.parse(value.text())
                .orElseThrow(() -> value.problem(
                        "'" + value.text() + "' is no outcome: write CLIENT / BACKEND, as in '4xx|closed / nothing'"));
    }

    private void family(YamlMap map) {
        map.only(OF_CASES);
        Map<String, String> with = map.read("with", value -> value.map().mapped(YamlValue::bytes), Map.of());
        List<Member> members = members(map);
        Set<String> used = new LinkedHashSet<>();
        for (Member member : members) {
            Map<String, String> values = new LinkedHashMap<>(with);
            values.putAll(member.values);
            Case one = one(map, member, values);
            if (!ids.add(one.id())) {
                throw map.problem("the id '" + one.id() + "' is there twice: each case needs its own");
            }
            used.addAll(names(one));
            cases.add(one);
            List<String> unknown = names(one).stream()
                    .filter(name -> !values.containsKey(name) && !CaseMessages.KNOWN.contains(name))
                    .toList();
            if (!unknown.isEmpty()) {
                throw map.problem("${" + unknown.get(0) + "} of case '" + one.id() + "' stands for nothing"
                        + Nearest.hint(unknown.get(0), CaseMessages.KNOWN));
            }
        }
        for (String name : members.get(0).values.keySet()) {
            if (!used.contains(name) && !CaseMessages.KNOWN.contains(name)) {
                throw map.problem("'" + name + "' is used nowhere: remove it, or write ${" + name + "}");
            }
        }
    }

    /** One case of a family: the parts in which it differs. */
    private record Member(
            String id, String title, YamlValue judge, Optional<YamlValue> connections, Map<String, String> values) {}

    private static List<Member> members(YamlMap map) {
        if (map.find("each-byte").isPresent()) {
            List<Member> members = new ArrayList<>();
            map.find("each-byte").get().list().forEach(value -> {
                String bytes = value.bytes();
                for (int i = 0; i < bytes.length(); i++) {
                    char c = bytes.charAt(i);
                    String hex = String.format(Locale.ROOT, "%02x", (int) c);
                    members.add(new Member(
                            "-" + hex,
                            " 0x" + hex + (c > ' ' && c < 127 ? " (" + c + ")" : ""),
                            null,
                            Optional.empty(),
                            Map.of("byte", String.valueOf(c))));
                }
            });
            return members;
        }
        if (map.find("each").isEmpty()) {
            return List.of(new Member("", "", null, Optional.empty(), Map.of()));
        }
        return map.someOf("each", value -> {
            YamlMap item = value.map();
            return new Member(
                    "-" + item.require("id").word(),
                    item.read("title", title -> ": " + title.text(), ""),
                    item.find("judge").orElse(null),
                    item.find(CONNECTIONS),
                    item.without("id")
                            .without("title")
                            .without("judge")
                            .without(CONNECTIONS)
                            .mapped(YamlValue::bytes));
        });
    }

    private Case one(YamlMap map, Member member, Map<String, String> values) {
        YamlValue judge = member.judge != null ? member.judge : map.require("judge");
        Judgement judgement = judgements.get(judge.text());
        if (judgement == null) {
            throw judge.problem(
                    "judgement '" + judge.text() + "' is not known" + Nearest.hint(judge.text(), judgements.keySet()));
        }
        return new Case(
                map.require("id").word() + member.id,
                kind,
                map.require("title").text() + member.title,
                map.require("source").text(),
                judgement,
                new Exchange(
                        map.read("scenario", YamlValue::text, "virtualization"),
                        map.read("requests", value -> value.count(1, 1000), 1),
                        map.read("client", CaseFile::steps, USUAL_CLIENT),
                        map.read("backend", CaseFile::script, Script.GOOD),
                        values),
                new Demands(
                        map.read("closes", YamlValue::bool, false),
                        list(map, "backend-lacks"),
                        list(map, "client-lacks"),
                        map.read("backend-is", YamlValue::text, "")),
                new Extent(
                        map.read("repeat", value -> value.count(1, 100_000), 1),
                        map.read("beside", value -> value.count(1, 100), 0),
                        map.read("limit", value -> value.duration(Duration.ofMillis(1), LONGEST), USUAL_LIMIT),
                        map.read("recovery", value -> value.duration(Duration.ofMillis(1), LONGEST), Duration.ZERO),
                        overload(map, member.connections)));
    }

    private Optional<Overload> overload(YamlMap map, Optional<YamlValue> connections) {
        boolean wanted = kind.equals(Case.OVERLOAD);
        Optional<YamlValue> given = map.find(Case.OVERLOAD);
        if (given.isPresent() != wanted) {
            throw map.problem(
                    wanted
                            ? "a case of the class overload needs 'overload: {connections: N, for: 5s}'"
                            : "only cases of the class overload have 'overload'");
        }
        if (!wanted) {
            return Optional.empty();
        }
        YamlMap load = given.get().map().only(CONNECTIONS, "per-second", "for", "again", "read", "read-gap");
        return Optional.of(new Overload(
                (int) connections.orElseGet(() -> load.require(CONNECTIONS)).integer(1, MOST_CONNECTIONS),
                load.read("per-second", value -> value.count(1, MOST_CONNECTIONS), USUAL_PER_SECOND),
                load.require("for").duration(Duration.ofMillis(100), LONGEST),
                load.read("again", YamlValue::bool, false),
                load.read("read", value -> value.count(1, 1 << 16), 0),
                load.read("read-gap", value -> value.duration(Duration.ofMillis(1), LONGEST), Duration.ofMillis(100))));
    }

    private static List<String> list(YamlMap map, String key) {
        return map.read(key, value -> value.list(YamlValue::bytes), List.of());
    }

    private static Script script(YamlValue value) {
        if (!value.isMap()) {
            return Script.of(steps(value));
        }
        YamlMap map = value.map().only("at", "answer", "down", "times", "accepts");
        return new Script(
                map.read("at", at -> at.choice("moment", Moment.class), Moment.REQUEST),
                map.read("answer", CaseFile::steps, List.of()),
                map.read("down", YamlValue::bool, false),
                map.read("times", times -> times.count(1, 1_000_000), Integer.MAX_VALUE),
                map.read("accepts", YamlValue::word, ""));
    }

    private static List<Step> steps(YamlValue value) {
        return value.list(CaseFile::step);
    }

    private static Step step(YamlValue value) {
        if (!value.isMap()) {
            return Step.send(value.bytes());
        }
        YamlMap map = value.map().only("do", "pause", "send", "pieces", "gap", "times", "answers");
        if (map.find("pause").isPresent()) {
            return Step.of(Action.PAUSE, millis(map.require("pause")));
        }
        if (map.find("do").isPresent()) {
            return Step.of(
                    map.require("do").choice("action", Action.class),
                    map.read("answers", answers -> answers.count(1, 1000), 1));
        }
        return new Step(
                Action.SEND,
                map.require("send").bytes(),
                map.read("times", times -> times.count(1, 1 << 16), 1),
                map.read("pieces", pieces -> pieces.count(1, 1 << 20), 0),
                map.read("gap", CaseFile::millis, 0));
    }

    private static int millis(YamlValue value) {
        return Math.toIntExact(value.duration(Duration.ZERO, LONGEST).toMillis());
    }

    /** The values that a case uses, its own ones followed. */
    private static Set<String> names(Case one) {
        Set<String> names = new LinkedHashSet<>();
        one.exchange().client().forEach(step -> names(step.text(), one, names));
        one.exchange().backend().steps().forEach(step -> names(step.text(), one, names));
        Stream.of(one.demands().backendLacks(), one.demands().clientLacks())
                .flatMap(List::stream)
                .forEach(text -> names(text, one, names));
        one.exchange().with().forEach((name, text) -> {
            if (CaseMessages.KNOWN.contains(name)) {
                names(text, one, names);
            }
        });
        return names;
    }

    private static void names(String text, Case one, Set<String> names) {
        Matcher found = Case.EXPRESSION.matcher(text);
        while (found.find()) {
            boolean function = found.group(2) != null || found.group(4) != null;
            if (function && !CaseMessages.FUNCTIONS.contains(found.group(1))) {
                names.add(found.group(1) + ":");
            }
            String name = function ? found.group(4) : found.group(1);
            if (name != null && names.add(name) && one.exchange().with().containsKey(name)) {
                names(one.exchange().with().get(name), one, names);
            }
        }
    }
}
