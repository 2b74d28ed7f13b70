package org.busbench.mediation.rig;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.synapse.config.SynapseConfiguration;
import org.busbench.mediation.compile.Compiler;
import org.busbench.mediation.compile.Formats;
import org.busbench.mediation.compile.Lane;
import org.busbench.mediation.config.BadConfigException;
import org.busbench.mediation.config.ListenAddress;
import org.busbench.mediation.config.SynapseHome;
import org.busbench.mediation.engine.Engine;
import org.busbench.mediation.http.LaneLimits;

/**
 * Counts, for a folder of configurations of others, how many load one by one, and in which way their proxies and APIs are mediated. {@code
 * mediation/src/bench/configurations} runs it. For one thread.
 */
public final class ConfigurationShares {

    private static final Set<String> ROOTS = Set.of("definitions", "proxy", "api", "sequence", "endpoint");
    private static final String NAMESPACE = "http://ws.apache.org/ns/synapse";
    private static final String NOT_ON_HTTP = "the proxy is not served by http";

    private final Set<String> seen = new HashSet<>();
    private final Map<String, List<Path>> refusals = new TreeMap<>();
    private final Ways proxies = new Ways("proxies");
    private final Ways apis = new Ways("APIs");
    private int files;

    /** How flows of one kind are mediated, and why the engine has the others. */
    private static final class Ways {
        private final String kind;
        private final Map<String, Integer> counts = new TreeMap<>();
        private final Map<String, Integer> reasons = new TreeMap<>();

        Ways(String kind) {
            this.kind = kind;
        }

        void count(Lane lane) {
            String way = lane instanceof Lane.Fast fast ? way(fast) : "engine";
            if (lane instanceof Lane.Engine engine) {
                way = engine.reason().equals(NOT_ON_HTTP) ? "not on http" : way;
                reasons.merge(general(engine.reason()), 1, Integer::sum);
            }
            counts.merge(way, 1, Integer::sum);
        }

        private static String way(Lane.Fast lane) {
            if (!isComplete(lane)) {
                return "no engine, but fails at what is missing";
            }
            return lane.flow().embedded().isEmpty() ? "compiled" : "compiled and embedded";
        }

        void print(PrintStream out) {
            int onHttp = counts.entrySet().stream()
                    .filter(way -> !way.getKey().equals("not on http"))
                    .mapToInt(Map.Entry::getValue)
                    .sum();
            out.println(kind + " on http\t" + onHttp);
            counts.forEach((way, count) -> out.println("  " + way + "\t" + share(count, onHttp)));
            reasons.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                    .forEach(reason -> out.println("    " + reason.getValue() + "\t" + reason.getKey()));
        }
    }

    private ConfigurationShares() {}

    /**
     * Prints the counts.
     *
     * @param args a folder; with a second argument the name of a file is printed for each reason, too
     */
    public static void main(String[] args) throws IOException, BadConfigException {
        PrintStream out = System.out;
        System.setProperty("busbench.mediation.log", "ERROR");
        ConfigurationShares shares = new ConfigurationShares();
        shares.read(Path.of(args[0]));
        shares.print(out, args.length > 1);
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** An API is mediated as the resource is that is farthest from the fast lane. */
    private static Lane worse(Lane one, Lane other) {
        return one instanceof Lane.Engine || (one instanceof Lane.Fast fast && !isComplete(fast)) ? one : other;
    }

    private static boolean isComplete(Lane.Fast lane) {
        return lane.steps().stream().noneMatch(step -> step.contains("\tfails: ") && !step.startsWith("fault "));
    }

    /** A reason without what differs from file to file. */
    private static String general(String reason) {
        return reason.replaceAll("(?<!the property )'[^']*'", "'..'")
                .replaceAll("\"[^\"]*\"", "\"..\"")
                .replaceAll("/\\S+/", "")
                .replaceAll("\\s+", " ");
    }

    private static String share(int count, int of) {
        return count + "\t" + (of == 0 ? "-" : Math.round(100.0 * count / of) + " %");
    }

    private void read(Path folder) throws IOException, BadConfigException {
        List<Path> all;
        try (Stream<Path> tree = Files.walk(folder)) {
            all = tree.filter(file -> file.toString().endsWith(".xml") && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        }
        for (Path file : all) {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            if (isConfiguration(file) && seen.add(text)) {
                count(file);
            }
        }
    }

    private static boolean isConfiguration(Path file) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        try (InputStream in = Files.newInputStream(file)) {
            XMLStreamReader reader = factory.createXMLStreamReader(in);
            reader.nextTag();
            return NAMESPACE.equals(reader.getNamespaceURI()) && ROOTS.contains(reader.getLocalName());
        } catch (XMLStreamException e) {
            // A file that is no XML up to its first element is no configuration.
            return false;
        }
    }

    private void count(Path file) throws BadConfigException {
        files++;
        try {
            SynapseHome home = SynapseHome.at(file);
            home.checkFiles();
            SynapseConfiguration read =
                    new Engine(ListenAddress.parse("127.0.0.1:1"), home, List.of(), LaneLimits.USUAL).read();
            Compiler compiler = new Compiler(read, new Formats(Set.of(), false, false));
            compiler.lanes().values().forEach(proxies::count);
            Map<String, Lane> ofApis = new TreeMap<>();
            compiler.apis().forEach((api, lane) -> ofApis.merge(api.name(), lane, ConfigurationShares::worse));
            ofApis.values().forEach(apis::count);
        } catch (BadConfigException e) {
            String why = general(e.getMessage().replace(file.toString(), "").replaceFirst("^:\\d*:? *", ""));
            refusals.computeIfAbsent(why, key -> new ArrayList<>()).add(file);
        }
    }

    private void print(PrintStream out, boolean names) {
        int refused = refusals.values().stream().mapToInt(List::size).sum();
        out.println("files\t" + files);
        out.println("  load\t" + share(files - refused, files));
        out.println("  refused\t" + share(refused, files));
        refusals.entrySet().stream()
                .sorted(Comparator.comparing(reason -> -reason.getValue().size()))
                .forEach(reason -> out.println("    " + reason.getValue().size() + "\t" + reason.getKey()
                        + (names ? "\t" + reason.getValue().get(0) : "")));
        proxies.print(out);
        apis.print(out);
    }
}
