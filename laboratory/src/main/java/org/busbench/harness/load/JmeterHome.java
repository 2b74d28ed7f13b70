package org.busbench.harness.load;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.harness.process.BuiltFolder;
import org.busbench.harness.text.Problem;

/** The JMeter home that the build assembles. */
public record JmeterHome(Path home) implements InjectorProgram {

    private static final String JAR_PREFIX = "ApacheJMeter_core-";

    public JmeterHome {
        BuiltFolder.require(home);
        if (!Files.isRegularFile(home.resolve("bin/ApacheJMeter.jar"))) {
            throw new Problem("no JMeter in " + home + ": build the project with 'mvn -DskipTests package'");
        }
        home = home.toAbsolutePath();
    }

    @Override
    public String classPath() {
        return String.join(
                File.pathSeparator,
                List.of(home.resolve("bin/ApacheJMeter.jar") + "", home + "/lib/*", home + "/lib/ext/*"));
    }

    @Override
    public List<String> command() {
        return List.of("org.busbench.injector.Injector", home.toString());
    }

    public String version() throws IOException {
        try (Stream<Path> jars = Files.walk(home.resolve("lib"), 2)) {
            for (Path jar : (Iterable<Path>) jars.filter(JmeterHome::isCore)::iterator) {
                try (var file = new java.util.jar.JarFile(jar.toFile())) {
                    return file.getManifest().getMainAttributes().getValue("Implementation-Version");
                }
            }
        }
        throw new IOException("no ApacheJMeter_core jar in " + home);
    }

    private static boolean isCore(Path jar) {
        String name = jar.getFileName().toString();
        return name.equals("ApacheJMeter_core.jar") || name.startsWith(JAR_PREFIX);
    }
}
