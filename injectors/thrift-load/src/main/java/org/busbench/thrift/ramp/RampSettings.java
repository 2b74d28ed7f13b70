package org.busbench.thrift.ramp;

import java.nio.file.Path;
import java.util.Properties;

/**
 * What an injector is told, as system properties {@code ramp.NAME}.
 *
 * @param port of 127.0.0.1
 * @param connections that it may hold
 * @param payloadBytes that go with each call
 * @param agents of Gatling: how many there are
 * @param threads of Gatling: those of a dispatcher of its own; 0 for Gatling's
 * @param throughput of Gatling: calls that an agent makes before its thread goes to another one
 * @param log gets a row every {@link RampLog#INTERVAL_MILLIS}
 */
public record RampSettings(
        int port,
        Schedule schedule,
        int connections,
        int payloadBytes,
        int agents,
        int threads,
        int throughput,
        Path log) {
    /** A connection is made or refused at once; an answer may be long in coming when the server is full. */
    public static final int TIMEOUT_MILLIS = 10_000;

    private static final String PREFIX = "ramp.";

    public static RampSettings ofSystem() {
        return of(System.getProperties());
    }

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException when one is missing or no number
     */
    public static RampSettings of(Properties properties) {
        return new RampSettings(
                whole(properties, "port"),
                new Schedule(number(properties, "from"), number(properties, "to"), number(properties, "seconds")),
                whole(properties, "connections"),
                whole(properties, "payload"),
                whole(properties, "agents"),
                whole(properties, "threads"),
                whole(properties, "throughput"),
                Path.of(text(properties, "log")));
    }

    public byte[] payload() {
        byte[] payload = new byte[payloadBytes];
        for (int i = 0; i < payload.length; i++) {
            payload[i] = (byte) (i * 31);
        }
        return payload;
    }

    private static int whole(Properties properties, String name) {
        return (int) number(properties, name);
    }

    private static double number(Properties properties, String name) {
        String text = text(properties, name);
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException none) {
            throw new IllegalArgumentException(PREFIX + name + " is no number: " + text, none);
        }
    }

    private static String text(Properties properties, String name) {
        String text = properties.getProperty(PREFIX + name);
        if (text == null) {
            throw new IllegalArgumentException("-D" + PREFIX + name + " is missing");
        }
        return text;
    }
}
