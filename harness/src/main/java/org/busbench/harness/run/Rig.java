package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.busbench.harness.load.Injector;
import org.busbench.harness.load.JmeterHome;

/**
 * Everything that is up during a run.
 *
 * @param stack backends and mediators
 * @param injector what makes the load
 */
record Rig(Stack stack, Injector injector) implements AutoCloseable {

    private static final List<String> INJECTOR_JVM = List.of("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC");

    static Rig start(StackPlan plan, Consumer<String> notes) throws IOException, InterruptedException {
        JmeterHome home = new JmeterHome(plan.project().jmeterHome());
        Stack stack = Stack.start(plan, notes);
        boolean up = false;
        try {
            notes.accept("starting the injector");
            Path java = Path.of(System.getProperty("java.home"), "bin", "java");
            Injector injector = Injector.start(java, home, INJECTOR_JVM, plan.logs());
            up = true;
            return new Rig(stack, injector);
        } finally {
            if (!up) {
                stack.close();
            }
        }
    }

    /** Whether what every trial needs is up. */
    boolean lives() {
        return stack.backend().isAlive() && injector.isAlive();
    }

    @Override
    public void close() {
        try (stack) {
            injector.close();
        }
    }
}
