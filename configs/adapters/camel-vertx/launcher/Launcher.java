package camel.vertx;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.ext.web.client.WebClientOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.CamelContext;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServerConfiguration;
import org.apache.camel.impl.DefaultCamelContext;

/** Camel with the three proxies on Vert.x: port, three backends, the folder of stylesheets and WSDLs. */
public final class Launcher {
    private Launcher() {}

    public static void main(String[] args) throws Exception {
        Vertx vertx = Vertx.vertx(new VertxOptions().setWorkerPoolSize(200));
        CamelContext camel = new DefaultCamelContext();
        camel.getRegistry().bind("vertx", vertx);
        camel.getRegistry().bind("backends", backends());
        camel.addService(server(Integer.parseInt(args[0])));
        Path folder = Path.of(args[4]);
        camel.addRoutes(new Proxies(
                args[1], args[2], args[3], folder, Files.readString(folder.resolve("StockQuoteProxy.wsdl"))));
        camel.start();
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            camel.stop();
            vertx.close();
            stopped.countDown();
        }));
        stopped.await();
    }

    private static VertxPlatformHttpServer server(int port) {
        VertxPlatformHttpServerConfiguration server = new VertxPlatformHttpServerConfiguration();
        server.setBindHost("127.0.0.1");
        server.setBindPort(port);
        return new VertxPlatformHttpServer(server);
    }

    /** As shipped, five connections to a backend. */
    private static WebClientOptions backends() {
        WebClientOptions options = new WebClientOptions();
        options.setKeepAlive(true).setKeepAliveTimeout(300).setMaxPoolSize(4096).setTcpNoDelay(true);
        return options;
    }
}
