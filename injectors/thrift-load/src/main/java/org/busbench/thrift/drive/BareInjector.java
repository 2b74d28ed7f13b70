package org.busbench.thrift.drive;

import org.busbench.thrift.ramp.Ramp;

/** The driver without any tool around it: what the server and the machine can do. */
public final class BareInjector {
    private static final long STRETCH_MILLIS = 1_000;

    private BareInjector() {}

    /** Drives the ramp of the system properties to its end. */
    public static void main(String[] arguments) throws Exception {
        Ramp ramp = Ramp.current();
        try (NonBlockingDriver driver = NonBlockingDriver.connect(ramp)) {
            ramp.begin();
            while (!driver.drive(STRETCH_MILLIS).over()) {
                // The log says how far it is.
            }
        } finally {
            ramp.log().close();
        }
    }
}
