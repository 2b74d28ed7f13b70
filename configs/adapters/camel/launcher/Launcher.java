package camel;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Camel with the proxies: port, three backends, the folder of stylesheets and WSDLs, and the name of the options; then, for the scenario tls,
 * another port, a backend and a key store.
 */
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
                Options.valueOf(args[5].toUpperCase(Locale.ROOT))));
        if (args.length > 6) {
            camel.addRoutes(new EncryptedProxy(Integer.parseInt(args[6]), args[7], args[8]));
        }
        camel.start();
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            camel.stop();
            stopped.countDown();
        }));
        stopped.await();
    }
}
