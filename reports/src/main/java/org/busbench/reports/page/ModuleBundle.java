package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * ES modules as one script, because a page opened from disk may not import files. Each module becomes a function of its
 * own scope that returns its exports. It understands two forms, each on one line, and refuses every other:
 *
 * <pre>
 * import { a, b } from './other.js';
 * export function a(...)    export const a = ...    export class A
 * </pre>
 */
final class ModuleBundle {

    private static final Pattern IMPORT = Pattern.compile("import \\{ ([\\w, ]+) \\} from '\\./([\\w-]+\\.js)';");
    private static final Pattern EXPORT = Pattern.compile("export ((?:async )?function|const|class) (\\w+)(.*)");

    private final UnaryOperator<String> source;
    private final Map<String, String> bundled = new LinkedHashMap<>();
    private final Set<String> underWay = new LinkedHashSet<>();

    private ModuleBundle(UnaryOperator<String> source) {
        this.source = source;
    }

    static String of(String main, UnaryOperator<String> source) {
        ModuleBundle bundle = new ModuleBundle(source);
        bundle.add(main);
        return "'use strict';\n" + String.join("", bundle.bundled.values());
    }

    private void add(String name) {
        if (bundled.containsKey(name)) {
            return;
        }
        if (!underWay.add(name)) {
            throw new IllegalStateException("modules import each other: " + underWay + " and " + name + " again");
        }
        StringBuilder body = new StringBuilder();
        List<String> exports = new ArrayList<>();
        source.apply(name)
                .lines()
                .forEach(line -> body.append(converted(name, line, exports)).append('\n'));
        bundled.put(
                name,
                "const " + variable(name) + " = (() => {\n" + body + "return { " + String.join(", ", exports)
                        + " };\n})();\n");
        underWay.remove(name);
    }

    private String converted(String module, String line, List<String> exports) {
        Matcher imported = IMPORT.matcher(line);
        if (imported.matches()) {
            add(imported.group(2));
            return "const { " + imported.group(1) + " } = " + variable(imported.group(2)) + ";";
        }
        Matcher exported = EXPORT.matcher(line);
        if (exported.matches()) {
            exports.add(exported.group(2));
            return exported.group(1) + " " + exported.group(2) + exported.group(3);
        }
        if (line.startsWith("import") || line.startsWith("export")) {
            throw new IllegalStateException(module + ": a form that is not bundled: " + line);
        }
        return line;
    }

    private static String variable(String name) {
        return "module_" + name.replace(".js", "").replace('-', '_');
    }
}
