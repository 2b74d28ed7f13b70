package org.busbench.harness.adapter;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.text.Template;

/** The program that an adapter starts. */
public sealed interface AdapterProgram {
    /**
     * A class, on the harness's own Java.
     *
     * @param classPath in order
     */
    record Java(String main, List<ClassPathEntry> classPath, List<Template> options, List<Template> arguments)
            implements AdapterProgram {
        public Java {
            classPath = List.copyOf(classPath);
            options = List.copyOf(options);
            arguments = List.copyOf(arguments);
        }

        public List<ClassPathEntry.Maven> maven() {
            return classPath.stream()
                    .filter(ClassPathEntry.Maven.class::isInstance)
                    .map(ClassPathEntry.Maven.class::cast)
                    .toList();
        }
    }

    /**
     * Any program.
     *
     * @param words program and arguments, at least one
     */
    record Command(List<Template> words) implements AdapterProgram {
        public Command {
            words = List.copyOf(words);
        }
    }

    /**
     * Nothing: it runs already, here or on another host.
     *
     * @param cost command whose one line of JSON says what it has used until then; empty when the adapter names none
     */
    record Target(Reach reach, List<Template> cost) implements AdapterProgram {
        public Target {
            cost = List.copyOf(cost);
        }
    }

    /**
     * A container.
     *
     * @param image as the engine knows it; it must be here already
     * @param arguments what the image's entry point gets; none for the image's own
     * @param network {@code host}, or another network of the engine; empty for the engine's usual one
     * @param ports published ones, {@code HOST:CONTAINER}
     * @param mounts {@code FROM:TO} or {@code FROM:TO:ro}
     * @param memory limit as the engine reads it ({@code 512m}); empty for none
     * @param cpus how many CPUs' worth of time it may take; empty for no limit
     */
    record Container(
            String image,
            ContainerEngine engine,
            List<Template> arguments,
            Optional<String> network,
            List<Template> ports,
            List<Template> mounts,
            Map<String, Template> environment,
            Optional<String> memory,
            Optional<String> cpus)
            implements AdapterProgram {
        /** The network of the machine itself. */
        public static final String HOST_NETWORK = "host";

        public Container {
            arguments = List.copyOf(arguments);
            ports = List.copyOf(ports);
            mounts = List.copyOf(mounts);
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        }
    }

    /** Nothing: the injector talks to the backend itself. */
    record None() implements AdapterProgram {}

    /** A part of a Java program's class path. */
    public sealed interface ClassPathEntry {
        /** Every jar of a folder, sorted by name. */
        record Jars(Template folder) implements ClassPathEntry {}

        /** A folder of classes and other files, such as {@code log4j.properties}. */
        record Folder(Template folder) implements ClassPathEntry {}

        /**
         * Java sources of the adapter's own, such as a launcher; compiled against the rest of the class path.
         *
         * @param folder absolute
         * @param module of the Java that runs it, into which the classes are put instead of onto the class path: stand-ins
         *     for what that Java has no longer; empty for a launcher
         */
        record Sources(Path folder, Optional<String> module, int line) implements ClassPathEntry {}

        /**
         * An artifact with everything that it needs.
         *
         * @param coordinates {@code group:artifact[:type[:classifier]]:version}
         * @param exclusions {@code group:artifact}, each may be {@code *}
         */
        record Maven(String coordinates, List<String> exclusions, int line) implements ClassPathEntry {
            public Maven {
                exclusions = List.copyOf(exclusions);
            }
        }
    }
}
