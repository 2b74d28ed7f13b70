package camel;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.ValidationException;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.language.xpath.XPathBuilder;
import org.apache.camel.support.builder.Namespaces;
import org.apache.camel.util.json.DeserializationException;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;
import org.w3c.dom.Node;

/** The scenarios as Camel routes. */
final class Proxies extends RouteBuilder {
    private static final Namespaces NAMES = new Namespaces("m", "http://services.samples")
            .add("p", "urn:busbench:payment")
            .add("soapenv", "http://schemas.xmlsoap.org/soap/envelope/");
    private static final String SYMBOL =
            "/soapenv:Envelope/soapenv:Body/m:getQuote[1]/m:request[1]/m:symbol[1]/text()";

    private static final String CURRENCY =
            "/soapenv:Envelope/soapenv:Body/p:CreditTransfer[1]/p:Settlement[1]/@currency";

    private static final String INVALID = "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\">"
            + "<soapenv:Body><soapenv:Fault><faultcode>soapenv:Client</faultcode><faultstring>The message is not valid"
            + "</faultstring></soapenv:Fault></soapenv:Body></soapenv:Envelope>";

    private final int port;
    private final String a;
    private final String b;
    private final String c;
    private final String text;
    private final String soap12;
    private final String stub;
    private final String ordersA;
    private final String ordersB;
    private final String ordersC;
    private final String paymentsA;
    private final String paymentsB;
    private final String paymentsC;
    private final String desksA;
    private final String desksB;
    private final String desksC;
    private final Set<String> keys;
    private final String validated;
    private final String keyed;
    private final Path folder;
    private final String wsdl;
    private final Options options;

    Proxies(int port, String a, String b, String c, Path folder, String wsdl, Options options) throws IOException {
        this.port = port;
        this.a = backend(a, options);
        this.b = backend(b, options);
        this.c = backend(c, options);
        this.text = backend(at(a, "/text"), options);
        this.soap12 = backend(at(a, "/services/Soap12QuoteService"), options);
        this.stub = backend(at(a, "/stub"), options);
        this.ordersA = backend(at(a, "/orders"), options);
        this.ordersB = backend(at(b, "/orders"), options);
        this.ordersC = backend(at(c, "/orders"), options);
        this.paymentsA = backend(at(a, "/payments"), options);
        this.paymentsB = backend(at(b, "/payments"), options);
        this.paymentsC = backend(at(c, "/payments"), options);
        this.desksA = backend(at(a, "/desks"), options);
        this.desksB = backend(at(b, "/desks"), options);
        this.desksC = backend(at(c, "/desks"), options);
        this.keys = Set.copyOf(Files.readAllLines(folder.resolve("keys.txt")));
        this.validated = backend(at(a, "/validated"), options);
        this.keyed = backend(at(a, "/keyed"), options);
        this.folder = folder;
        this.wsdl = wsdl;
        this.options = options;
    }

    private static String at(String backend, String path) {
        return URI.create(backend).resolve(path).toString();
    }

    private static String region(Exchange exchange) throws DeserializationException {
        return ((JsonObject) Jsoner.deserialize(exchange.getMessage().getBody(String.class))).getString("region");
    }

    private static String backend(String url, Options options) {
        return options.component + ":" + url + "?bridgeEndpoint=true&throwExceptionOnFailure=false"
                + (options.sender.isEmpty() ? "" : "&" + options.sender);
    }

    private String proxy(String name) {
        return options.component + ":http://127.0.0.1:" + port + "/services/" + name
                + (options.listener.isEmpty() ? "" : "?" + options.listener);
    }

    @Override
    public void configure() {
        from(proxy("VirtualizationProxy"))
                .choice()
                .when(header(Exchange.HTTP_QUERY).isEqualTo("wsdl"))
                .setHeader(Exchange.CONTENT_TYPE, constant("text/xml; charset=UTF-8"))
                .setBody(constant(wsdl))
                .otherwise()
                .to(a);

        from(proxy("CbrProxy"))
                .setProperty("symbol", XPathBuilder.xpath(SYMBOL, String.class).namespaces(NAMES).saxon())
                .choice()
                .when(exchangeProperty("symbol").isEqualTo("IBM"))
                .to(a)
                .when(exchangeProperty("symbol").isEqualTo("MSFT"))
                .to(b)
                .otherwise()
                .to(c);

        from(proxy("HeaderProxy"))
                .choice()
                .when(header("Desk").isEqualTo("tokyo"))
                .to(desksA)
                .when(header("Desk").isEqualTo("london"))
                .to(desksB)
                .otherwise()
                .to(desksC);

        from(proxy("XsltProxy"))
                .to("xslt-saxon:file:" + folder.resolve("request.xsl") + "?output=bytes")
                .setHeader("SOAPAction", constant("\"urn:getQuote\""))
                .to(a)
                .to("xslt-saxon:file:" + folder.resolve("response.xsl") + "?output=bytes");

        from(proxy("PaymentProxy"))
                .setProperty("currency", XPathBuilder.xpath(CURRENCY, String.class).namespaces(NAMES).saxon())
                .choice()
                .when(exchangeProperty("currency").isEqualTo("EUR"))
                .to(paymentsA)
                .when(exchangeProperty("currency").isEqualTo("USD"))
                .to(paymentsB)
                .otherwise()
                .to(paymentsC)
                .end()
                .to("xslt-saxon:file:" + folder.resolve("payment.xsl") + "?output=bytes");

        from(proxy("ValidationProxy"))
                .convertBodyTo(byte[].class)
                .setProperty("message", body())
                .doTry()
                .setBody(XPathBuilder.xpath("/soapenv:Envelope/soapenv:Body/*", Node.class).namespaces(NAMES))
                .to("validator:file:" + folder.resolve("validation/payment.xsd"))
                .setBody(exchangeProperty("message"))
                .to(validated)
                .doCatch(ValidationException.class)
                .setHeader(Exchange.HTTP_RESPONSE_CODE, constant(500))
                .setHeader(Exchange.CONTENT_TYPE, constant("text/xml; charset=UTF-8"))
                .setBody(constant(INVALID))
                .end();

        from(proxy("KeyProxy"))
                .choice()
                .when(exchange -> keys.contains(exchange.getMessage().getHeader("X-API-Key", "", String.class)))
                .removeHeader("X-API-Key")
                .to(keyed)
                .otherwise()
                .setHeader(Exchange.HTTP_RESPONSE_CODE, constant(401))
                .setBody(constant(""));

        from(proxy("Soap12Proxy")).to(soap12);

        from(proxy("TextProxy")).to(text);

        from(proxy("StubProxy")).to(stub);

        from(proxy("OrderProxy"))
                .process(exchange -> exchange.setProperty("region", region(exchange)))
                .choice()
                .when(exchangeProperty("region").isEqualTo("EU"))
                .to(ordersA)
                .when(exchangeProperty("region").isEqualTo("US"))
                .to(ordersB)
                .otherwise()
                .to(ordersC);
    }
}
