package org.busbench.mutants.job;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.busbench.mutants.job.Transform.UnreadableException;
import org.busbench.mutants.wire.BackendCaller;
import org.busbench.mutants.wire.BackendRequest;
import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Request;
import org.busbench.mutants.wire.Response;

/**
 * Does the jobs: each request to one backend, once, and its answer to the one who asked. The backend's faults and
 * statuses pass through; what does not reach it is answered with a SOAP fault and 502.
 */
public final class Mediation implements Handler {
    private final Map<String, Proxy> proxies = new LinkedHashMap<>();
    private final BackendCaller backends;

    public Mediation(List<Proxy> proxies, BackendCaller backends) {
        proxies.forEach(proxy -> this.proxies.put(proxy.path(), proxy));
        this.backends = backends;
    }

    @Override
    public void handle(Request request, Consumer<Response> answer) {
        Proxy proxy = proxies.get(request.path());
        if (proxy == null) {
            answer.accept(Response.text(404, "nothing here; the proxies are " + proxies.keySet()));
        } else if (request.method().equals("GET") && request.query().equalsIgnoreCase("wsdl") && proxy.wsdl() != null) {
            String own = "http://" + request.host() + proxy.path();
            byte[] wsdl = proxy.wsdl().replace(proxy.wsdlAddress(), own).getBytes(StandardCharsets.UTF_8);
            answer.accept(Response.of(200, Response.XML, wsdl));
        } else if (!request.method().equals("POST")) {
            answer.accept(Response.text(405, "POST a message here"));
        } else if (request.contentCoding() != null && !request.contentCoding().equalsIgnoreCase("identity")) {
            answer.accept(Response.text(415, "no content coding is known here, such as " + request.contentCoding()));
        } else {
            mediate(proxy, request, answer);
        }
    }

    private void mediate(Proxy proxy, Request request, Consumer<Response> answer) {
        if (proxy.keys() != null && (request.key() == null || !proxy.keys().contains(request.key()))) {
            answer.accept(Response.text(401, "the key is not known"));
            return;
        }
        if (proxy.limit() != null && !proxy.limit().allows(request.key())) {
            answer.accept(Response.text(429, "the key is above its limit"));
            return;
        }
        BackendRequest call;
        try {
            call = new BackendRequest(
                    proxy.router().route(request.body()),
                    proxy.backendPath(),
                    request.contentType() == null ? Response.XML : request.contentType(),
                    proxy.soapAction() == null ? request.soapAction() : proxy.soapAction(),
                    proxy.request().apply(request.body()));
        } catch (UnreadableException e) {
            answer.accept(fault(500, "Client", e.getMessage()));
            return;
        }
        backends.call(call, response -> answer.accept(translated(proxy, call, response)));
    }

    private static Response translated(Proxy proxy, BackendRequest call, Response response) {
        if (response.isMissing()) {
            String why = new String(response.body(), StandardCharsets.UTF_8);
            return fault(502, "Server", "no answer from backend " + call.backend() + ": " + why);
        }
        if (response.body().length == 0) {
            return response;
        }
        try {
            return response.withBody(proxy.response().apply(response.body()));
        } catch (UnreadableException e) {
            return fault(502, "Server", "the backend's answer cannot be mediated: " + e.getMessage());
        }
    }

    /** A SOAP 1.1 fault of our own, whose code is {@code Client} or {@code Server}. */
    static Response fault(int status, String code, String why) {
        String text = why.replaceAll("[^\\x20-\\x7e]", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
        String fault = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><soapenv:Envelope"
                + " xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body><soapenv:Fault><faultcode>"
                + "soapenv:" + code + "</faultcode><faultstring>" + text
                + "</faultstring></soapenv:Fault></soapenv:Body></soapenv:Envelope>";
        return Response.of(status, Response.XML, fault.getBytes(StandardCharsets.UTF_8));
    }
}
