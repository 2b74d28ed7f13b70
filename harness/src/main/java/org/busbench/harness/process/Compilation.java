package org.busbench.harness.process;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;

/**
 * Java sources of an adapter, turned into classes once, by the compiler of the JDK that runs this. Who is measured is
 * never compiled: this is what starts it. For the run's thread.
 */
public final class Compilation {
    private final Path sources;
    private final Path classes;
    private final String classPath;
    private final Optional<String> module;
    private boolean done;

    /**
     * Nothing is compiled yet.
     *
     * @param sources folder of the sources
     * @param classes folder for the classes
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
            throw new Problem("the sources in " + sources + " need a compiler, and this Java (" + JavaCommand.PROGRAM
                    + ") has none: run busbench on a JDK");
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
        try (Stream<Path> files = Files.walk(sources)) {
            List<File> found = files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .map(Path::toFile)
                    .toList();
            if (found.isEmpty()) {
                throw new Problem("no .java file in " + sources + ": add the launcher's sources");
            }
            return found;
        }
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
