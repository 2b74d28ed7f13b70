package mule;

import java.util.concurrent.CountDownLatch;
import org.mule.api.MuleContext;
import org.mule.api.MuleException;
import org.mule.config.spring.SpringXmlConfigurationBuilder;
import org.mule.context.DefaultMuleContextFactory;

/** Mule, embedded, with the configuration that is named. */
public final class Launcher {
    private Launcher() {}

    public static void main(String[] args) throws Exception {
        MuleContext mule = started(args[0]);
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            mule.dispose();
            stopped.countDown();
        }));
        stopped.await();
    }

    /** Mule's threads outlive a failed start, which would look as if it took long: says why, each reason behind the other, and ends. */
    private static MuleContext started(String configuration) {
        try {
            MuleContext mule =
                    new DefaultMuleContextFactory().createMuleContext(new SpringXmlConfigurationBuilder(configuration));
            mule.start();
            return mule;
        } catch (MuleException e) {
            for (Throwable reason = e; reason != null; reason = reason.getCause()) {
                System.err.println(reason);
            }
            System.exit(1);
            throw new IllegalStateException(e);
        }
    }
}
