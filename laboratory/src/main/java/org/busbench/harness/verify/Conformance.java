package org.busbench.harness.verify;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.common.http.Access;
import org.busbench.common.tls.ClientTls;
import org.busbench.harness.process.BackendProcess;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.scenario.Backend.Stockquote;
import org.busbench.harness.scenario.Message;
import org.busbench.harness.text.Problem;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What a system must do whatever the payload: symbols that no configuration can list beforehand, other spellings of the same message,
 * letters beyond ASCII, SOAP headers, the backend's fault as it is, its own WSDL, and lengths around the sizes of buffers.
 * Every message reaches the backend once, and says there what its client said, or what {@code request.xsl} makes of it:
 * most of it is not repeated in any answer. Blocks; for one thread.
 */
public final class Conformance {
    /** A target has answered messages of every payload before it is asked here. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(4);

    private final Path evidenceRoot;
    private final BackendProcess backend;
    private final MessageClient http;
    private final ExpectedAnswers expectation;
    private final ConformanceMessages checks;
    private final FaultClassifier classifier = new FaultClassifier();
    private final XmlComparison comparison = new XmlComparison();
    private final WsdlCheck wsdlCheck = new WsdlCheck();

    private record Fault(String reason, boolean answered) {}

    /** {@code access} says how the backend over TLS is asked. */
    public Conformance(Map<String, URI> backends, Access access, Path evidenceRoot, BackendProcess backend) {
        this.http = new MessageClient(ANSWER_LIMIT, access);
        this.evidenceRoot = evidenceRoot;
        this.backend = backend;
        this.expectation = new ExpectedAnswers(backends, http);
        this.checks = new ConformanceMessages(expectation);
    }

    /** Whether there are messages for a target: those of the quote service, whose answers are known for any message. */
    public static boolean knows(Target target) {
        return target.sends().backend() instanceof Stockquote;
    }

    /**
     * Tries one target.
     *
     * @throws IOException when the evidence cannot be written
     */
    public Verification check(Target target) throws IOException, InterruptedException {
        String folder = "verify/" + target.adapter() + "/" + target.scenario() + "/conformance";
        ExchangeFiles evidence = new ExchangeFiles(evidenceRoot.resolve(folder));
        QuoteJob job = QuoteJob.of(target.sends()).orElseThrow();
        String reason = firstFault(job, target, checks.ordinary(job, target), evidence)
                .map(Fault::reason)
                .or(() -> wsdlFault(job, target, evidence))
                .orElse(null);
        return new Verification(target, "conformance", reason, folder);
    }

    /**
     * Tries one target with messages and answers of a length around the sizes of buffers, in one piece and in chunks. No
     * load has these, so a system that leaves one unanswered has a limit; a wrong answer is a reason here as anywhere. To
     * be called last: after a message that was left unanswered the target may be out of order.
     *
     * @return what came out; with a limit when it left a request unanswered
     * @throws IOException when the evidence cannot be written
     */
    public Verification checkBoundaries(Target target) throws IOException, InterruptedException {
        String folder = "verify/" + target.adapter() + "/" + target.scenario() + "/boundaries";
        ExchangeFiles evidence = new ExchangeFiles(evidenceRoot.resolve(folder));
        QuoteJob job = QuoteJob.of(target.sends()).orElseThrow();
        Optional<Fault> fault = firstFault(job, target, checks.atBoundaries(job, target), evidence);
        String reason = fault.map(Fault::reason).orElse(null);
        return fault.isPresent() && !fault.get().answered()
                ? new Verification(target, "boundaries", null, folder).limitedBy(reason)
                : new Verification(target, "boundaries", reason, folder);
    }

    /** The first of these messages with which something is wrong, or else the count of them all at the backend. */
    private Optional<Fault> firstFault(
            QuoteJob job, Target target, List<ConformanceMessages.Check> asked, ExchangeFiles evidence)
            throws IOException, InterruptedException {
        BackendStats before = backend.countAndRemember();
        for (ConformanceMessages.Check check : asked) {
            Optional<Fault> fault = fault(job, target, check, evidence);
            if (fault.isPresent()) {
                return fault;
            }
        }
        return countFault(before, backend.countAndRemember(), asked.size()).map(reason -> new Fault(reason, true));
    }

