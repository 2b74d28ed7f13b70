package camel;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import json.JsonQuotes;
import org.apache.camel.Exchange;
import org.apache.camel.ValidationException;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.language.xpath.XPathBuilder;
import org.apache.camel.processor.ThrottlerRejectedExecutionException;
import org.apache.camel.support.builder.Namespaces;
import org.apache.camel.util.json.DeserializationException;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;
import org.w3c.dom.Document;
import org.w3c.dom.Node;

/** The scenarios as Camel routes. */
final class Proxies extends RouteBuilder {
    private static final Namespaces NAMES = new Namespaces("m", "http://services.samples")
            .add("p", "urn:busbench:payment")
            .add("o", "urn:busbench:order")
            .add("r", "urn:busbench:register")
            .add("soapenv", "http://schemas.xmlsoap.org/soap/envelope/");
    private static final String SYMBOL =
            "/soapenv:Envelope/soapenv:Body/m:getQuote[1]/m:request[1]/m:symbol[1]/text()";

    private static final String CURRENCY =
            "/soapenv:Envelope/soapenv:Body/p:CreditTransfer[1]/p:Settlement[1]/@currency";

    private static final String INVALID = "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\">"
            + "<soapenv:Body><soapenv:Fault><faultcode>soapenv:Client</faultcode><faultstring>The message is not valid"
            + "</faultstring></soapenv:Fault></soapenv:Body></soapenv:Envelope>";
    private static final String LINES = "/soapenv:Envelope/soapenv:Body/o:Order/o:Line";
    /** As many messages of it are let through as the scenario limit says, in tenths of a second. */
    private static final String LIMITED_KEY = "R7nj1ZvseT7SMPnRtpuLaSCTOgsaOTO5";

