package mule;

import java.io.InputStream;
import org.mule.umo.UMOEventContext;
import org.mule.umo.lifecycle.Callable;

/** What stands behind the virtualization proxy's address: hands each message on, and answers who asks for the WSDL. */
public final class Proxy implements Callable {
    private final byte[] wsdl;

    /** Mule makes one for each entry of its pool. */
    public Proxy() throws Exception {
        try (InputStream in = Proxy.class.getResourceAsStream("/StockQuoteProxy.wsdl")) {
            wsdl = in.readAllBytes();
        }
    }

    @Override
    public Object onCall(UMOEventContext context) throws Exception {
        if (!"GET".equals(context.getMessage().getProperty("http.method"))) {
            return context.getMessage();
        }
        context.setStopFurtherProcessing(true);
        return wsdl;
    }
}
