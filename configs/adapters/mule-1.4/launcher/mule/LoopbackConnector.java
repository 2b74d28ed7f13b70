package mule;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import org.mule.providers.http.HttpConnector;

/** Listens where the endpoint says: Mule 1.4 takes 127.0.0.1 for all addresses. */
public final class LoopbackConnector extends HttpConnector {
    @Override
    protected ServerSocket getServerSocket(URI endpoint) throws IOException {
        InetAddress host = InetAddress.getByName(endpoint.getHost());
        return getServerSocketFactory().createServerSocket(host, endpoint.getPort(), getReceiveBacklog(), true);
    }
}
