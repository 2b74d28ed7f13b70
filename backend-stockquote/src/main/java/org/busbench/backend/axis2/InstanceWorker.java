package org.busbench.backend.axis2;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.transport.http.HTTPWorker;
import org.apache.axis2.transport.http.server.AxisHttpRequest;
import org.apache.axis2.transport.http.server.AxisHttpResponse;
import org.apache.axis2.transport.http.server.Worker;
import org.apache.hc.core5.http.HttpException;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.instance.Pages;

/** Gives messages to Axis2, and serves the pages that both engines have in common. */
final class InstanceWorker implements Worker {
    private final Worker axis2 = new HTTPWorker();
    private final Pages pages;
    private final String url;

    InstanceWorker(Pages pages, String url) {
        this.pages = pages;
        this.url = url;
    }

    @Override
    public void service(AxisHttpRequest request, AxisHttpResponse response, MessageContext context)
            throws HttpException, IOException {
        String uri = request.getRequestURI();
        int mark = uri.indexOf('?');
        String path = mark < 0 ? uri : uri.substring(0, mark);
        boolean wsdl = mark >= 0 && uri.substring(mark + 1).equalsIgnoreCase("wsdl");
        boolean servicePath = path.equals(Instance.PATH);
        boolean get = request.getMethod().equals("GET");
        if (servicePath && request.getMethod().equals("POST")) {
            axis2.service(request, response, context);
        } else if (servicePath && get && wsdl) {
            page(response, 200, "text/xml; charset=UTF-8", pages.wsdl(url));
        } else if (path.equals("/stats") && get) {
            page(response, 200, "application/json", pages.stats());
        } else if (path.equals("/stats") && request.getMethod().equals("POST")) {
            page(response, 200, "application/json", pages.statsAndRemember());
        } else if (path.equals(Pages.RECEIVED) && request.getMethod().equals("POST")) {
            pages.wantNext();
            page(response, 200, "application/json", pages.stats());
        } else if (path.equals(Pages.RECEIVED) && get && pages.received().isPresent()) {
            page(response, 200, "text/xml; charset=UTF-8", pages.received().orElseThrow());
        } else if (path.equals(Pages.RECEIVED) && get) {
            page(response, 404, "text/plain; charset=UTF-8", Pages.NOTHING_RECEIVED + "\n");
        } else if (get || !(servicePath || path.equals("/stats"))) {
            page(response, 404, "text/plain; charset=UTF-8", "nothing here; the service is at " + Instance.PATH + "\n");
        } else {
            response.addHeader("Allow", "GET, POST");
            page(response, 405, "text/plain; charset=UTF-8", "GET or POST\n");
        }
    }

    private static void page(AxisHttpResponse response, int status, String type, String text) throws IOException {
        page(response, status, type, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void page(AxisHttpResponse response, int status, String type, byte[] bytes) throws IOException {
        response.setStatus(status);
        response.setContentType(type);
        response.getOutputStream().write(bytes);
    }
}
