package spring;

import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.SpringApplication;

/**
 * Spring Boot with the proxies: port, three backends, the folder of stylesheets and WSDLs; another port, a backend and a key store for the
 * scenario tls; and the signers that are trusted.
 */
public final class Launcher {
    private Launcher() {}

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(Proxies.class);
        Places places = new Places(
                args[1], args[2], args[3], Path.of(args[4]), Integer.parseInt(args[5]), args[6], Path.of(args[7]), args[8]);
        application.addInitializers(context ->
                context.getBeanFactory().registerSingleton("places", places));
        application.setDefaultProperties(Map.of(
                "server.address", "127.0.0.1",
                "server.port", args[0],
                "server.tomcat.max-keep-alive-requests", "-1",
                "server.tomcat.keep-alive-timeout", "5m",
                "server.tomcat.accept-count", "8192",
                "spring.main.banner-mode", "off",
                "spring.jmx.enabled", "false",
                "logging.level.root", "warn"));
        application.run();
    }
}
