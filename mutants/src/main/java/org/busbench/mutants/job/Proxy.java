package org.busbench.mutants.job;

/**
 * One of the jobs: what is published at one address and done with the messages that come there.
 *
 * @param wsdl the WSDL that is published, or null
 * @param wsdlAddress the address that stands in that WSDL and is replaced by the proxy's own, or null
 * @param soapAction what the backend gets as SOAPAction; null: what the client sent
 */
public record Proxy(
        String path,
        String wsdl,
        String wsdlAddress,
        Router router,
        Transform request,
        Transform response,
        String soapAction) {

    public Proxy with(Router other) {
        return new Proxy(path, wsdl, wsdlAddress, other, request, response, soapAction);
    }

    /** The same, which passes on what the client sent as SOAPAction. */
    public Proxy withTheClientsAction() {
        return new Proxy(path, wsdl, wsdlAddress, router, request, response, null);
    }

    public Proxy with(Transform there, Transform back) {
        return new Proxy(path, wsdl, wsdlAddress, router, there, back, soapAction);
    }
}
