package camel;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.support.jsse.KeyManagersParameters;
import org.apache.camel.support.jsse.KeyStoreParameters;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.jsse.TrustManagersParameters;

/** The scenario tls: netty-http with TLS on both sides, and the backend's certificate checked. */
final class EncryptedProxy extends RouteBuilder {
    private static final String PASSWORD = "changeit";

    private final int port;
    private final String backend;
    private final String keyStore;

    EncryptedProxy(int port, String backend, String keyStore) {
        this.port = port;
        this.backend = backend;
        this.keyStore = keyStore;
    }

    @Override
    public void configure() {
        getContext().getRegistry().bind("tls", tls());
        from("netty-http:https://127.0.0.1:" + port + "/services/TlsProxy?ssl=true&sslContextParameters=#tls&"
                        + Options.TUNED.listener)
                .to("netty-http:" + backend + "?ssl=true&sslContextParameters=#tls&hostnameVerification=true"
                        + "&bridgeEndpoint=true&throwExceptionOnFailure=false&" + Options.TUNED.sender);
    }

    private SSLContextParameters tls() {
        KeyStoreParameters store = new KeyStoreParameters();
        store.setResource("file:" + keyStore);
        store.setType("PKCS12");
        store.setPassword(PASSWORD);
        KeyManagersParameters keys = new KeyManagersParameters();
        keys.setKeyStore(store);
        keys.setKeyPassword(PASSWORD);
        TrustManagersParameters trusted = new TrustManagersParameters();
        trusted.setKeyStore(store);
        SSLContextParameters tls = new SSLContextParameters();
        tls.setKeyManagers(keys);
        tls.setTrustManagers(trusted);
        return tls;
    }
}
