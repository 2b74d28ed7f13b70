package mule;

import java.util.concurrent.CountDownLatch;
import org.mule.config.ConfigurationException;
import org.mule.config.builders.MuleXmlConfigurationBuilder;
import org.mule.umo.manager.UMOManager;

/** Mule, embedded, with the configuration that is named. */
public final class Launcher {
    private Launcher() {}

    public static void main(String[] args) throws Exception {
        UMOManager mule = started(args[0]);
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            mule.dispose();
            stopped.countDown();
        }));
        stopped.await();
    }

    /** Mule's threads outlive a failed start, which would look as if it took long: says why, each reason behind the other, and ends. */
    private static UMOManager started(String configuration) {
        try {
            return new MuleXmlConfigurationBuilder().configure(configuration);
        } catch (ConfigurationException e) {
            for (Throwable reason = e; reason != null; reason = reason.getCause()) {
                System.err.println(reason);
            }
            System.exit(1);
            throw new IllegalStateException(e);
        }
    }
}
