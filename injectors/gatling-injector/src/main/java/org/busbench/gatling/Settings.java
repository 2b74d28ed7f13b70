package org.busbench.gatling;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.busbench.common.http.Access;
import org.busbench.common.tls.TlsTerms;
import org.busbench.sampler.protocol.LoadException;
import org.busbench.sampler.record.Evidence;
import org.busbench.sampler.record.LoadRecord;

/**
 * The properties of a load, which are those of the JMeter plans; one that Gatling's loads do not know is refused rather than
 * ignored.
 *
 * @param target scheme, host and port; no path
 * @param path what is asked for; empty for the scenario's own
 * @param users who wait for their answer before they ask again
 * @param payload the size of the messages; empty for the scenario's first
 * @param route the instance that must have answered; null for the one in the scenario's data
 * @param salt by which the nonces of this load differ from those of any other
 * @param fields header fields that the server wants beside the scenario's
 * @param recordFolder where the interval log goes; null for none
 * @param evidenceFolder where single answers go; null for none
 * @param contents how many different answers are kept
 */
record Settings(
        URI target,
        String path,
        int users,
        Duration length,
        Path scenario,
        String payload,
        String route,
        long salt,
        List<Access.Field> fields,
        Path recordFolder,
        Path evidenceFolder,
        int contents) {
    private static final String NONE = "none";
    private static final int NO_ANSWERS = 0;
    private static final Set<String> KNOWN =
            Set.of(("protocol host port path UserThreads rampup duration scenario payload route "
                            + "nio.jtl nio.salt nio.record nio.evidence nio.contents")
                    .split(" "));

    Settings {
        fields = List.copyOf(fields);
    }

    /**
     * Reads the properties.
     *
     * @param folder of the interval log where no property names one
     * @throws LoadException when one is not what it must be
     */
    static Settings of(Map<String, String> properties, Path folder) throws LoadException {
        Access access = access(properties);
        requireKnown(properties, access);
        if (!properties.getOrDefault("protocol", "http").equals("http")
                || !access.tls().equals(TlsTerms.USUAL)) {
            throw new LoadException("Gatling asks by plain http here: choose the injector nio for TLS");
        }
        String host = properties.getOrDefault("host", "127.0.0.1");
        String record = properties.getOrDefault("nio.record", folder.toString());
        String evidence = properties.getOrDefault("nio.evidence", NONE);
        if (number(properties, "rampup", "0", 0) != 0) {
            throw new LoadException("Gatling's users all begin at once here: rampup must be 0");
        }
        return new Settings(
                URI.create("http://" + host + ":" + number(properties, "port", "8280", 1)),
                properties.getOrDefault("path", ""),
                number(properties, "UserThreads", "20", 1),
                Duration.ofSeconds(number(properties, "duration", "60", 1)),
                Path.of(required(properties, "scenario")),
                properties.getOrDefault("payload", ""),
                properties.get("route"),
                salt(properties.getOrDefault("nio.salt", "0")),
                access.fields(),
                record.equals(NONE) ? null : Path.of(record),
                evidence.equals(NONE) ? null : Path.of(evidence),
                number(properties, "nio.contents", "0", 0));
    }

    /**
     * Begins the record of the load, which is the current one until it is closed.
     *
     * @throws IOException when a folder cannot be written, or holds the record of another load
     */
    LoadRecord openRecord() throws IOException {
        return LoadRecord.open(
                recordFolder,
                evidenceFolder == null
                        ? Evidence.none()
                        : Evidence.in(evidenceFolder, NO_ANSWERS, NO_ANSWERS, contents));
    }

    private static Access access(Map<String, String> properties) throws LoadException {
        try {
            return Access.of(properties::get);
        } catch (IllegalArgumentException wrong) {
            throw new LoadException(wrong.getMessage(), wrong);
        }
    }

    private static void requireKnown(Map<String, String> properties, Access access) throws LoadException {
        Set<String> others = new TreeSet<>(properties.keySet());
        others.removeAll(KNOWN);
        others.removeAll(access.properties().keySet());
        if (!others.isEmpty()) {
            throw new LoadException("a load of Gatling has no property " + String.join(", ", others)
                    + ": it is a closed load without think time, choose the injector nio for others");
        }
    }

    private static String required(Map<String, String> properties, String name) throws LoadException {
        String value = properties.getOrDefault(name, "");
        if (value.isEmpty()) {
            throw new LoadException("property " + name + " is missing");
        }
        return value;
    }

    private static int number(Map<String, String> properties, String name, String otherwise, int least)
            throws LoadException {
        String value = properties.getOrDefault(name, otherwise);
        if (!value.matches("\\d{1,9}") || Integer.parseInt(value) < least) {
            throw new LoadException(
                    "property " + name + " is '" + value + "': a whole number from " + least + " is expected");
        }
        return Integer.parseInt(value);
    }

    private static long salt(String value) throws LoadException {
        if (!value.matches("[0-9a-f]{1,16}")) {
            throw new LoadException("property nio.salt is '" + value + "': 1 to 16 hexadecimal digits are expected");
        }
        return Long.parseUnsignedLong(value, 16);
    }
}
