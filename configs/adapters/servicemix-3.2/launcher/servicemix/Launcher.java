package servicemix;

import java.util.concurrent.CountDownLatch;
import org.apache.xbean.spring.context.FileSystemXmlApplicationContext;

/** ServiceMix, embedded as its documentation shows, with the configuration that is named. */
public final class Launcher {
    private Launcher() {}

    public static void main(String[] args) throws Exception {
        FileSystemXmlApplicationContext servicemix = started(args[0]);
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            servicemix.close();
            stopped.countDown();
        }));
        stopped.await();
    }

    /** Threads of a failed start live on, which would look as if it took long: says why, and ends. */
    private static FileSystemXmlApplicationContext started(String configuration) {
        try {
            return new FileSystemXmlApplicationContext("file:" + configuration);
        } catch (RuntimeException e) {
            for (Throwable reason = e; reason != null; reason = reason.getCause()) {
                System.err.println(reason);
            }
            System.exit(1);
            throw e;
        }
    }
}
