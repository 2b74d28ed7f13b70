package camel;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.w3c.dom.Document;
import wss4j.SignedEnvelopes;

/** The scenario ws-security: what is not signed rightly is answered with a fault, and the rest goes on without its header. */
final class SecureProxy extends RouteBuilder {
    private static final String FAULT = "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\">"
            + "<soapenv:Body><soapenv:Fault><faultcode>soapenv:Client</faultcode><faultstring>The message is not signed"
            + "</faultstring></soapenv:Fault></soapenv:Body></soapenv:Envelope>";

    private final String proxy;
    private final String backend;
    private final SignedEnvelopes signatures;

    SecureProxy(String proxy, String backend, SignedEnvelopes signatures) {
        this.proxy = proxy;
        this.backend = backend;
        this.signatures = signatures;
    }

    private void open(Exchange exchange) throws WSSecurityException {
        Document message = exchange.getMessage().getBody(Document.class);
        signatures.open(message);
        exchange.getMessage().setBody(exchange.getContext().getTypeConverter().convertTo(byte[].class, message));
    }

    @Override
    public void configure() {
        from(proxy)
                .doTry()
                .process(this::open)
                .to(backend)
                .doCatch(WSSecurityException.class)
                .setHeader(Exchange.HTTP_RESPONSE_CODE, constant(500))
                .setHeader(Exchange.CONTENT_TYPE, constant("text/xml; charset=UTF-8"))
                .setBody(constant(FAULT))
                .end();
    }
}
