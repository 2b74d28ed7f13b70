package org.busbench.harness.adapter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.Template;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;

/** Reads {@code files:}, and makes sure that they are there and that their own expressions are known. */
final class WorkFileReader {
    private static final String[] KEYS = {
        "from",
        "to",
        "template",
        "replace",
        "folder",
        "unpack",
        "sha256",
        "strip",
        "delete",
        "edit",
        "repository",
        "artifacts"
    };
    private static final Pattern ARCHIVE =
            Pattern.compile("[\\w.-]+:[\\w.-]+:(zip|jar|war)(:[\\w.-]+)?:(?!LATEST$|RELEASE$)[\\w.+-]+");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final String SHA256_FORM = "a SHA-256: write 64 hex digits";

    private final Path folder;
    private final Path project;
    private final Set<String> known;

    WorkFileReader(Path folder, Path project, Set<String> known) {
        this.folder = folder;
        this.project = project;
        this.known = known;
    }

    List<WorkFile> read(YamlValue value) {
        return value.list().stream().flatMap(this::files).toList();
    }

    private Stream<WorkFile> files(YamlValue value) {
        YamlMap map = value.map().only(KEYS);
        return map.find("repository").isPresent() ? stored(map.only("repository", "artifacts")) : Stream.of(file(map));
    }

    private static Stream<WorkFile> stored(YamlMap map) {
        String to = below(map.require("repository"));
        return map.require("artifacts").someOf().stream().map(item -> {
            YamlMap artifact = item.map().only("maven", "sha256");
            YamlValue what = artifact.require("maven");
            return new WorkFile.Stored(
                    new Archive(
                            JavaReader.matching(what, JavaReader.COORDINATES, JavaReader.COORDINATES_FORM),
                            JavaReader.matching(artifact.require("sha256"), SHA256, SHA256_FORM),
                            what.line()),
                    to);
        });
    }

    private WorkFile file(YamlMap map) {
        if (map.find("folder").isPresent()) {
            return new WorkFile.EmptyFolder(below(map.only("folder").require("folder")));
        }
        if (map.find("unpack").isPresent()) {
            return unpack(map.only("unpack", "sha256", "to", "strip"));
        }
        if (map.find("delete").isPresent()) {
            return new WorkFile.Delete(below(map.only("delete").require("delete")));
        }
        if (map.find("edit").isPresent()) {
            map.only("edit", "replace");
            return new WorkFile.Edit(below(map.require("edit")), replacements(map.require("replace")));
        }
        return copy(map.only("from", "to", "template", "replace"));
    }

    private static WorkFile.Unpack unpack(YamlMap map) {
        YamlValue what = map.require("unpack");
        YamlValue sha256 = map.require("sha256");
        Archive archive = new Archive(
                JavaReader.matching(what, ARCHIVE, "group:artifact:zip[:classifier]:version with an exact version"),
                JavaReader.matching(sha256, SHA256, SHA256_FORM),
                what.line());
        int strip = map.find("strip").map(value -> (int) value.integer(0, 9)).orElse(0);
        return new WorkFile.Unpack(archive, below(map.require("to")), strip);
    }

    private Map<String, Template> replacements(YamlValue value) {
        return value.map().mapped(item -> AdapterFolder.template(item, known));
    }

    private WorkFile.Copy copy(YamlMap map) {
        YamlValue from = map.require("from");
        Template source = AdapterFolder.template(from, Set.of("project", "adapter"));
        WorkFile.Copy file = new WorkFile.Copy(
                source,
                below(map.require("to")),
                map.find("template").map(YamlValue::bool).orElse(false),
                map.find("replace").map(this::replacements).orElse(Map.of()));
        Path path = source(file);
        if (!Files.exists(path)) {
            throw from.problem("no such file or folder: " + path + "; correct the path or add the file");
        }
        if (file.template()) {
            checkTemplates(path, from);
        }
        return file;
    }

    private Path source(WorkFile.Copy file) {
        String expanded = file.from()
                .expand(Map.of(
                        "project", project.toAbsolutePath().toString(),
                        "adapter", folder.toAbsolutePath().toString()));
        return folder.resolve(expanded).normalize();
    }

    private static String below(YamlValue value) {
        String to = value.text();
        Path path = Path.of(to).normalize();
        if (path.isAbsolute() || path.startsWith("..")) {
            throw value.problem("'" + to + "' leaves the work folder: write a path below it");
        }
        return to;
    }

    private void checkTemplates(Path path, YamlValue from) {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Template.parse(Files.readString(file), file, 1).check(known);
            }
        } catch (IOException unreadable) {
            throw new ConfigProblem(
                    from.file(),
                    from.line(),
                    "cannot read " + path + " as a template: " + Problem.brief(unreadable),
                    unreadable);
        }
    }
}
