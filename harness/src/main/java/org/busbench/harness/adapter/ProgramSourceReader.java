package org.busbench.harness.adapter;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;

/** Reads {@code programs:}. */
final class ProgramSourceReader {
    /** Debian policy 5.6.7: lower-case letters, digits, plus, minus and dot. */
    private static final Pattern PACKAGE = Pattern.compile("[a-z0-9][a-z0-9+.-]+");
    /** Debian policy 5.6.12, with epoch and revision. */
    private static final Pattern PACKAGE_VERSION = Pattern.compile("[0-9A-Za-z.+~:-]+");

    private static final Pattern MODULE = Pattern.compile("[\\w.~-]+(/[\\w.~-]+)+@v[0-9][\\w.+-]*");
    private static final Pattern MAJOR_VERSION = Pattern.compile("v[0-9]+");
    private static final Pattern PROGRAM = Pattern.compile("[\\w.+-]+");

    private ProgramSourceReader() {}

    static List<ProgramSource> read(YamlValue value) {
        return value.someOf().stream().map(ProgramSourceReader::source).toList();
    }

    private static ProgramSource source(YamlValue value) {
        YamlMap map = value.map().only("debian", "version", "go", "program");
        Optional<String> program = map.find("program")
                .map(name -> JavaReader.matching(name, PROGRAM, "the name of a program, without a folder"));
        if (map.find("go").isPresent()) {
            YamlValue go = map.only("go", "program").require("go");
            String text = JavaReader.matching(go, MODULE, "module@version with an exact version");
            String module = text.substring(0, text.indexOf('@'));
            String version = text.substring(text.indexOf('@') + 1);
            return new ProgramSource.GoModule(module, version, program.orElse(builtName(module)), go.line());
        }
        YamlValue debian = map.require("debian");
        String name = JavaReader.matching(debian, PACKAGE, "the name of a Debian package");
        Optional<String> version = map.find("version")
                .map(exact -> JavaReader.matching(exact, PACKAGE_VERSION, "the version of a Debian package"));
        return new ProgramSource.Debian(name, version, program.orElse(name), debian.line());
    }

    /** The last part of the path that is no major version, as {@code go install} has it. */
    private static String builtName(String module) {
        List<String> parts = Arrays.asList(module.split("/"));
        String last = parts.get(parts.size() - 1);
        return MAJOR_VERSION.matcher(last).matches() ? parts.get(parts.size() - 2) : last;
    }
}
