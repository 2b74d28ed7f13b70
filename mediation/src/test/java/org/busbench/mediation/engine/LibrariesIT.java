package org.busbench.mediation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the archive's folder {@code lib/} holds is enough for all of Synapse but what is named here, and each of these says which jar to add. */
class LibrariesIT {

    private static final Path LIB = Path.of(System.getProperty("mediator.lib", "target/mediation/lib"));

    /** Jars of Synapse and of the Axis2 below it; of others, only what these use counts. */
    private static final Pattern SYNAPSE = Pattern.compile("(synapse|axis2)-.*\\.jar");

    private static final Pattern MISSING = Pattern.compile("\\s+(\\S+)\\s+->\\s+(\\S+)\\.[^.\\s]+\\s+not found");

    /** What a configuration can name: mediators and their factories, endpoints, tasks, stores, processors, functions, transports, builders and formatters. */
    private static final Pattern NAMEABLE = Pattern.compile(
            ".*(Mediator|Factory|Serializer|Endpoint|Task|Job|Processor|Store|Function|Registry|Provider"
                    + "|Sender|Listener|Builder|Formatter|Dispatcher|Handler|Receiver|Algorithm|Controller|Deployer)\\.class");

    private static final String CACHING = "wso2caching-core-3.5.0.jar and saaj-api-1.3.5.jar";

    private static final String EVENTING = "wso2eventing-api-2.1.jar";

    /** Classes that need a jar which is not in the archive, with the jars that {@link MissingLibrary} may name. */
    private static final Map<String, Set<String>> NEED_MORE = Map.of(
            "org.apache.synapse.mediators.builtin.CacheMediator",
            Set.of(CACHING),
            "org.apache.synapse.config.xml.eventing.EventSourceFactory",
            Set.of(EVENTING),
            "org.apache.synapse.eventing.SynapseEventSource$EventDispatcher",
            Set.of(EVENTING),
            "org.apache.synapse.eventing.builders.ResponseMessageBuilder",
            Set.of(EVENTING),
            "org.apache.synapse.eventing.builders.SubscriptionMessageBuilder",
            Set.of(EVENTING),
            // Of the main class of stock Synapse. The JVM orders a class's methods anew in each process: one of the two
            // is missed first.
            "org.apache.synapse.ServerConfigurationInformationFactory",
            Set.of("commons-cli-1.11.0.jar", "javax.servlet-api-4.0.1.jar"));

    @Test
    void everyPackageThatSynapseMissesIsNamedWithItsJar() throws IOException {
        Map<String, String> missing = new TreeMap<>();
        StringWriter said = new StringWriter();
        String all = jars(Pattern.compile(".*\\.jar")).stream()
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        Stream<String> options = Stream.of("--multi-release", "17", "--missing-deps", "-cp", all);
        String[] arguments = Stream.concat(options, jars(SYNAPSE).stream().map(Path::toString))
                .toArray(String[]::new);
        int code = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(new PrintWriter(said), new PrintWriter(said), arguments);
        assertThat(code).as(said.toString()).isZero();
        said.toString().lines().map(MISSING::matcher).filter(Matcher::matches).forEach(line -> {
            if (line.group(1).startsWith("org.apache.")) {
                missing.put(line.group(2), line.group(1));
            }
        });
        assertThat(missing).as("jdeps found nothing: it did not look").containsKey("org.wso2.caching");
        missing.keySet().removeIf(name -> MissingLibrary.jarsOf(name).isPresent());
        assertThat(missing).as("package, and a class that uses it").isEmpty();
    }

    @Test
    void everythingThatAConfigurationCanNameLoads() throws IOException {
        Map<String, String> needMore = new TreeMap<>();
        Map<String, Integer> loaded = new TreeMap<>();
        try (URLClassLoader loader =
                new URLClassLoader(urls(jars(Pattern.compile(".*\\.jar"))), ClassLoader.getPlatformClassLoader())) {
            for (String name : nameable()) {
                try {
                    Class<?> type = Class.forName(name, true, loader);
                    // Asking for its members loads every class in their signatures.
                    int members = type.getDeclaredConstructors().length
                            + type.getDeclaredMethods().length
                            + type.getDeclaredFields().length;
                    loaded.put(name, members);
                } catch (NoClassDefFoundError | ClassNotFoundException e) {
                    String missed =
                            String.valueOf(e.getMessage()).replace('/', '.').replaceFirst("\\.[^.]*$", "");
                    needMore.put(name, MissingLibrary.jarsOf(missed).orElse("no jar is named for " + e.getMessage()));
                }
            }
        }
        assertThat(needMore).containsOnlyKeys(NEED_MORE.keySet());
        assertThat(needMore)
                .allSatisfy((name, jars) -> assertThat(NEED_MORE.get(name)).contains(jars));
        assertThat(loaded).hasSizeGreaterThan(300).containsKey("org.apache.synapse.mediators.builtin.CalloutMediator");
    }

    private static List<Path> jars(Pattern name) throws IOException {
        try (Stream<Path> files = Files.list(LIB)) {
            return files.filter(
                            file -> name.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
    }

    private static URL[] urls(List<Path> jars) throws MalformedURLException {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        return urls;
    }

    private static Set<String> nameable() throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path jar : jars(Pattern.compile("synapse-.*\\.jar"))) {
            try (JarFile file = new JarFile(jar.toFile())) {
                names.addAll(file.stream()
                        .map(entry -> entry.getName())
                        .filter(entry -> NAMEABLE.matcher(entry).matches())
                        .map(entry -> entry.replace(".class", "").replace('/', '.'))
                        .collect(Collectors.toSet()));
            }
        }
        return names;
    }
}
