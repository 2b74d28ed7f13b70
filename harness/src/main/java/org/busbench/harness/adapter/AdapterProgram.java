package org.busbench.harness.adapter;

import java.util.List;
import org.busbench.harness.text.Template;

/** What an adapter starts. */
public sealed interface AdapterProgram {
    /**
     * A class, on the harness's own Java.
     *
     * @param main its name
     * @param classPath in order
     * @param options of the JVM, beside the suite's
     * @param arguments of the class
     */
    record Java(String main, List<ClassPathEntry> classPath, List<Template> options, List<Template> arguments)
            implements AdapterProgram {
        /** Makes the lists unchangeable. */
        public Java {
            classPath = List.copyOf(classPath);
            options = List.copyOf(options);
            arguments = List.copyOf(arguments);
        }

        /** The entries that Maven resolves. */
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
        /** Makes the list unchangeable. */
        public Command {
            words = List.copyOf(words);
        }
    }

    /** Nothing: the injector talks to the backend itself. */
    record None() implements AdapterProgram {}
}
