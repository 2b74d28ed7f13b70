package org.busbench.supply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Run by the build for each archive: holds what is in it to the rules, and writes its notices. Throws when something must not be shipped. */
@Command(name = "supply-chain")
public final class SupplyChain implements Callable<Integer> {

    @Option(names = "--product", required = true, description = "name and version of the archive")
    private String product;

    @Option(names = "--bom", required = true, description = "a CycloneDX file; may be given more than once")
    private List<Path> boms;

    @Option(
            names = "--lib",
            required = true,
            description = "a folder of jars that the files list; may be given more than once")
    private List<Path> folders;

    @Option(names = "--data", required = true, description = "the folder with known-vulnerable.txt and licenses/")
    private Path data;

    @Option(
            names = "--offline",
            arity = "1",
            description = "whether the build is without a network, in which no CycloneDX file is written")
    private boolean offline;

    @Option(names = "--also", description = "a text that the notices end with")
    private Path also;

    @Option(names = "--out", required = true, description = "the folder that gets THIRD-PARTY-NOTICES and licenses/")
    private Path out;

    private SupplyChain() {}

    /**
     * Checks and writes.
     *
     * @param arguments see the options
     * @throws IllegalStateException when it was refused; standard error says why
     */
    public static void main(String[] arguments) {
        CommandLine command = new CommandLine(new SupplyChain());
        command.setExecutionExceptionHandler((problem, line, parsed) -> {
            if (problem instanceof SupplyChainException) {
                line.getErr().println(problem.getMessage());
                return 1;
            }
            throw problem;
        });
        int code = command.execute(arguments);
        if (code != 0) {
            // Maven runs this in its own JVM, so there is no exit code to end with.
            throw new IllegalStateException("not fit to be shipped; see above");
        }
    }

    @Override
    public Integer call() throws IOException {
        if (offline && !boms.stream().allMatch(Files::isRegularFile)) {
            System.err.println(
                    "[WARNING] " + product + ": Maven is offline, so its libraries are neither listed nor checked,"
                            + " and it has no notices. Do not ship it.");
            return 0;
        }
        Set<Library> listed = new LinkedHashSet<>();
        for (Path bom : boms) {
            listed.addAll(BillOfMaterials.read(bom));
        }
        List<Library> libraries = listed.stream()
                .sorted(Comparator.comparing(Library::name)
                        .thenComparing(Library::module)
                        .thenComparing(Library::version))
                .toList();
        Notices notices = new Notices(data.resolve("licenses"));
        Map<Library, List<Path>> jars = jars(libraries);
        List<String> faults = new ArrayList<>(unlisted(jars));
        faults.addAll(
                KnownVulnerabilities.read(data.resolve("known-vulnerable.txt")).faults(libraries));
        faults.addAll(notices.faults(libraries));
        if (!faults.isEmpty()) {
            throw new SupplyChainException(product + ":\n  " + String.join("\n  ", faults));
        }
        notices.write(out, product, jars, also == null ? "" : Files.readString(also));
        return 0;
    }

    /** The jars of each library. Its name is that of the artifact, with version and classifier or without. */
    private Map<Library, List<Path>> jars(List<Library> libraries) throws IOException {
        Map<String, Library> byFile = new HashMap<>();
        Map<Library, List<Path>> jars = new LinkedHashMap<>();
        for (Library library : libraries) {
            jars.put(library, new ArrayList<>());
            byFile.put(library.name() + ".jar", library);
            byFile.put(library.name() + "-" + library.version() + ".jar", library);
            byFile.put(library.name() + "-" + library.version() + "-data.jar", library);
        }
        for (Path jar : shipped()) {
            Library library = byFile.get(jar.getFileName().toString());
            if (library != null) {
                jars.get(library).add(jar);
            }
        }
        return jars;
    }

    private List<String> unlisted(Map<Library, List<Path>> jars) throws IOException {
        List<String> faults = new ArrayList<>();
        jars.forEach((library, files) -> {
            if (files.isEmpty()) {
                faults.add(library + " is listed, and not in " + folders);
            }
        });
        Set<Path> known = new LinkedHashSet<>();
        jars.values().forEach(known::addAll);
        for (Path jar : shipped()) {
            if (!known.contains(jar) && !jar.getFileName().toString().startsWith("busbench-")) {
                faults.add(jar + " is in none of " + boms + ": build the module anew");
            }
        }
        return faults;
    }

    private List<Path> shipped() throws IOException {
        List<Path> jars = new ArrayList<>();
        for (Path folder : folders) {
            try (Stream<Path> files = Files.walk(folder)) {
                jars.addAll(files.filter(file -> file.toString().endsWith(".jar"))
                        .sorted()
                        .toList());
            }
        }
        return jars;
    }
}
