package org.busbench.sampler;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.jmeter.JMeter;
import org.apache.jmeter.protocol.http.control.Header;
import org.apache.jmeter.protocol.http.control.HeaderManager;
import org.apache.jmeter.testelement.property.JMeterProperty;
import org.apache.jmeter.threads.JMeterContext;
import org.apache.jmeter.threads.JMeterThread;
import org.apache.jmeter.threads.SamplePackage;
import org.apache.jmeter.util.JMeterUtils;
import org.busbench.common.DataRows;
import org.busbench.common.tls.ClientTls;
import org.busbench.common.tls.TlsTerms;
import org.busbench.sampler.message.Expectation;
import org.busbench.sampler.message.Refusal;
import org.busbench.sampler.message.RequestTemplate;
import org.busbench.sampler.message.SettingException;
import org.busbench.sampler.record.LoadRecord;
import org.busbench.sampler.wire.ConnectionSettings;
import org.busbench.sampler.wire.Destination;
import org.busbench.sampler.wire.LoadShare;
import org.busbench.sampler.wire.Loop;

/** Makes a thread's driver of a sampler's settings; each wrong one is named. */
record DriverSettings(NioSampler sampler, JMeterContext context, LoadRecord record) {
    /** Files that a JMeter opens beside its connections. */
    private static final int OTHER_FILES = 64;

    /** Header fields that no plan sets. */
    private static final Set<String> OURS = Set.of("content-length", "transfer-encoding", "connection");
    /** Their answers have no body, whatever their heads say. */
    private static final Set<String> NOT_SENT = Set.of("HEAD", "CONNECT");

    private static final String DRAIN_MILLIS = "10000";

    /** Follows the sampler's name in the label of samples that are the rival's. */
    private static final String RIVAL_LABEL = " (rival)";

    Driver driver(HeaderManager headers) throws SettingException, IOException {
        SamplePackage around = (SamplePackage) context.getVariables().getObject(JMeterThread.PACKAGE_OBJECT);
        refuseWhatWouldBeIgnored(around);
        LoadShare share = share();
        requireFiles(share.users());
        ConnectionSettings settings = settings();
        List<Destination> destinations = new ArrayList<>();
        destinations.add(destination(
                settings, sampler.text("host"), path(), salt("nio.salt"), headers, around, sampler.getName(), record));
        URI rival = rival();
        if (rival != null) {
            destinations.add(destination(
                    settings.to(address(rival.getHost(), rival.getPort(), LoadRecords.RIVAL_URL)),
                    rival.getHost(),
                    rival.getRawPath(),
                    salt("nio.rival.salt"),
                    headers,
                    around,
                    sampler.getName() + RIVAL_LABEL,
                    record.rival()));
        }
        Duration drain =
                new Value("nio.drainMillis", JMeterUtils.getPropDefault("nio.drainMillis", DRAIN_MILLIS)).millis();
        return new Driver(new Loop(destinations, share), drain);
    }

    private Destination destination(
            ConnectionSettings settings,
            String host,
            String path,
            long salt,
            HeaderManager headers,
            SamplePackage around,
            String label,
            LoadRecord own)
            throws SettingException {
        DataRows rows = rows(salt);
        String head = head(settings, host, path, headers);
        Expectation expectation = Expectation.of(
                        rows,
                        sampler.text("nonce"),
                        lines(sampler.text("content")),
                        lines(sampler.text("lacks")),
                        sampler.text("route"),
                        sampler.text("end"),
                        (int) sampler.value("status").number(200, 599))
                .refusing(Refusal.of(lines(sampler.text("refusal"))));
        SampleEvents events = new SampleEvents(
                context,
                around,
                label,
                (int) sampler.value("users").number(1, Integer.MAX_VALUE),
                told(),
                !isWithoutGui(),
                own.evidence());
        return new Destination(
                settings,
                rows,
                new RequestTemplate(rows, head, sampler.text("body")),
                expectation,
                own.evidence().contents(),
                own.newTally(),
                events);
    }

