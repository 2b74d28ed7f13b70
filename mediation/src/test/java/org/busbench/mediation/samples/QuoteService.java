package org.busbench.mediation.samples;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.rig.Exchanged;

/** The services that the samples call, on one port of its own: answers say which symbol was asked for and who answered, and nothing that varies. */
final class QuoteService implements Closeable {

    private static final Pattern SYMBOL = Pattern.compile("symbol>([^<]*)<");
    private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";

    private final String name;
    private final ServerSocket server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    private final List<HttpMessage> requests = new ArrayList<>();

    QuoteService(String name) throws IOException {
        this.name = name;
        Thread acceptor = new Thread(this::accept, name);
        acceptor.setDaemon(true);
        acceptor.start();
    }

    int port() {
        return server.getLocalPort();
    }

    /** What has come, whole, since the last call. */
    List<HttpMessage> takeRequests() {
        synchronized (requests) {
            List<HttpMessage> taken = List.copyOf(requests);
            requests.clear();
            return taken;
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread thread = new Thread(() -> serve(socket), name);
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new IllegalStateException("the service cannot accept", e);
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (HttpMessage request = Exchanged.request(in); request != null; request = Exchanged.request(in)) {
                if (!request.whole()) {
                    return;
                }
                synchronized (requests) {
                    requests.add(request);
                }
                socket.getOutputStream().write(answer(request).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // The mediator broke the connection; what arrived is on record.
            return;
        }
    }

    private String answer(HttpMessage request) {
        String text = request.text();
        if (text.contains("placeOrder")) {
            return "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";
        }
        String content = text.contains("sleepOperation")
                ? "<m:sleepOperationResponse xmlns:m=\"http://services.samples\">" + name
                        + "</m:sleepOperationResponse>"
                : quotes(text);
        String type = "text/xml; charset=UTF-8";
        String body = "<soapenv:Envelope xmlns:soapenv=\"" + (text.contains(SOAP_12) ? SOAP_12 : SOAP_11)
                + "\"><soapenv:Body>" + content + "</soapenv:Body></soapenv:Envelope>";
        if (text.contains(SOAP_12)) {
            type = "application/soap+xml; charset=UTF-8";
        } else if (!text.contains(SOAP_11)) {
            type = "application/xml; charset=UTF-8";
            body = content;
        }
        return "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    private String quotes(String request) {
        StringBuilder answer = new StringBuilder("<m:getQuoteResponse xmlns:m=\"http://services.samples\">");
        Matcher symbols = SYMBOL.matcher(request);
        while (symbols.find()) {
            answer.append("<m:return><m:symbol>").append(symbols.group(1)).append("</m:symbol><m:last>");
            answer.append(100 + symbols.group(1).length())
                    .append(".5</m:last><m:lastTradeTimestamp>now</m:lastTradeTimestamp>");
            answer.append("<m:name>").append(name).append("</m:name></m:return>");
        }
        return answer.append("</m:getQuoteResponse>").toString();
    }
}