    private static final String BODY = "/soapenv:Envelope/soapenv:Body";
    private static final String COMPANY = BODY + "/r:Company[1]";
    private static final String ENVELOPE =
            "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body>%s</soapenv:Body></soapenv:Envelope>";
    private static final String LOOKUP =
            "<r:Lookup xmlns:r=\"urn:busbench:register\" id=\"${exchangeProperty.parent}\" country=\"${exchangeProperty.seat}\""
                    + " asked=\"parent\"><r:End ref=\"${exchangeProperty.parent}\"/></r:Lookup>";

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
    private final String screened;
    private final String keyed;
    private final String delayed;
    private final String limited;
    private final String reservations;
    private final String companies;
    private final Map<String, String> mapped = new LinkedHashMap<>();
    private final String jsonQuotes;
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
        this.screened = backend(at(a, "/screened"), options);
        this.jsonQuotes = backend(at(a, "/json-quotes"), options);
        this.keyed = backend(at(a, "/keyed"), options);
        this.limited = backend(at(a, "/limited"), options);
        this.delayed = backend(at(a, "/delayed"), options);
        this.reservations = backend(at(a, "/reservations"), options);
        this.companies = backend(at(a, "/companies"), options);
        for (String elements : new String[] {"", "50", "100"}) {
            mapped.put("Mapping" + elements + "Proxy", backend(at(a, "/contacts" + elements), options));
        }
        this.folder = folder;
        this.wsdl = wsdl;
        this.options = options;
    }

    static String at(String backend, String path) {
        return URI.create(backend).resolve(path).toString();
    }

    private static String region(Exchange exchange) throws DeserializationException {
        return ((JsonObject) Jsoner.deserialize(exchange.getMessage().getBody(String.class))).getString("region");
    }

    private static XPathBuilder text(String path) {
        return XPathBuilder.xpath(path, String.class).namespaces(NAMES).saxon();
    }

    /** Makes a message of an element. */
    private static void wrap(Exchange exchange) {
        Document message = exchange.getContext().getTypeConverter().convertTo(Document.class, ENVELOPE.formatted(""));
        bodyOf(message).appendChild(message.importNode(exchange.getMessage().getBody(Node.class), true));
        exchange.getMessage().setBody(exchange.getContext().getTypeConverter().convertTo(byte[].class, message));
    }

    /** Puts the content of the further answers into the body of the first one. */
    private static Exchange joined(Exchange all, Exchange answer) {
        Document document = answer.getMessage().getBody(Document.class);
        if (all == null) {
            answer.getMessage().setBody(document);
            return answer;
        }
        Node body = bodyOf(all.getMessage().getBody(Document.class));
        Node next = bodyOf(document).getFirstChild();
        while (next != null) {
            body.appendChild(body.getOwnerDocument().importNode(next, true));
            next = next.getNextSibling();
        }
        return all;
    }

    private static Node bodyOf(Document answer) {
        return answer.getElementsByTagNameNS("http://schemas.xmlsoap.org/soap/envelope/", "Body").item(0);
    }

    private static byte[] body(Exchange exchange) {
        return exchange.getMessage().getBody(byte[].class);
    }

    static String backend(String url, Options options) {
        return options.component + ":" + url + "?bridgeEndpoint=true&throwExceptionOnFailure=false"
                + (options.sender.isEmpty() ? "" : "&" + options.sender);
    }

    String proxy(String name) {
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

        from(proxy("ScreeningProxy"))
                .convertBodyTo(byte[].class)
                .choice()
                .when(XPathBuilder.xpath("//p:Amount/@currency = 'XBT'", Boolean.class)
                        .namespaces(NAMES)
                        .saxon())
                .setHeader(Exchange.HTTP_RESPONSE_CODE, constant(403))
                .setBody(constant(""))
                .otherwise()
                .to(screened);

        from(proxy("KeyProxy"))
                .choice()
                .when(exchange -> keys.contains(exchange.getMessage().getHeader("X-API-Key", "", String.class)))
                .removeHeader("X-API-Key")
                .to(keyed)
                .otherwise()
                .setHeader(Exchange.HTTP_RESPONSE_CODE, constant(401))
                .setBody(constant(""));

        from(proxy("LimitProxy"))
                .onException(ThrottlerRejectedExecutionException.class)
                .handled(true)
                .setHeader(Exchange.HTTP_RESPONSE_CODE, constant(429))
                .setBody(constant(""))
                .end()
                .choice()
                .when(exchange -> !keys.contains(exchange.getMessage().getHeader("X-API-Key", "", String.class)))
                .setHeader(Exchange.HTTP_RESPONSE_CODE, constant(401))
                .setBody(constant(""))
                .stop()
                .when(header("X-API-Key").isEqualTo(LIMITED_KEY))
                .throttle(10)
                .timePeriodMillis(100)
                .rejectExecution(true)
                .endChoice()
                .end()
                .removeHeader("X-API-Key")
                .to(limited);

        from(proxy("DelayProxy")).to(delayed);

        from(proxy("SplitProxy"))
                .split(XPathBuilder.xpath(LINES).namespaces(NAMES), Proxies::joined)
                .streaming()
                .parallelProcessing()
                .process(Proxies::wrap)
                .to(reservations)
                .end()
                .convertBodyTo(byte[].class);

        from(proxy("ChainProxy"))
                .to(companies)
                .setProperty("parent", text(COMPANY + "/@parent"))
                .setProperty("seat", text(COMPANY + "/@seat"))
                .setBody(simple(ENVELOPE.formatted(LOOKUP)))
                .to(companies);

        mapped.forEach((proxy, contacts) -> from(proxy(proxy))
                .to("xslt-saxon:file:" + folder.resolve("mapping.xsl") + "?output=bytes")
                .to(contacts));

        from(proxy("JsonProxy"))
                .process(exchange -> exchange.getMessage().setBody(JsonQuotes.soap(body(exchange))))
                .setHeader(Exchange.CONTENT_TYPE, constant("text/xml; charset=UTF-8"))
                .setHeader("SOAPAction", constant("\"urn:getQuote\""))
                .removeHeader("Accept")
                .to(jsonQuotes)
                .process(exchange -> exchange.getMessage().setBody(JsonQuotes.json(body(exchange))))
                .setHeader(Exchange.CONTENT_TYPE, constant("application/json"));

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
