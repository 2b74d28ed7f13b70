package camel;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

/** Camel with the three proxies: port, three backends, the folder of stylesheets and WSDLs, {@code tuned} or {@code vanilla}. */
public final class Launcher {
    private Launcher() {}

    public static void main(String[] args) throws Exception {
        CamelContext camel = new DefaultCamelContext();
        Path folder = Path.of(args[4]);
        camel.addRoutes(new Proxies(
                Integer.parseInt(args[0]),
                args[1],
                args[2],
                args[3],
                folder,
                Files.readString(folder.resolve("StockQuoteProxy.wsdl")),
                args[5].equals("tuned") ? Options.TUNED : Options.VANILLA));
        camel.start();
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            camel.stop();
            stopped.countDown();
        }));
        stopped.await();
    }
}