    /** The other server of a duet, plain HTTP alone; null without one. */
    private URI rival() throws SettingException {
        String text = JMeterUtils.getProperty(LoadRecords.RIVAL_URL);
        if (text == null) {
            return null;
        }
        Value value = new Value(LoadRecords.RIVAL_URL, text);
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException malformed) {
            throw value.wrong("it is no URL: " + malformed.getReason());
        }
        if (!"http".equals(url.getScheme())
                || url.getHost() == null
                || url.getPort() < 1
                || url.getRawQuery() != null
                || !url.getRawPath().startsWith("/")) {
            throw value.wrong("http://HOST:PORT/PATH is expected");
        }
        if (!sampler.text("protocol").equals("http") || record.rival() == null) {
            throw value.wrong("both sides of a duet are asked by plain http, in a load whose record began with both");
        }
        return url;
    }

    /** A sample of JMeter's is a tenth of a second here, so what belongs to single requests cannot be done. */
    private static void refuseWhatWouldBeIgnored(SamplePackage around) throws SettingException {
        for (List<?> elements : List.of(
                around.getTimers(), around.getAssertions(), around.getPreProcessors(), around.getPostProcessors())) {
            if (!elements.isEmpty()) {
                throw new SettingException("this sampler has pauses and checks of its own: remove the "
                        + elements.get(0).getClass().getSimpleName() + " around it");
            }
        }
    }

    private LoadShare share() throws SettingException {
        int threads = context.getThreadGroup().getNumThreads();
        int users = (int) sampler.value("users").number(threads, Integer.MAX_VALUE);
        Value requests = sampler.value("requestsPerUser");
        if (requests.text().equals("0")) {
            throw requests.wrong("-1 (no limit) or at least 1 is expected");
        }
        return new LoadShare(
                context.getThreadNum(),
                threads,
                users,
                Duration.ofSeconds(sampler.value("rampUp").number(0, Integer.MAX_VALUE)),
                requests.number(-1, Integer.MAX_VALUE),
                sampler.value("thinkMillis").millis(),
                sampler.value("ratePerSecond").rate(),
                sampler.value("backlog").number(0, Long.MAX_VALUE / 2));
    }

    private ConnectionSettings settings() throws SettingException {
        String host = sampler.value("host").notEmpty();
        int port = (int) sampler.value("port").number(1, 65_535);
        return new ConnectionSettings(
                address(host, port, "host"),
                tls(),
                sampler.value("keepAlive").flag(),
                sampler.value("connectTimeout").millis(),
                sampler.value("responseTimeout").millis());
    }

    private static InetSocketAddress address(String host, int port, String setting) throws SettingException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new Value(setting, host).wrong("there is no host of this name");
        }
        return address;
    }

    private ClientTls tls() throws SettingException {
        Value protocol = sampler.value("protocol");
        boolean trustAll = sampler.value("trustAll").flag();
        if (protocol.text().equals("http")) {
            return null;
        }
        if (!protocol.text().equals("https")) {
            throw protocol.wrong("http or https is expected");
        }
        try {
            TlsTerms terms = TlsTerms.of(JMeterUtils::getProperty);
            return ClientTls.on(trustAll ? new TlsTerms(null, terms.identity(), true) : terms);
        } catch (IOException | IllegalArgumentException unusable) {
            throw new SettingException(unusable.getMessage());
        }
    }

    private static List<String> lines(String text) {
        return text.lines().filter(line -> !line.isBlank()).toList();
    }

    private String method() throws SettingException {
        Value method = sampler.value("method");
        if (!method.text().matches("[A-Z]{1,20}") || NOT_SENT.contains(method.text())) {
            throw method.wrong("GET, POST or the like is expected, not HEAD or CONNECT");
        }
        return method.text();
    }

    private String path() throws SettingException {
        Value path = sampler.value("path");
        if (!path.text().startsWith("/") || path.text().contains(" ")) {
            throw path.wrong("it must start with / and have no blanks");
        }
        return path.text();
    }

    private static SampleEvents.Told told() throws SettingException {
        Value jtl = new Value("nio.jtl", JMeterUtils.getPropDefault("nio.jtl", "all"));
        return switch (jtl.text()) {
            case "all" -> SampleEvents.Told.ALL;
            case "failures" -> SampleEvents.Told.FAILURES;
            default -> throw jtl.wrong("all or failures is expected");
        };
    }

    private DataRows rows(long salt) throws SettingException {
        try {
            return DataRows.read(Path.of(sampler.value("rows").notEmpty()), salt);
        } catch (IOException wrong) {
            throw new SettingException(wrong.getMessage());
        }
    }

    /** A number that makes the nonces of this load differ from those of any other. */
    private static long salt(String property) throws SettingException {
        Value salt = new Value(property, JMeterUtils.getPropDefault(property, "0"));
        if (!salt.text().matches("[0-9a-f]{1,16}")) {
            throw salt.wrong("1 to 16 hexadecimal digits are expected");
        }
        return Long.parseUnsignedLong(salt.text(), 16);
    }

    private static boolean isWithoutGui() {
        return Boolean.getBoolean(JMeter.JMETER_NON_GUI);
    }

    private static void requireFiles(int users) throws SettingException {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            long free = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount() - OTHER_FILES;
            if (users > free) {
                throw new SettingException("setting users is '" + users + "', each with a connection, but this process"
                        + " may open no more than " + free + " files: raise it with 'ulimit -n "
                        + (users + system.getOpenFileDescriptorCount() + 2 * OTHER_FILES) + "'");
            }
        }
    }

    /** Request line and header fields without a Content-Length, from the settings and the header managers around the sampler. */
    private String head(ConnectionSettings settings, String host, String path, HeaderManager headers)
            throws SettingException {
        StringBuilder fields = new StringBuilder();
        Set<String> names = new TreeSet<>();
        if (headers != null) {
            for (JMeterProperty property : headers.getHeaders()) {
                Header header = (Header) property.getObjectValue();
                names.add(header.getName().toLowerCase(Locale.ROOT));
                fields.append(line(header.getName() + ": " + header.getValue()));
            }
        }
        for (String ours : OURS) {
            if (names.contains(ours)) {
                throw new SettingException("the header field " + ours + " is set by the sampler itself: remove it");
            }
        }
        int port = settings.address().getPort();
        boolean usual = port == (settings.tls() == null ? 80 : 443);
        String name = host.contains(":") ? "[" + host + "]" : host;
        return line(method() + " " + path + " HTTP/1.1")
                + (names.contains("host") ? "" : line("Host: " + name + (usual ? "" : ":" + port)))
                + fields
                + line("Connection: " + (settings.keepAlive() ? "keep-alive" : "close"));
    }

    private static String line(String text) throws SettingException {
        if (text.indexOf('\r') >= 0 || text.indexOf('\n') >= 0) {
            throw new SettingException("a line end in the request's head: " + text.strip());
        }
        return text + "\r\n";
    }
}
