package org.busbench.mutants.job;

/**
 * One of the jobs: what is published at one address and done with the messages that come there.
 *
 * @param path the address
 * @param wsdl the WSDL that is published, or null
 * @param wsdlAddress the address that stands in that WSDL and is replaced by the proxy's own, or null
 * @param router decides on the client's message
 * @param request makes the backend's request of the client's
 * @param response makes the client's answer of the backend's
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

    /**
     * The same with another router.
     *
     * @param other decides on the client's message
     * @return the proxy
     */
    public Proxy with(Router other) {
        return new Proxy(path, wsdl, wsdlAddress, other, request, response, soapAction);
    }

    /**
     * The same with other transformations.
     *
     * @param there makes the backend's request of the client's
     * @param back makes the client's answer of the backend's
     * @return the proxy
     */
    public Proxy with(Transform there, Transform back) {
        return new Proxy(path, wsdl, wsdlAddress, router, there, back, soapAction);
    }
}
