package org.busbench.mutants.job;

import java.util.Set;

/**
 * One of the jobs: what is published at one address and done with the messages that come there.
 *
 * @param wsdl the WSDL that is published, or null
 * @param wsdlAddress the address that stands in that WSDL and is replaced by the proxy's own, or null
 * @param keys of which a request must have one; null where it needs none
 * @param limit of one of the keys, or null
 * @param backendPath where the backends are asked
 * @param soapAction what the backend gets as SOAPAction; null: what the client sent
 */
public record Proxy(
        String path,
        String wsdl,
        String wsdlAddress,
        Router router,
        Transform request,
        Transform response,
        String soapAction,
        Set<String> keys,
        KeyLimit limit,
        String backendPath) {
    private static final String STOCK_QUOTE = "/services/SimpleStockQuoteService";

    /** A job of the quote service. */
    public Proxy(
            String path,
            String wsdl,
            String wsdlAddress,
            Router router,
            Transform request,
            Transform response,
            String soapAction) {
        this(path, wsdl, wsdlAddress, router, request, response, soapAction, null, null, STOCK_QUOTE);
    }

    /** A job of another service, which leaves messages as they are. */
    public Proxy(String path, Router router, Set<String> keys, String backendPath) {
        this(path, null, null, router, Transform.NONE, Transform.NONE, null, keys, null, backendPath);
    }

    /** The same for everybody. */
    public Proxy withoutKeys() {
        return new Proxy(path, wsdl, wsdlAddress, router, request, response, soapAction, null, limit, backendPath);
    }

    public Proxy with(Router other) {
        return new Proxy(path, wsdl, wsdlAddress, other, request, response, soapAction, keys, limit, backendPath);
    }

    /** The same, which passes on what the client sent as SOAPAction. */
    public Proxy withTheClientsAction() {
        return new Proxy(path, wsdl, wsdlAddress, router, request, response, null, keys, limit, backendPath);
    }

    public Proxy with(Transform there, Transform back) {
        return new Proxy(path, wsdl, wsdlAddress, router, there, back, soapAction, keys, limit, backendPath);
    }

    /** The same with a limit; without one where {@code other} is null. */
    public Proxy with(KeyLimit other) {
        return new Proxy(path, wsdl, wsdlAddress, router, request, response, soapAction, keys, other, backendPath);
    }
}
