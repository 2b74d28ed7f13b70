package org.busbench.harness.verify;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.busbench.common.http.Access;
import org.busbench.common.tls.ClientTls;
import org.busbench.common.tls.TlsTerms;
import org.busbench.harness.adapter.Reach;
import org.busbench.harness.scenario.Backend;
import org.busbench.harness.scenario.RequestPath;
import org.busbench.harness.text.Problem;

/** Why what runs already, maybe on another host, gives no answer, and what its user can do about it. Blocks. */
public final class NoAnswer {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    /** The time in which a TLS 1.3 server refuses a client's certificate, after the client's handshake is over. */
    private static final Duration REFUSAL_LIMIT = Duration.ofMillis(300);

    private static final String HTTP = "HTTP/1.";
    private static final int LONGEST_EXCERPT = 160;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int SERVER_ERROR = 500;
    private static final Set<Integer> BACKEND_NOT_REACHED = Set.of(502, 503, 504);

    /** The backend's own answer to a request for a path that it does not have. */
    private static final Pattern BACKENDS_OWN = Pattern.compile("(backend-\\w+) has nothing at (\\S+)");

    private static final Pattern ALERT = Pattern.compile("Received fatal alert: (\\w+)");
    private static final Set<String> ABOUT_CLIENTS = Set.of(
            "certificate_required",
            "bad_certificate",
            "certificate_unknown",
            "certificate_expired",
            "unsupported_certificate",
            "unknown_ca",
            "access_denied",
            "handshake_failure");

    private NoAnswer() {}

    /**
     * Connects to each server once, with TLS where the URL says so, and sends nothing.
     *
     * @return what stands in the way of the first that cannot be reached; empty when all can
     */
    public static Optional<String> of(Collection<URI> urls, Reach reach) {
        Set<String> seen = new HashSet<>();
        for (URI url : urls) {
            if (seen.add(url.getScheme() + "://" + url.getRawAuthority())) {
                try {
                    reach.access().lines();
                    connect(url, reach.access().tls());
                } catch (IOException e) {
                    return Optional.of(reason(url, e, reach));
                }
            }
        }
        return Optional.empty();
    }

    private static void connect(URI url, TlsTerms terms) throws IOException {
        ClientTls tls = ClientTls.of(url, terms);
        try (Socket socket = ClientTls.connect(url, tls, CONNECT_LIMIT)) {
            if (tls != null) {
                awaitRefusal(socket);
            }
        }
    }

    private static void awaitRefusal(Socket encrypted) throws IOException {
        encrypted.setSoTimeout(Math.toIntExact(REFUSAL_LIMIT.toMillis()));
        try {
            if (encrypted.getInputStream().read() < 0) {
                throw new EOFException("it ends the connection after the handshake");
            }
        } catch (SocketTimeoutException content) {
            // It waits for a request, as it should.
        }
    }

    /** Why a request to this URL failed, in one line. */
    static String reason(URI url, IOException failure, Reach reach) {
        return "no answer from " + url + ": "
                + (reach.running() ? inWords(url, failure, reach.access()) : Problem.brief(failure));
    }

    private static String inWords(URI url, IOException failure, Access access) {
        String server = url.getHost() + ":" + ClientTls.port(url);
        if (failure instanceof UnknownHostException) {
            return "there is no host " + url.getHost() + ": correct the URL";
        }
        if (failure instanceof ConnectException) {
            return "nothing listens at " + server + ": start it, or correct the URL";
        }
        if (failure instanceof NoRouteToHostException) {
            return "there is no way to " + server + ": correct the URL, or open the network between";
        }
        if (failure instanceof SocketTimeoutException) {
            return Problem.brief(failure) + ": is " + server + " overloaded, or a firewall between?";
        }
        if (failure instanceof SSLException) {
            return tls(url, failure, access.tls());
        }
        if (url.getScheme().equals("http") && speaksTls(url)) {
            return server + " speaks TLS: write https:// in the URL";
        }
        return Problem.brief(failure);
    }

