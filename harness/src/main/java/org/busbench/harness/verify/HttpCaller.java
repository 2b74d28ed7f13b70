package org.busbench.harness.verify;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** Sends one request at a time and waits for the whole answer. No proxy, no authentication, and no redirect but for a WSDL. */
final class HttpCaller {

    private final Duration timeout;
    private final HttpClient client;

    /** A caller that gives each answer this long. */
    HttpCaller(Duration timeout) {
        this.timeout = timeout;
        this.client = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(timeout)
                .build();
    }

    /** A SOAP 1.1 call, whose length the server is told beforehand. */
    Answer post(URI url, String soapAction, byte[] body) throws IOException, InterruptedException {
        return call(HttpRequest.newBuilder(url)
                .timeout(timeout)
                .header("Content-Type", "text/xml; charset=UTF-8")
                .header("SOAPAction", soapAction)
                .POST(BodyPublishers.ofByteArray(body))
                .build());
    }

    /** A plain GET. */
    Answer get(URI url) throws IOException, InterruptedException {
        return call(HttpRequest.newBuilder(url).timeout(timeout).GET().build());
    }

    /** A GET that follows one redirect on the same server, as whoever reads a WSDL does. */
    Answer getRedirected(URI url) throws IOException, InterruptedException {
        Answer answer = get(url);
        Optional<URI> elsewhere = answer.redirect(url);
        return elsewhere.isPresent() ? get(elsewhere.get()) : answer;
    }

    private Answer call(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
        return new Answer(response.statusCode(), response.headers().map(), response.body());
    }
}
