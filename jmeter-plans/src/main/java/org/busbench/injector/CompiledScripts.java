package org.busbench.injector;

import groovy.lang.Binding;
import groovy.lang.GroovyClassLoader;
import groovy.lang.Script;
import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.codehaus.groovy.runtime.InvokerHelper;

/**
 * The scripts of the plans, each compiled once for all runs of this process: a compilation costs a quarter of a second of CPU
 * time, and two seconds in a JVM that has just started. A script that has changed is compiled again. The plans call it, if it
 * stands among JMeter's properties: stock JMeter has none. Called by the thread of one run at a time.
 */
public final class CompiledScripts {
    /** Its name among JMeter's properties. */
    static final String PROPERTY = "busbench.scripts";

    private final Map<File, Compiled> compiled = new HashMap<>();

    private record Compiled(long modified, Class<?> type) {}

    /** What runs scripts with the variables of one script of a plan. */
    public Evaluator evaluator(Binding binding) {
        return new Evaluator(binding);
    }

    /** Runs scripts as {@link Script#evaluate(File)} does. */
    public final class Evaluator {
        private final Binding binding;

        private Evaluator(Binding binding) {
            this.binding = binding;
        }

        /**
         * What the script returns.
         *
         * @throws IOException when there is no such file; an error of the script comes as it is
         */
        public Object evaluate(File script) throws IOException {
            return InvokerHelper.createScript(type(script), binding).run();
        }
    }

    private Class<?> type(File script) throws IOException {
        File file = script.getCanonicalFile();
        Compiled known = compiled.get(file);
        if (known == null || known.modified() != file.lastModified()) {
            known = new Compiled(file.lastModified(), compile(file));
            compiled.put(file, known);
        }
        return known.type();
    }

    private static Class<?> compile(File file) throws IOException {
        // Its classes go with it, when the script is compiled again.
        try (GroovyClassLoader loader = new GroovyClassLoader(CompiledScripts.class.getClassLoader())) {
            return loader.parseClass(file);
        }
    }
}
