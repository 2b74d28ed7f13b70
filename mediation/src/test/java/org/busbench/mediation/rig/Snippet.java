package org.busbench.mediation.rig;

import java.util.List;
import java.util.stream.Stream;

/**
 * A piece of configuration that both lanes have to give the same meaning, in a proxy of its own.
 *
 * <p>In its texts {@code $A} and {@code $B} stand for the addresses of two backends, {@code $DEAD} for one where nothing listens, {@code $LIVE} for settings of an
 * endpoint that is never suspended.
 *
 * @param target content of the proxy's {@code target}
 * @param messages what is sent to it, one after the other: a size, with {@code @} and a header field behind it where one is wanted
 */
public record Snippet(String name, String target, List<String> messages) {

    /** A fault sequence that says which error it was. */
    public static final String FAULT = "<faultSequence><makefault version='soap11'>"
            + "<code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Server'/><reason value='it failed'/></makefault>"
            + "<property name='RESPONSE' value='true'/><header name='To' action='remove'/>"
            + "<property name='HTTP_SC' value='502' scope='axis2'/><send/></faultSequence>";

    /** Sends to backend A. */
    public static final String SEND = "<send><endpoint>$A</endpoint></send>";

    private static final List<String> USUAL = List.of("500", "100K");

    /** An in sequence, and an out sequence that sends the answer. */
    public static Snippet in(String name, String mediators, String... messages) {
        return both(name, mediators, "<send/>", messages);
    }

    /** An out sequence behind one that sends to backend A. */
    public static Snippet out(String name, String mediators, String... messages) {
        return both(name, SEND, mediators, messages);
    }

    /** An in sequence and an out sequence. */
    public static Snippet both(String name, String in, String out, String... messages) {
        return target(
                name, "<inSequence>" + in + "</inSequence><outSequence>" + out + "</outSequence>" + FAULT, messages);
    }

    /** A fault sequence that meets an endpoint where nothing listens. */
    public static Snippet fault(String name, String mediators, String... messages) {
        return target(
                name,
                "<inSequence><send><endpoint>$DEAD</endpoint></send></inSequence><faultSequence>" + mediators
                        + "</faultSequence>",
                messages.length == 0 ? new String[] {"500", "1K"} : messages);
    }

    /** Messages that a mediator may meet though its author did not think of them. */
    public static String[] odd(String... more) {
        return Stream.concat(
                        Stream.of(
                                "500",
                                "10K/chunked",
                                "500/1.2",
                                "500/header",
                                "500/empty",
                                "500/fault",
                                "500/mixed",
                                "500/two",
                                "500/colliding",
                                "500/malformed"),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    /** This one with another fault sequence. */
    public Snippet withFault(String mediators) {
        return new Snippet(name, target.replace(FAULT, "<faultSequence>" + mediators + "</faultSequence>"), messages);
    }

    /** Whatever a target may hold. */
    public static Snippet target(String name, String target, String... messages) {
        return new Snippet(name, target, messages.length == 0 ? USUAL : List.of(messages));
    }

    /** The proxy's text, for these ports. */
    String proxy(int portA, int portB, int deadPort) {
        String text = "<proxy xmlns='http://ws.apache.org/ns/synapse' name='" + name + "' transports='http'><target>"
                + target + "</target></proxy>";
        return filled(text, portA, portB, deadPort);
    }

    /** The same of a sequence with its name, whose mediators stand in the place of the target. */
    String sequence(int portA, int portB, int deadPort) {
        String text = "<sequence xmlns='http://ws.apache.org/ns/synapse' name='" + name + "'>" + target + "</sequence>";
        return filled(text, portA, portB, deadPort);
    }

    private static String filled(String text, int portA, int portB, int deadPort) {
        String live = "<timeout><duration>3000</duration><responseAction>fault</responseAction></timeout>"
                + "<suspendOnFailure><initialDuration>0</initialDuration></suspendOnFailure>";
        return text.replace("$A", address(portA, live))
                .replace("$B", address(portB, live))
                .replace("$DEAD", address(deadPort, live))
                .replace("$LIVE", live)
                .replace("${A}", "http://127.0.0.1:" + portA)
                .replace("${B}", "http://127.0.0.1:" + portB)
                .replace("${DEAD}", "http://127.0.0.1:" + deadPort);
    }

    private static String address(int port, String settings) {
        return "<address uri='http://127.0.0.1:" + port + "/services/Backend'>" + settings + "</address>";
    }

    @Override
    public String toString() {
        return name;
    }
}