    private static String tls(URI url, IOException failure, TlsTerms terms) {
        Optional<? extends Throwable> expired = cause(failure, CertificateExpiredException.class)
                .or(() -> cause(failure, CertificateNotYetValidException.class));
        if (expired.isPresent()) {
            return "its certificate is not valid today (" + expired.get().getMessage() + "): renew it";
        }
        if (cause(failure, CertPathBuilderException.class).isPresent()) {
            return "its certificate is not trusted: name its issuer's certificate in 'target: {trust: FILE}'";
        }
        Optional<? extends Throwable> refused = cause(failure, CertificateException.class);
        if (refused.isPresent()) {
            return "its certificate is not for " + url.getHost() + " ("
                    + refused.get().getMessage() + "): use the name that it is for, or another certificate";
        }
        String message = String.valueOf(failure.getMessage());
        if (message.contains("unrecognized SSL message")
                || message.contains("plaintext connection")
                || (failure.getCause() instanceof EOFException && speaksPlainHttp(url))) {
            return url.getHost() + ":" + ClientTls.port(url) + " does not speak TLS: write http:// in the URL";
        }
        Matcher alert = ALERT.matcher(message);
        if (alert.find() && ABOUT_CLIENTS.contains(alert.group(1))) {
            return terms.identity() == null
                    ? "it wants a client's certificate (" + alert.group(1)
                            + "): name one in 'target: {client-certificate: ...}'"
                    : "it refuses the client's certificate in "
                            + terms.identity().file() + " (" + alert.group(1) + "): use one that it trusts";
        }
        return "no TLS: " + Problem.brief(failure);
    }

    private static Optional<Throwable> cause(Throwable failure, Class<? extends Throwable> type) {
        return Stream.iterate(failure, at -> at != null, Throwable::getCause)
                .filter(type::isInstance)
                .findFirst();
    }

    /** A hint on the way to a backend, or to a target that ran already, from its answer; empty where that says nothing. */
    static String hint(Target target, Answer answer) {
        URI url = target.url();
        Matcher astray = BACKENDS_OWN.matcher(excerpt(answer));
        if (answer.status() == NOT_FOUND && astray.find()) {
            return ": it reached " + astray.group(1) + " at " + astray.group(2) + ", but the service is at "
                    + (target.sends().backend() instanceof Backend.FromFiles files
                            ? files.path()
                            : Backend.Stockquote.PATH)
                    + ": correct the address to which it sends, or the URL's path where that is passed on";
        }
        if (!target.reach().running()) {
            return BACKEND_NOT_REACHED.contains(answer.status())
                    ? ": it says '" + excerpt(answer) + "'; look whether it sends to the backends' addresses"
                    : "";
        }
        return switch (answer.status()) {
            case NOT_FOUND -> ": nothing is at " + RequestPath.shown(url.getRawPath()) + ", correct the URL's path";
            case UNAUTHORIZED, FORBIDDEN ->
                ": it wants credentials, as in 'target: {headers: {Authorization: {env: NAME}}}'";
            case BAD_REQUEST ->
                url.getScheme().equals("http") && speaksTls(url)
                        ? ": " + url.getHost() + ":" + ClientTls.port(url) + " speaks TLS, write https:// in the URL"
                        : "";
            default -> answer.status() >= SERVER_ERROR ? ": it says '" + excerpt(answer) + "'" : "";
        };
    }

    /** The text of the answer without its markup, one line. */
    private static String excerpt(Answer answer) {
        String text = new String(answer.body(), StandardCharsets.UTF_8)
                .replaceAll("(?s)<[^>]*>", " ")
                .replaceAll("\\s+", " ")
                .strip();
        return text.length() <= LONGEST_EXCERPT ? text : text.substring(0, LONGEST_EXCERPT) + "...";
    }

    /** Whether a request without TLS is answered with HTTP of any status. */
    private static boolean speaksPlainHttp(URI url) {
        try (Socket socket = ClientTls.connect(url, null, CONNECT_LIMIT)) {
            socket.getOutputStream()
                    .write(("OPTIONS / HTTP/1.1\r\nHost: " + url.getHost() + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            byte[] begin = socket.getInputStream().readNBytes(HTTP.length());
            return HTTP.equals(new String(begin, StandardCharsets.US_ASCII));
        } catch (IOException noHttp) {
            return false;
        }
    }

    /** Whether a handshake succeeds there, whosever the certificate is. */
    private static boolean speaksTls(URI url) {
        TlsTerms anyone = new TlsTerms(null, null, true);
        try (Socket socket = ClientTls.connect(url, ClientTls.on(anyone), CONNECT_LIMIT)) {
            return socket.isConnected();
        } catch (SSLException refused) {
            return ALERT.matcher(String.valueOf(refused.getMessage())).find();
        } catch (IOException noTls) {
            return false;
        }
    }
}
