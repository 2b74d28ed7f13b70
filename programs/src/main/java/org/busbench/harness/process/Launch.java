package org.busbench.harness.process;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.busbench.common.WritablePlace;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.Readiness;
import org.busbench.harness.adapter.Adapter.Service;
import org.busbench.harness.adapter.AdapterProgram;
import org.busbench.harness.adapter.AdapterProgram.ClassPathEntry;
import org.busbench.harness.adapter.Expressions;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.adapter.Reach;
import org.busbench.harness.adapter.WorkFile;
import org.busbench.harness.adapter.WorkFile.Archive;
import org.busbench.harness.artifact.Coordinates;
import org.busbench.harness.process.ProcessSpec.ReadyCheck;
import org.busbench.harness.scenario.RequestPath;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.Template;

/**
 * How an adapter is started at a site: every expression replaced, nothing started yet.
 *
 * @param process what to start; empty for a control without a process
 * @param files what to put into the work folder before
 * @param sources what is compiled before; none when the adapter has no sources of its own
 * @param urls where each scenario is reached
 * @param wsdls what the published WSDL names, where that is another address
 * @param ready when it is up; empty when it is up at once
 * @param cost command that tells what it has used; empty where there is none
 * @param overTls how clients reach its URLs of https
 */
public record Launch(
        Optional<ProcessSpec> process,
        WorkFolder files,
        List<Compilation> sources,
        Map<String, URI> urls,
        Map<String, URI> wsdls,
        Optional<ReadyCheck> ready,
        List<String> cost,
        Reach overTls) {
    public Launch {
        sources = List.copyOf(sources);
        urls = Collections.unmodifiableMap(new LinkedHashMap<>(urls));
        wsdls = Map.copyOf(wsdls);
        cost = List.copyOf(cost);
    }

    /**
     * Works out the launch.
     *
     * @throws org.busbench.harness.text.Problem when a folder of jars is not there or holds none
     */
    public static Launch of(Adapter adapter, Settings site, ArtifactFiles artifacts) {
        return new Builder(adapter, site, artifacts).launch();
    }

    public Launch with(UnaryOperator<ProcessSpec> change) {
        return new Launch(process.map(change), files, sources, urls, wsdls, ready, cost, overTls);
    }

    /** Fills the work folder and starts the process; empty for a control without one. */
    public Optional<ManagedProcess> start(Supervisor supervisor) throws InterruptedException {
        files.fill();
        sources.forEach(Compilation::ensure);
        return process.isPresent() ? Optional.of(supervisor.start(process.get())) : Optional.empty();
    }

    /** The facts with which a launch is worked out. */
    private record Builder(Adapter adapter, Settings site, ArtifactFiles artifacts, Map<String, String> values) {
        Builder(Adapter adapter, Settings site, ArtifactFiles artifacts) {
            this(adapter, site, artifacts, valuesOf(adapter, site));
        }

        private static Map<String, String> valuesOf(Adapter adapter, Settings site) {
            Map<String, String> folders = new LinkedHashMap<>(Map.of(
                    "work",
                    site.work().toString(),
                    "project",
                    site.project().toString(),
                    "adapter",
                    adapter.folder().toString(),
                    Expressions.SCENARIOS,
                    WritablePlace.of(site.project().resolve("configs/scenarios"))
                            .toString(),
                    Expressions.LISTEN,
                    Backends.bracketed(site.listen())));
            site.backends()
                    .keys()
                    .ifPresent(
                            keys -> folders.put(Expressions.TLS, keys.folder().toString()));
            return Expressions.values(
                    folders,
                    adapter.ports(),
                    site.backends().ports(),
                    adapter.isOnAnotherNetwork()
                            ? site.backends().advertisedUrls()
                            : site.backends().urls(),
                    site.backends().hostInUrls(adapter.reach().running()));
        }

        Launch launch() {
            Map<String, URI> urls = new LinkedHashMap<>();
            Map<String, URI> wsdls = new LinkedHashMap<>();
            adapter.services().forEach((scenario, service) -> {
                if (service instanceof Service.Served served) {
                    urls.put(scenario, RequestPath.address(expand(served.url())));
                    served.wsdl().ifPresent(address -> wsdls.put(scenario, URI.create(expand(address))));
                }
            });
            return new Launch(
                    process(),
                    new WorkFolder(
                            site.work(),
                            adapter.files().stream().map(this::step).toList(),
                            this::expand),
                    compilations(),
                    urls,
                    wsdls,
                    adapter.ready().map(this::readyCheck),
                    adapter.program() instanceof AdapterProgram.Target target ? expand(target.cost()) : List.of(),
                    site.backends()
                            .keys()
                            .map(keys -> adapter.reach().trusting(keys.authority()))
                            .orElse(adapter.reach()));
        }

        private Optional<ProcessSpec> process() {
            if (adapter.program() instanceof AdapterProgram.Container own) {
                return Optional.of(contained(own));
            }
            List<String> command = command();
            return command.isEmpty()
                    ? Optional.empty()
                    : Optional.of(spec(command, expand(adapter.environment()), Optional.empty()));
        }

        private ProcessSpec spec(List<String> command, Map<String, String> environment, Optional<Container> container) {
            return new ProcessSpec(
                    adapter.name(),
                    command,
                    environment,
                    site.work(),
                    site.logs(),
                    claims(),
                    adapter.ready().map(this::readyCheck),
                    adapter.stop(),
                    container);
        }

        /** The label tells this launch's containers from those of any other harness on the engine. */
        private ProcessSpec contained(AdapterProgram.Container own) {
            Container container = new Container(
                    own.engine(),
                    "busbench-" + adapter.name() + "-"
                            + Long.toHexString(ThreadLocalRandom.current().nextLong()));
            List<String> limits = new ArrayList<>();
            own.memory().ifPresent(memory -> limits.add("--memory=" + memory));
            own.cpus().ifPresent(cpus -> limits.add("--cpus=" + cpus));
            Container.Wish wish = new Container.Wish(
                    own.image(),
                    expand(own.arguments()),
                    own.network(),
                    expand(own.ports()),
                    expand(own.mounts()),
                    expand(own.environment()),
                    limits);
            String program = artifacts.located(List.of(own.engine().key())).get(0);
            return spec(container.command(program, wish), Map.of(), Optional.of(container));
        }

        private List<String> command() {
            AdapterProgram program = adapter.program();
            if (program instanceof AdapterProgram.Java java) {
                return javaCommand(java);
            }
            if (program instanceof AdapterProgram.Command command) {
                return artifacts.located(expand(command.words()));
            }
            return List.of();
        }

        private List<String> javaCommand(AdapterProgram.Java java) {
            List<String> command = new ArrayList<>(List.of(JavaCommand.PROGRAM.toString()));
            command.addAll(JavaCommand.options(site.jvmOptions(), expand(java.options())));
            compilations().forEach(own -> command.addAll(own.jvmOptions()));
            command.addAll(List.of("-cp", JavaCommand.joined(classPath(java, true)), java.main()));
            command.addAll(expand(java.arguments()));
            return command;
        }

        /** The lock is one closure of all Maven entries: it stands where the first of them stands. */
        private List<Path> classPath(AdapterProgram.Java java, boolean compiled) {
            List<Path> path = new ArrayList<>();
            boolean mavenPlaced = false;
            for (ClassPathEntry entry : java.classPath()) {
                if (entry instanceof ClassPathEntry.Folder folder) {
                    path.add(below(folder.folder()));
                } else if (entry instanceof ClassPathEntry.Jars folder) {
                    path.addAll(jars(below(folder.folder())));
                } else if (entry instanceof ClassPathEntry.Sources own) {
                    path.addAll(compiled && own.module().isEmpty() ? List.of(classes(own)) : List.of());
                } else if (!mavenPlaced) {
                    path.addAll(artifacts.jars());
                    mavenPlaced = true;
                }
            }
            return path.stream().distinct().toList();
        }

        /** The jars of a folder. Those in an archive are not unpacked yet, so Java looks for them itself. */
        private List<Path> jars(Path folder) {
            return folder.startsWith(site.work()) ? List.of(folder.resolve("*")) : BuiltFolder.jars(folder);
        }

        /** Beside the work folder, which is emptied at each start. */
        private Path classes(ClassPathEntry.Sources own) {
            return site.work()
                    .resolveSibling(adapter.name() + "-classes"
                            + own.module().map(module -> "-" + module).orElse(""));
        }

        private List<Compilation> compilations() {
            if (!(adapter.program() instanceof AdapterProgram.Java java)) {
                return List.of();
            }
            List<Path> classPath = new ArrayList<>(classPath(java, false));
            List<Compilation> compilations = new ArrayList<>();
            for (ClassPathEntry entry : java.classPath()) {
                if (entry instanceof ClassPathEntry.Sources own) {
                    Path classes = classes(own);
                    compilations.add(
                            new Compilation(own.folder(), classes, JavaCommand.joined(classPath), own.module()));
                    if (own.module().isEmpty() && !classPath.contains(classes)) {
                        classPath.add(classes);
                    }
                }
            }
            return compilations;
        }

        /** A path as the adapter's file means it: relative to its own folder. */
        private Path below(Template path) {
            return adapter.folder().resolve(expand(path)).normalize();
        }

        private List<PortClaim> claims() {
            return adapter.ports().entrySet().stream()
                    .map(entry -> new PortClaim(
                            entry.getValue().number(),
                            entry.getKey(),
                            adapter.file(),
                            entry.getValue().line(),
                            site.listen()))
                    .toList();
        }

        private ReadyCheck readyCheck(Readiness ready) {
            return new ReadyCheck(
                    URI.create(expand(ready.url())),
                    ready.within(),
                    adapter.reach().access());
        }

        private WorkFolder.Step step(WorkFile file) {
            if (file instanceof WorkFile.EmptyFolder empty) {
                return work -> work.makeEmpty(empty.to());
            }
            if (file instanceof WorkFile.Unpack unpack) {
                Path archive = artifacts.archive(unpack.archive());
                return work -> work.unpack(archive, unpack.to(), unpack.strip());
            }
            if (file instanceof WorkFile.Stored stored) {
                Path archive = artifacts.archive(stored.archive());
                String place = Coordinates.parse(stored.archive().coordinates()).layout();
                return work -> work.copy(archive, stored.to() + "/" + place, false, Map.of());
            }
            if (file instanceof WorkFile.Delete delete) {
                return work -> work.delete(delete.to());
            }
            if (file instanceof WorkFile.Edit edit) {
                return work -> work.edit(edit.to(), edit.replace());
            }
            WorkFile.Copy copy = (WorkFile.Copy) file;
            Path from = below(copy.from());
            return work -> work.copy(from, copy.to(), copy.template(), copy.replace());
        }

        private Map<String, String> expand(Map<String, Template> templates) {
            Map<String, String> expanded = new LinkedHashMap<>();
            templates.forEach((text, by) -> expanded.put(text, expand(by)));
            return expanded;
        }

        private List<String> expand(List<Template> templates) {
            return templates.stream().map(this::expand).toList();
        }

        private String expand(Template template) {
            return expand(template, UnaryOperator.identity());
        }

        private String expand(Template template, UnaryOperator<String> change) {
            if (template.names().contains(Expressions.TLS)) {
                site.backends().keys().ifPresent(TlsKeys::made);
            }
            Map<String, String> changed = new LinkedHashMap<>(values);
            template.names()
                    .forEach(name -> changed.computeIfPresent(name, (same, used) -> change.apply(values.get(name))));
            return template.expand(changed);
        }
    }

    /**
     * Java sources of an adapter, turned into classes once, by the compiler of the JDK that runs this. Who is measured is
     * never compiled: this is what starts it. For the run's thread.
     */
    public static final class Compilation {
        private final Path sources;
        private final Path classes;
        private final String classPath;
        private final Optional<String> module;
        private boolean done;

        /**
         * Nothing is compiled yet.
         *
         * @param classPath what they may use, joined
         * @param module of this Java that the classes become part of; empty for an ordinary program
         */
        Compilation(Path sources, Path classes, String classPath, Optional<String> module) {
            this.sources = sources;
            this.classes = classes;
            this.classPath = classPath;
            this.module = module;
        }

        /** The options of a JVM that finds the classes in the module that they belong to; none when there is no such module. */
        List<String> jvmOptions() {
            return module.map(patched -> List.of("--patch-module=" + patched + "=" + classes))
                    .orElse(List.of());
        }

        /**
         * Compiles, unless that is done already.
         *
         * @throws ConfigProblem at the first error in the sources
         * @throws Problem when there is nothing to compile, or nothing to compile it with
         */
        void ensure() {
            if (done) {
                return;
            }
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            if (compiler == null) {
                throw new Problem("the sources in " + sources + " need a compiler, and this Java ("
                        + JavaCommand.PROGRAM + ") has none: run busbench on a JDK");
            }
            DiagnosticCollector<JavaFileObject> findings = new DiagnosticCollector<>();
            try (StandardJavaFileManager files =
                    compiler.getStandardFileManager(findings, Locale.ROOT, StandardCharsets.UTF_8)) {
                Files.createDirectories(classes);
                List<String> options =
                        new ArrayList<>(List.of("-d", classes.toString(), "-cp", classPath, "-proc:none", "-nowarn"));
                module.ifPresent(patched -> options.addAll(List.of("--patch-module", patched + "=" + sources)));
                boolean compiled = compiler.getTask(
                                new StringWriter(),
                                files,
                                findings,
                                options,
                                null,
                                files.getJavaFileObjects(javaFiles().toArray(File[]::new)))
                        .call();
                if (!compiled) {
                    throw firstOf(findings);
                }
            } catch (IOException failed) {
                throw new Problem("cannot compile " + sources + ": " + Problem.brief(failed), failed);
            }
            done = true;
        }

        private List<File> javaFiles() throws IOException {
            List<File> found = Listing.files(sources).stream()
                    .filter(file -> file.toString().endsWith(".java"))
                    .map(Path::toFile)
                    .toList();
            if (found.isEmpty()) {
                throw new Problem("no .java file in " + sources + ": add the launcher's sources");
            }
            return found;
        }

        private Problem firstOf(DiagnosticCollector<JavaFileObject> findings) {
            return findings.getDiagnostics().stream()
                    .filter(finding -> finding.getKind() == Diagnostic.Kind.ERROR)
                    .findFirst()
                    .map(this::problem)
                    .orElseGet(() -> new Problem("cannot compile " + sources + ", and the compiler does not say why"));
        }

        private Problem problem(Diagnostic<? extends JavaFileObject> error) {
            String message = error.getMessage(Locale.ROOT)
                    .lines()
                    .map(String::strip)
                    .reduce((a, b) -> a + "; " + b)
                    .orElse("");
            return error.getSource() == null
                    ? new Problem("cannot compile " + sources + ": " + message)
                    : new ConfigProblem(
                            Path.of(error.getSource().toUri()), (int) Math.max(1, error.getLineNumber()), message);
        }
    }

    /**
     * Where an adapter is started.
     *
     * @param listen the address on which it is to listen, where its file asks for it
     */
    public record Settings(
            Path project, Path work, Path logs, Backends backends, List<String> jvmOptions, String listen) {
        /** Makes paths absolute and collections unchangeable. */
        public Settings {
            project = project.toAbsolutePath().normalize();
            work = work.toAbsolutePath().normalize();
            logs = logs.toAbsolutePath().normalize();
            jvmOptions = List.copyOf(jvmOptions);
        }
    }

    /**
     * The files that an adapter's coordinates stand for.
     *
     * @param jars of its class path, in the order of its lock
     * @param programs what it starts by name, where that need not be on the PATH
     */
    public record ArtifactFiles(List<Path> jars, Map<Archive, Path> archives, Map<String, Path> programs) {
        public ArtifactFiles {
            jars = List.copyOf(jars);
            archives = Map.copyOf(archives);
            programs = Map.copyOf(programs);
        }

        /** The command with its program's file where that is known, the adapter's own or else the system's. */
        List<String> located(List<String> command) {
            return located(command, programs);
        }

        static List<String> located(List<String> command, Map<String, Path> programs) {
            List<String> words = new ArrayList<>(command);
            Optional.ofNullable(programs.get(words.get(0)))
                    .or(() -> ProgramPath.ofEnvironment().find(words.get(0)))
                    .ifPresent(file -> words.set(0, file.toString()));
            return words;
        }

        Path archive(Archive archive) {
            return archives.get(archive);
        }
    }
}
