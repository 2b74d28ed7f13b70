package camel.vertx;

import java.nio.file.Path;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.language.xpath.XPathBuilder;
import org.apache.camel.support.builder.Namespaces;

/**
 * The three scenarios as Camel routes. The adapter {@code camel} has routes much like these; an adapter's launcher stands alone on
 * purpose, as one who knows Camel would write it for this component, so that either can be changed, objected to or taken away
 * without the other.
 */
final class Proxies extends RouteBuilder {
    private static final Namespaces NAMES = new Namespaces("m", "http://services.samples")
            .add("soapenv", "http://schemas.xmlsoap.org/soap/envelope/");
    private static final String SYMBOL =
            "/soapenv:Envelope/soapenv:Body/m:getQuote[1]/m:request[1]/m:symbol[1]/text()";

    /** What Camel notes of the client's request; vertx-http would append the client's path to the backend's. */
    private static final String OF_CLIENT = "CamelHttp*";

    private final String a;
    private final String b;
    private final String c;
    private final Path folder;
    private final String wsdl;

    Proxies(String a, String b, String c, Path folder, String wsdl) {
        this.a = backend(a);
        this.b = backend(b);
        this.c = backend(c);
        this.folder = folder;
        this.wsdl = wsdl;
    }

    private static String backend(String url) {
        return "vertx-http:" + url
                + "?bridgeEndpoint=true&throwExceptionOnFailure=false&responsePayloadAsByteArray=true"
                + "&webClientOptions=#backends";
    }

    private static String proxy(String name) {
        return "platform-http:/services/" + name;
    }

    @Override
    public void configure() {
        from(proxy("VirtualizationProxy"))
                .choice()
                .when(header(Exchange.HTTP_QUERY).isEqualTo("wsdl"))
                .setHeader(Exchange.CONTENT_TYPE, constant("text/xml; charset=UTF-8"))
                .setBody(constant(wsdl))
                .otherwise()
                .removeHeaders(OF_CLIENT)
                .to(a);

        from(proxy("CbrProxy"))
                .removeHeaders(OF_CLIENT)
                .setProperty("symbol", XPathBuilder.xpath(SYMBOL, String.class).namespaces(NAMES).saxon())
                .choice()
                .when(exchangeProperty("symbol").isEqualTo("IBM"))
                .to(a)
                .when(exchangeProperty("symbol").isEqualTo("MSFT"))
                .to(b)
                .otherwise()
                .to(c);

        from(proxy("XsltProxy"))
                .removeHeaders(OF_CLIENT)
                .to("xslt-saxon:file:" + folder.resolve("request.xsl") + "?output=bytes")
                .setHeader("SOAPAction", constant("\"urn:getQuote\""))
                .to(a)
                .to("xslt-saxon:file:" + folder.resolve("response.xsl") + "?output=bytes");
    }
}
