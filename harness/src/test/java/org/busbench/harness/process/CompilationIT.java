package org.busbench.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.busbench.harness.process.Launch.Compilation;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilationIT {
    @TempDir
    private Path folder;

    private Compilation compilation() throws IOException {
        Path sources = Files.createDirectories(folder.resolve("launcher"));
        return new Compilation(
                sources, folder.resolve("classes"), System.getProperty("java.class.path"), Optional.empty());
    }

    private void write(String source) throws IOException {
        Files.writeString(
                Files.createDirectories(folder.resolve("launcher/sample")).resolve("Main.java"), source);
    }

    @Test
    void sourcesMayUseTheRestOfTheClassPath() throws IOException {
        write("package sample;\npublic class Main { org.assertj.core.api.Assert<?, ?> any; }\n");
        compilation().ensure();
        assertThat(folder.resolve("classes/sample/Main.class")).isRegularFile();
    }

    @Test
    void aStandInBecomesPartOfItsModule() throws IOException, InterruptedException {
        Path sources = Files.createDirectories(folder.resolve("stand-in"));
        Files.writeString(Files.createDirectories(sources.resolve("sun/misc")).resolve("Service.java"), """
                package sun.misc;
                public class Service {
                    public static void main(String[] args) {
                        System.exit(Signal.class.getModule().isNamed() ? 7 : 8);
                    }
                }
                """);
        Compilation compilation =
                new Compilation(sources, folder.resolve("patched"), "", Optional.of("jdk.unsupported"));
        compilation.ensure();

        List<String> command = new ArrayList<>(List.of(JavaCommand.PROGRAM.toString()));
        command.addAll(compilation.jvmOptions());
        command.addAll(List.of("-m", "jdk.unsupported/sun.misc.Service"));
        assertThat(new ProcessBuilder(command).start().waitFor()).isEqualTo(7);
    }

    @Test
    void theFirstErrorIsNamedWithItsLine() throws IOException {
        write("package sample;\npublic class Main {\n  Nothing any;\n}\n");
        Compilation compilation = compilation();
        assertThatThrownBy(compilation::ensure)
                .isInstanceOf(ConfigProblem.class)
                .hasMessageContaining("Main.java:3: ")
                .hasMessageContaining("class Nothing")
                .message()
                .doesNotContain("\n");
    }

    @Test
    void isDoneOnce() throws IOException {
        write("package sample;\npublic class Main {}\n");
        Compilation compilation = compilation();
        compilation.ensure();
        write("no Java at all");
        assertThatCode(compilation::ensure).doesNotThrowAnyException();
    }

    @Test
    void aFolderWithoutSourcesIsRefused() throws IOException {
        Compilation compilation = compilation();
        assertThatThrownBy(compilation::ensure)
                .isInstanceOf(Problem.class)
                .hasMessage("no .java file in " + folder.resolve("launcher") + ": add the launcher's sources");
    }
}
