package org.busbench.harness.adapter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.busbench.harness.text.Template;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;

/** Reads {@code java:}. */
final class JavaReader {
    /** An exact version: a range or LATEST would make every run another one. */
    static final Pattern COORDINATES =
            Pattern.compile("[\\w.-]+:[\\w.-]+(:[\\w.-]+){0,2}:(?!LATEST$|RELEASE$)[\\w.+-]+");

    static final String COORDINATES_FORM = "group:artifact[:type[:classifier]]:version with an exact version";

    private static final Pattern CLASS = Pattern.compile("[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*)*");
    private static final Pattern EXCLUSION = Pattern.compile("(\\*|[\\w.-]+):(\\*|[\\w.-]+)");

    private final Path folder;
    private final Path project;
    private final Set<String> known;

    /**
     * Reads for an adapter.
     *
     * @param folder the adapter's own
     * @param project the project's root
     * @param known names that its templates may use
     */
    JavaReader(Path folder, Path project, Set<String> known) {
        this.folder = folder.toAbsolutePath().normalize();
        this.project = project.toAbsolutePath();
        this.known = known;
    }

    AdapterProgram.Java read(YamlValue value) {
        YamlMap java = value.map().only("main", "classpath", "options", "arguments");
        return new AdapterProgram.Java(
                matching(java.require("main"), CLASS, "the name of a class"),
                java.require("classpath").someOf().stream().map(this::entry).toList(),
                templates(java.find("options")),
                templates(java.find("arguments")));
    }

    private ClassPathEntry entry(YamlValue value) {
        YamlMap entry = value.map().only("folder", "jars", "maven", "exclude", "sources", "module");
        if (entry.find("jars").isPresent()) {
            entry.only("jars");
            return new ClassPathEntry.Jars(AdapterFolder.template(entry.require("jars"), known));
        }
        if (entry.find("folder").isPresent()) {
            entry.only("folder");
            return new ClassPathEntry.Folder(AdapterFolder.template(entry.require("folder"), known));
        }
        if (entry.find("sources").isPresent()) {
            return sources(entry.only("sources", "module"));
        }
        YamlValue maven = entry.find("maven")
                .orElseThrow(() -> entry.problem("none of 'folder', 'jars', 'sources', 'maven': add one"));
        return new ClassPathEntry.Maven(
                matching(maven, COORDINATES, COORDINATES_FORM),
                entry.find("exclude")
                        .map(exclude -> exclude.list().stream()
                                .map(item -> matching(item, EXCLUSION, "group:artifact or group:*"))
                                .toList())
                        .orElse(List.of()),
                maven.line());
    }

    private ClassPathEntry.Sources sources(YamlMap entry) {
        YamlValue value = entry.require("sources");
        Path sources = folder.resolve(AdapterFolder.template(value, Set.of("project", "adapter"))
                        .expand(Map.of("project", project.toString(), "adapter", folder.toString())))
                .normalize();
        if (!Files.isDirectory(sources)) {
            throw value.problem("no such folder: " + sources + "; add it, with the Java sources");
        }
        return new ClassPathEntry.Sources(
                sources,
                entry.find("module").map(module -> matching(module, CLASS, "the name of a module")),
                value.line());
    }

    static String matching(YamlValue value, Pattern pattern, String form) {
        String text = value.text();
        if (!pattern.matcher(text).matches()) {
            throw value.problem("'" + text + "' is not " + form);
        }
        return text;
    }

    private List<Template> templates(Optional<YamlValue> list) {
        return list.map(value -> value.list().stream()
                        .map(item -> AdapterFolder.template(item, known))
                        .toList())
                .orElse(List.of());
    }
}
