package camel;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import wss4j.SignedEnvelopes;

/**
 * Camel with the proxies: port, three backends, the folder of stylesheets and WSDLs, the name of the options, and the key store of those
 * who sign messages; then, for the scenario tls, another port, a backend and a key store.
 */
public final class Launcher {
    private Launcher() {}

    public static void main(String[] args) throws Exception {
        CamelContext camel = new DefaultCamelContext();
        Path folder = Path.of(args[4]);
        Options options = Options.valueOf(args[5].toUpperCase(Locale.ROOT));
        Proxies proxies = new Proxies(
                Integer.parseInt(args[0]),
                args[1],
                args[2],
                args[3],
                folder,
                Files.readString(folder.resolve("StockQuoteProxy.wsdl")),
                options);
        camel.addRoutes(proxies);
        String secured = Proxies.backend(Proxies.at(args[1], "/secured"), options);
        camel.addRoutes(new SecureProxy(proxies.proxy("SecureProxy"), secured, new SignedEnvelopes(args[6])));
        if (args.length > 7) {
            camel.addRoutes(new EncryptedProxy(Integer.parseInt(args[7]), args[8], args[9]));
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
