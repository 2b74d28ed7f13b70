package org.busbench.harness.parity;

import java.util.List;

/**
 * What the processes of an adapter say.
 *
 * @param jvm its Java virtual machine; null when it runs none
 * @param threadsAtRest before the first message
 * @param logBytes by which its outputs and files grew
 * @param logMessages messages that it got meanwhile
 */
public record ProcessParity(Jvm jvm, int threadsAtRest, long logBytes, long logMessages) {

    /**
     * A Java virtual machine as it runs.
     *
     * @param version of its JDK
     * @param options of its command line that begin with {@code -X}
     * @param flags in force that differ from its defaults, those that it chose itself included
     */
    public record Jvm(String version, List<String> options, List<String> flags) {
        /** Makes the lists unchangeable. */
        public Jvm {
            options = List.copyOf(options);
            flags = List.copyOf(flags);
        }
    }
}
