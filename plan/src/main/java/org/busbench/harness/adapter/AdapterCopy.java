package org.busbench.harness.adapter;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.busbench.common.FreePorts;
import org.busbench.common.WritablePlace;
import org.busbench.harness.adapter.Adapter.Port;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.YamlFile;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/**
 * A second adapter made from the folder of another one: under a name of its own and at free ports, so that both can be up at
 * the same time, and with some keys of its {@value Adapter#FILE_NAME} changed. It is checked when it is read, as any adapter
 * is.
 */
public final class AdapterCopy {
    private static final LoadSettings READING =
            LoadSettings.builder().setSchema(new ExactDecimals()).build();
    private static final DumpSettings WRITING = DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setWidth(10_000)
            .build();

    private AdapterCopy() {}

    /** A version 1.10 is not the version 1.1. */
    private static final class ExactDecimals extends JsonSchema {

        @Override
        public Map<Tag, ConstructNode> getSchemaTagConstructors() {
            Map<Tag, ConstructNode> constructors = new HashMap<>(super.getSchemaTagConstructors());
            ConstructNode usual = constructors.get(Tag.FLOAT);
            constructors.put(Tag.FLOAT, node -> {
                String text = ((ScalarNode) node).getValue();
                return text.matches("-?[0-9]+\\.[0-9]+") ? new BigDecimal(text) : usual.construct(node);
            });
            return constructors;
        }
    }

    /**
     * Copies an adapter's folder, with free ports.
     *
     * @param to the new folder, whose name is the new adapter's
     * @param changes {@code KEY=VALUE} each: a key of the file with dots between its parts, of a list the number of an entry
     *     from 0 or {@code +} for a further one, and a value in YAML
     * @throws Problem when a change does not fit the file, or the folder cannot be copied
     */
    public static void make(Path adapter, Path to, List<String> changes) {
        make(adapter, to, ports -> FreePorts.inARow(ports.size()), changes);
    }

    /** As the other one, with ports in a row behind the first, which is chosen from those of the original. */
    static void make(Path adapter, Path to, ToIntFunction<Map<String, Port>> firstPort, List<String> changes) {
        Problem.ifFails("cannot copy " + adapter + " to " + to, () -> {
            for (Path one : Listing.files(adapter)) {
                boolean isOwn = one.equals(adapter.resolve(Adapter.FILE_NAME));
                byte[] bytes = isOwn
                        ? text(adapter, to.getFileName().toString(), firstPort, changes)
                                .getBytes(StandardCharsets.UTF_8)
                        : Files.readAllBytes(one);
                Path copy = to.resolve(adapter.relativize(one).toString());
                WritablePlace.write(copy, bytes);
            }
            deleteForeign(adapter, to);
            return to;
        });
    }

    /** What the original has no more. */
    private static void deleteForeign(Path adapter, Path copies) throws IOException {
        for (Path copy : Listing.files(copies)) {
            boolean known = Files.exists(adapter.resolve(copies.relativize(copy).toString()));
            if (!known && !copy.toString().endsWith(WritablePlace.FRESH)) {
                Files.deleteIfExists(copy);
            }
        }
    }

    /**
     * The file of the copy.
     *
     * @param name of the copy
     * @param firstPort chooses the first of its ports, which are in a row, from those of the original
     * @param changes as in {@link #make}
     */
    private static String text(
            Path adapter, String name, ToIntFunction<Map<String, Port>> firstPort, List<String> changes) {
        Path file = adapter.resolve(Adapter.FILE_NAME);
        Map<String, Port> own = YamlFile.read(file).read("ports", AdapterFolder::ports, Map.of());
        Map<String, Object> yaml = map(new Load(READING).loadFromString(YamlFile.textOf(file)), file.toString());
        yaml.replaceAll((key, value) -> settled(value, adapter));
        yaml.put("name", name);
        if (!own.isEmpty()) {
            Map<String, Object> ports = map(yaml.get("ports"), "ports");
            int port = firstPort.applyAsInt(own);
            for (String key : own.keySet()) {
                ports.put(key, port++);
            }
        }
        for (String change : changes) {
            apply(change, yaml);
        }
        return new Dump(WRITING).dumpToString(yaml);
    }

    /** A value with absolute paths, since files beside the adapter's folder do not lie beside the copy. */
    private static Object settled(Object value, Path adapter) {
        if (value instanceof String text && text.startsWith("../")) {
            return adapter.toAbsolutePath().resolve(text).normalize().toString();
        }
        if (value instanceof List<?> list) {
            return list.stream().map(entry -> settled(entry, adapter)).collect(Collectors.toCollection(ArrayList::new));
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> settled = new LinkedHashMap<>();
            map.forEach((key, entry) -> settled.put(key, settled(entry, adapter)));
            return settled;
        }
        return value;
    }

    private static void apply(String change, Map<String, Object> yaml) {
        int equals = change.indexOf('=');
        if (equals < 1) {
            throw new Problem("--set " + change + ": write KEY=VALUE, such as version=2.0 or java.options=[-Xmx1g]");
        }
        String key = change.substring(0, equals);
        String text = change.substring(equals + 1);
        Object value;
        try {
            YamlFile.requireShallow(text, Path.of("--set " + key), READING);
            value = new Load(READING).loadFromString(text);
        } catch (YamlEngineException wrong) {
            throw new Problem(
                    "--set " + change + ": the value is no YAML: "
                            + wrong.getMessage().lines().findFirst().orElse(""),
                    wrong);
        }
        put(key, List.of(key.split("\\.", -1)), yaml, value);
    }

    private static void put(String key, List<String> parts, Object holder, Object value) {
        String part = parts.get(0);
        boolean last = parts.size() == 1;
        if (holder instanceof List<?> list) {
            @SuppressWarnings("unchecked")
            List<Object> entries = (List<Object>) list;
            if (last && part.equals("+")) {
                entries.add(value);
                return;
            }
            if (!part.matches("[0-9]{1,4}") || Integer.parseInt(part) >= entries.size()) {
                throw new Problem("--set " + key + ": '" + part + "' is none of the " + entries.size()
                        + " entries there; they are counted from 0");
            }
            int place = Integer.parseInt(part);
            if (last) {
                entries.set(place, value);
            } else {
                put(key, parts.subList(1, parts.size()), entries.get(place), value);
            }
            return;
        }
        Map<String, Object> map = map(holder, "--set " + key + ": what stands before '" + part + "'");
        if (last) {
            map.put(part, value);
        } else if (map.containsKey(part)) {
            put(key, parts.subList(1, parts.size()), map.get(part), value);
        } else {
            throw new Problem("--set " + key + ": there is no '" + part + "'" + Nearest.hint(part, map.keySet()));
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value, String what) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new Problem(what + " is no map of keys and values");
    }
}
