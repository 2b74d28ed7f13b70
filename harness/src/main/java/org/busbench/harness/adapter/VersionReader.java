package org.busbench.harness.adapter;

import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;

/** Reads {@code version: {command: [...], pattern: '...'}}. */
final class VersionReader {
    private VersionReader() {}

    static Version printed(YamlMap map) {
        map.only("command", "pattern");
        List<String> command =
                map.require("command").someOf().stream().map(YamlValue::text).toList();
        return new Version.Printed(command, pattern(map.require("pattern")), map.line());
    }

    private static Pattern pattern(YamlValue value) {
        try {
            Pattern pattern = Pattern.compile(value.text());
            if (pattern.matcher("").groupCount() != 1) {
                throw value.problem("the pattern must have one group (in parentheses) that is the version");
            }
            return pattern;
        } catch (PatternSyntaxException malformed) {
            throw new ConfigProblem(
                    value.file(), value.line(), "not a regular expression: " + malformed.getDescription(), malformed);
        }
    }
}
