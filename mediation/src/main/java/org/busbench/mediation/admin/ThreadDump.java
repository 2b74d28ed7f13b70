package org.busbench.mediation.admin;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** The stacks, locks and CPU times of all threads, as the JDK's own {@code jcmd Thread.print} shows them. */
final class ThreadDump {

    private ThreadDump() {}

    static Page page() {
        try {
            Object dump = ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "threadPrint",
                            new Object[] {new String[] {"-l"}},
                            new String[] {String[].class.getName()});
            return Page.plain(200, dump.toString());
        } catch (JMException e) {
            return Page.plain(501, "this JVM prints no threads: " + e.getMessage());
        }
    }
}
