package spring;

import org.apache.catalina.connector.Connector;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.ssl.SSLContexts;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** TLS on both sides: a second connector of Tomcat, and the certificates that backends may have. */
@Configuration
class Encryption {
    private static final String PASSWORD = "changeit";

    private final Places places;

    Encryption(Places places) {
        this.places = places;
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> encrypted() {
        SSLHostConfig host = new SSLHostConfig();
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
        certificate.setCertificateKeystoreFile(places.keyStore().toString());
        certificate.setCertificateKeystoreType("PKCS12");
        certificate.setCertificateKeystorePassword(PASSWORD);
        certificate.setCertificateKeyAlias("localhost");
        host.addCertificate(certificate);
        Connector connector = new Connector();
        connector.setPort(places.port());
        connector.setScheme("https");
        connector.setSecure(true);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("SSLEnabled", "true");
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setProperty("keepAliveTimeout", "300000");
        connector.setProperty("acceptCount", "8192");
        connector.addSslHostConfig(host);
        return server -> server.addAdditionalConnectors(connector);
    }

    @Bean
    TlsSocketStrategy trust() throws Exception {
        return new DefaultClientTlsStrategy(SSLContexts.custom()
                .loadTrustMaterial(places.keyStore(), PASSWORD.toCharArray())
                .build());
    }
}
