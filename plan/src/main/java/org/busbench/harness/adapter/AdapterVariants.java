package org.busbench.harness.adapter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.busbench.common.WritablePlace;
import org.busbench.harness.adapter.Adapter.Port;
import org.busbench.harness.text.YamlFile;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;

/**
 * Adapters that are another one of their folder with further arguments, ports of their own and other changes. A table lists them,
 * {@value #FILE_NAME}; each is written to a folder of its own when it is asked for: below {@code target} beside them, or in the user's folder
 * where that cannot be written.
 */
record AdapterVariants(Path parent) {
    private static final String FILE_NAME = "variants.yaml";

    private YamlMap table() {
        return YamlFile.read(parent.resolve(FILE_NAME))
                .schema("busbench/variants/1")
                .only("schema", "of", "variants");
    }

    /** The names; none in a folder without such a table. */
    List<String> names() {
        return Files.isRegularFile(parent.resolve(FILE_NAME))
                ? table().require("variants").map().keys()
                : List.of();
    }

    /** The folder of one of them, which is up to date. */
    Path folder(String name) {
        YamlMap variants = table().require("variants").map();
        YamlMap row = variants.require(name).map().only("of", "title", "about", "arguments", "options", "set");
        Path original = parent.resolve(
                row.find("of").orElseGet(() -> table().require("of")).named());
        List<String> changes = new ArrayList<>();
        changes.add("title=" + quoted(row.require("title")));
        changes.add("about=" + quoted(row.require("about")));
        row.someOf("arguments", AdapterVariants::quoted)
                .forEach(argument -> changes.add("java.arguments.+=" + argument));
        if (row.find("options").isPresent()) {
            changes.add("java.options=" + row.someOf("options", AdapterVariants::quoted));
        }
        changes.addAll(row.someOf("set", YamlValue::text));
        Path folder = WritablePlace.of(parent.resolveSibling("target/adapters")).resolve(name);
        AdapterCopy.make(
                original, folder, ports -> portOf(ports) + 1 + variants.keys().indexOf(name), changes);
        return folder;
    }

    /** The variants' ports follow each other, behind that of the original. */
    private static int portOf(Map<String, Port> ports) {
        return ports.values().iterator().next().number();
    }

    private static String quoted(YamlValue text) {
        return "'" + text.text().replace("'", "''") + "'";
    }
}
