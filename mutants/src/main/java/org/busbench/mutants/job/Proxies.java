package org.busbench.mutants.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The three jobs as all systems under test do them. */
public final class Proxies {
    private Proxies() {}

    /**
     * The jobs, with the project's stylesheets and WSDLs.
     *
     * @param xslt the folder {@code xslt} of the project
     * @return virtualization, routing by content, transformation
     * @throws IOException when a file cannot be read
     */
    public static List<Proxy> of(Path xslt) throws IOException {
        Path wsdl = xslt.resolve("wsdl");
        return List.of(
                new Proxy(
                        "/services/VirtualizationProxy",
                        Files.readString(wsdl.resolve("StockQuoteProxy.wsdl")),
                        "http://127.0.0.1:8280/services/VirtualizationProxy",
                        message -> "A",
                        Transform.NONE,
                        Transform.NONE,
                        null),
                new Proxy("/services/CbrProxy", null, null, new SymbolRouter(), Transform.NONE, Transform.NONE, null),
                new Proxy(
                        "/services/XsltProxy",
                        Files.readString(wsdl.resolve("CheckPrice.wsdl")),
                        "http://127.0.0.1:8280/services/XsltProxy",
                        message -> "A",
                        new Stylesheet(xslt.resolve("request.xsl")),
                        new Stylesheet(xslt.resolve("response.xsl")),
                        "\"urn:getQuote\""));
    }
}
