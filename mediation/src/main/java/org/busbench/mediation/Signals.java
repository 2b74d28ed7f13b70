package org.busbench.mediation;

import java.lang.reflect.Proxy;

/**
 * Signals of the operating system. The JDK tells of them in its module {@code jdk.unsupported} only, which the compiler refuses to name without
 * a warning: hence the reflection.
 */
final class Signals {

    private Signals() {}

    /** Does something, on a thread of its own, whenever the process is told to hang up; nothing where the JVM cannot tell. */
    static void onHangUp(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object taker =
                    Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, (self, method, args) -> {
                        action.run();
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), taker);
        } catch (ReflectiveOperationException e) {
            // Windows has no such signal, and a JVM started with -Xrs keeps it to itself: the admin port is left.
            return;
        }
    }
}
