package org.busbench.injector;

import groovy.lang.Binding;
import groovy.lang.GroovyClassLoader;
import groovy.lang.Script;
import java.io.File;
import java.io.IOException;
import org.codehaus.groovy.runtime.InvokerHelper;

/**
 * The scripts of the plans, each compiled once for all runs of this process: a compilation costs a quarter of a second of CPU
 * time, and more than one in a JVM that has just started. A script whose text has changed is compiled again. The plans call it, if it
 * stands among JMeter's properties: stock JMeter has none. Called by the thread of one run at a time.
 */
public final class CompiledScripts {
    /** Its name among JMeter's properties. */
    static final String PROPERTY = "busbench.scripts";

    /** Keeps the class of each text that it has compiled, where a new one for each run would have none. */
    private final GroovyClassLoader classes = new GroovyClassLoader(CompiledScripts.class.getClassLoader());

    /** An evaluator with the variables of one script of a plan. */
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
            return InvokerHelper.createScript(classes.parseClass(script), binding)
                    .run();
        }
    }
}