    private Optional<Fault> fault(QuoteJob job, Target target, ConformanceMessages.Check check, ExchangeFiles evidence)
            throws IOException, InterruptedException {
        Message request = job.message(check.sent());
        String file = check.file();
        backend.wantNext(1);
        Answer answer;
        try {
            answer = check.chunked()
                    ? http.to(target).callInChunks(target.url(), request)
                    : http.to(target).call(target.url(), request);
        } catch (IOException e) {
            String reason = NoAnswer.reason(target.url(), e, target.reach());
            evidence.request(file, target.url(), target, request);
            evidence.noAnswer(file, reason);
            return Optional.of(new Fault(check.name() + ": " + check.framing().tell(reason), false));
        }
        byte[] expected = check.expected();
        Optional<String> fault = classifier.of(job, check.status(), expected, answer);
        if (fault.isEmpty()) {
            fault = arrivalFault(job, request.bytes(), file, evidence);
        }
        if (fault.isPresent()) {
            evidence.request(file, target.url(), target, request);
            evidence.answer(file, target, answer);
            evidence.expected(file, expected);
        }
        return fault.map(
                reason -> new Fault(check.name() + ": " + check.framing().tell(reason), true));
    }

    /** Whether the message reached the backend as it was sent. Where none came, the counts will say so. */
    private Optional<String> arrivalFault(QuoteJob job, byte[] request, String file, ExchangeFiles evidence)
            throws IOException {
        Optional<byte[]> arrived = backend.received(1);
        if (arrived.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> difference =
                comparison.differenceOfMessages(expectation.arriving(job, request), arrived.get());
        if (difference.isPresent()) {
            evidence.arrived(file, arrived.get());
        }
        String wanted = job.transform().isPresent()
                ? "what request.xsl makes of the one that was sent"
                : "the one that was sent";
        return difference
                .map(how -> "the message that reached the backend is not " + wanted + ": " + how)
                .or(() -> actionFault(job));
    }

    /** SOAP 1.1, section 6.1.1. The quotation marks around it may differ: servers take it with and without them. */
    private Optional<String> actionFault(QuoteJob job) {
        Optional<String> demanded = job.soapActionAtBackend();
        if (demanded.isEmpty()) {
            return Optional.empty();
        }
        String wanted = demanded.get();
        Optional<String> arrived = backend.receivedAction();
        if (arrived.isEmpty()) {
            return Optional.of("no SOAPAction reached the backend where " + wanted + " must");
        }
        return bare(arrived.get()).equals(bare(wanted))
                ? Optional.empty()
                : Optional.of("the SOAPAction that reached the backend is " + arrived.get() + " instead of " + wanted);
    }

    private static String bare(String action) {
        return action.replaceFirst("^\"(.*)\"$", "$1");
    }

    /** Every message went to the backend once, though what came back was right in any case. */
    static Optional<String> countFault(BackendStats before, BackendStats after, int sent) {
        long received = after.received() - before.received();
        String counts = "the backend received " + received + " messages where " + sent + " were sent";
        if (received < sent) {
            return Optional.of("answered without the backend: " + counts);
        }
        if (received > sent) {
            return Optional.of("duplicated: " + counts);
        }
        boolean repeats = after.nonces() != null
                && after.nonces().repeated() != null
                && after.nonces().repeated() > 0;
        return repeats
                ? Optional.of("duplicated: " + after.nonces().repeated() + " messages came to the backend again,"
                        + " and as many were answered without it")
                : Optional.empty();
    }

    /** A mediator must publish the WSDL of what it virtualizes; what it publishes otherwise must be right. */
    private Optional<String> wsdlFault(QuoteJob job, Target target, ExchangeFiles evidence) {
        if (!target.mediator() || !(job.wsdl() || job.transform().isPresent())) {
            return Optional.empty();
        }
        Answer answer;
        try {
            answer = http.to(target).getRedirected(URI.create(target.url() + "?wsdl"));
            evidence.answer("wsdl", target, answer);
        } catch (IOException e) {
            return job.wsdl() ? Optional.of("no answer to ?wsdl: " + Problem.brief(e)) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted while ?wsdl was asked for");
        }
        if (!job.wsdl() && answer.status() != 200) {
            return Optional.empty();
        }
        return wsdlCheck.fault(
                target.reach().wsdl().orElse(target.url()), job.requestFormat().call(), answer);
    }

    /**
     * Whether a proxy publishes a WSDL of its own: every SOAP address in it must lead back to the proxy. Only port and path
     * are compared, since a server may name itself by any of the machine's host names.
     */
    static final class WsdlCheck {

        private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
        private static final List<String> ADDRESS_NAMESPACES = List.of(
                "http://schemas.xmlsoap.org/wsdl/soap/",
                "http://schemas.xmlsoap.org/wsdl/soap12/",
                "http://schemas.xmlsoap.org/wsdl/http/");

        private final HardenedXml xml = new HardenedXml();

        /** The fault of the answer to {@code ?wsdl}; empty when it describes that call, at this proxy. */
        Optional<String> fault(URI proxy, String call, Answer answer) {
            if (answer.status() != 200) {
                return Optional.of("?wsdl was answered with status " + answer.status());
            }
            Document document;
            try {
                document = xml.parse(answer.body());
            } catch (SAXException e) {
                return Optional.of("?wsdl was not answered with XML: " + e.getMessage());
            }
            Element root = document.getDocumentElement();
            if (!WSDL.equals(root.getNamespaceURI()) || !"definitions".equals(root.getLocalName())) {
                return Optional.of("?wsdl was answered with <" + root.getNodeName() + ">, which is no WSDL 1.1");
            }
            List<String> addresses = addresses(document);
            if (addresses.isEmpty()) {
                return Optional.of("the published WSDL has no address");
            }
            return addresses.stream()
                    .filter(address -> !leadsTo(proxy, address))
                    .findFirst()
                    .map(address -> "the published WSDL leads to " + address + " and not to the proxy at " + proxy
                            + ": let it publish its own address, or write wsdl: beside the url (--wsdl of a URL)")
                    .or(() -> describes(document, call)
                            ? Optional.empty()
                            : Optional.of("the published WSDL knows no message of " + call));
        }

        /** A WSDL in several parts may have its messages in another one, which is not looked at. */
        private static boolean describes(Document document, String call) {
            if (document.getElementsByTagNameNS(WSDL, "import").getLength() > 0) {
                return true;
            }
            NodeList parts = document.getElementsByTagNameNS(WSDL, "part");
            for (int i = 0; i < parts.getLength(); i++) {
                String element = ((Element) parts.item(i)).getAttribute("element");
                if (element.substring(element.indexOf(':') + 1).equals(call)) {
                    return true;
                }
            }
            return false;
        }

        private static List<String> addresses(Document document) {
            List<String> locations = new ArrayList<>();
            for (String namespace : ADDRESS_NAMESPACES) {
                NodeList found = document.getElementsByTagNameNS(namespace, "address");
                for (int i = 0; i < found.getLength(); i++) {
                    locations.add(((Element) found.item(i)).getAttribute("location"));
                }
            }
            return locations;
        }

        /** A server may publish one address per port of the service: {@code /services/Proxy.SomePort}. */
        private static boolean leadsTo(URI proxy, String address) {
            try {
                URI location = new URI(address);
                String path = location.getPath();
                return ClientTls.port(location) == ClientTls.port(proxy)
                        && path != null
                        && (path.equals(proxy.getPath())
                                || path.startsWith(proxy.getPath() + ".")
                                || path.startsWith(proxy.getPath() + "/"));
            } catch (URISyntaxException e) {
                return false;
            }
        }
    }
}
