package org.busbench.harness.process;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.common.FreePorts;
import org.busbench.common.http.Access;
import org.busbench.harness.adapter.Expressions;
import org.busbench.harness.adapter.Reach;
import org.busbench.harness.scenario.Backend;
import org.busbench.harness.text.Problem;

/**
 * Where the backend's instances listen, and under which name others reach them.
 *
 * @param listen the address of this machine on which they listen
 * @param ports of A, B and C, and of the one over TLS where there are keys
 * @param advertised the host that stands in the addresses which a system on another host is given
 * @param keys of the one over TLS; empty where there is none
 */
public record Backends(Map<String, Integer> ports, String listen, String advertised, Optional<TlsKeys> keys) {
    /** The address on which everything listens unless told otherwise. */
    public static final String HOST = "127.0.0.1";

    /** Names the property by which the command line says where the backends listen. */
    public static final String LISTEN = "busbench.backends.listen";
    /** Names the property by which the command line says under which host others reach them. */
    public static final String ADVERTISE = "busbench.backends.advertise";

    private static final List<String> EVERYWHERE = List.of("0.0.0.0", "::");

    /** Names the property by which the command line says where the ports begin; 9000 unless it does. */
    public static final String FIRST_PORT = "busbench.backends.port";

    private static final int USUAL_PORT = 9000;

    /** Refuses a set that is not complete. */
    public Backends {
        ports = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(ports));
        List<String> letters = new ArrayList<>(Expressions.BACKENDS);
        keys.ifPresent(present -> letters.add(Expressions.TLS_BACKEND));
        if (!List.copyOf(ports.keySet()).equals(letters)) {
            throw new IllegalArgumentException("backends " + ports.keySet() + " instead of " + letters);
        }
    }

    /** The ports that the documentation names, or those that the command line does, where the command line says. */
    public static Backends usual() {
        return from(Integer.getInteger(FIRST_PORT, USUAL_PORT)).asTold();
    }

    /** The same, where the command line says that they listen. */
    private Backends asTold() {
        String address = System.getProperty(LISTEN, HOST);
        return at(address, System.getProperty(ADVERTISE, EVERYWHERE.contains(address) ? HOST : address));
    }

    /** These ports on another address of this machine, with another name for others. */
    public Backends at(String address, String host) {
        return new Backends(ports, address, host, keys);
    }

    /** These, and one over TLS at the port after the last one's. */
    public Backends overTls(TlsKeys made) {
        Map<String, Integer> more = new LinkedHashMap<>(ports);
        more.put(Expressions.TLS_BACKEND, ports.get("C") + 1);
        return new Backends(more, listen, advertised, Optional.of(made));
    }

    /** How the one over TLS is asked. */
    public Access access() {
        return keys.map(made -> Reach.STARTED_HERE.trusting(made.authority()).access())
                .orElse(Access.USUAL);
    }

    /** The backends at other ports: {@code sets} sets of ports after these. */
    public Backends further(int sets) {
        Map<String, Integer> later = new LinkedHashMap<>();
        ports.forEach((letter, port) -> later.put(letter, port + sets * ports.size()));
        return new Backends(later, listen, advertised, keys);
    }

    /** Consecutive ports of 127.0.0.1. */
    public static Backends from(int firstPort) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        for (String letter : Expressions.BACKENDS) {
            ports.put(letter, firstPort + ports.size());
        }
        return new Backends(ports, HOST, HOST, Optional.empty());
    }

    public static Backends free() {
        try {
            return from(FreePorts.inARow(Expressions.BACKENDS.size() + 1));
        } catch (IllegalStateException none) {
            throw new Problem(none.getMessage(), none);
        }
    }

    public static String nameOf(String letter) {
        return "backend-" + letter;
    }

    /** Address of an instance's service, as it is reached from here. */
    public URI url(String letter) {
        return url(here(), letter);
    }

    /** The host under which this machine reaches them. */
    public String here() {
        return EVERYWHERE.contains(listen) ? HOST : listen;
    }

    /** Whether others than this machine can reach them. */
    public boolean open() {
        return !listen.startsWith("127.") && !listen.equals("::1") && !listen.equals("localhost");
    }

    /** A warning for the user when other hosts can reach them; empty when only this host can. */
    public Optional<String> warning() {
        return open()
                ? Optional.of("warning: the backends listen on " + listen
                        + ", where others reach them too; they answer whoever asks")
                : Optional.empty();
    }

    private URI url(String host, String letter) {
        return URI.create((letter.equals(Expressions.TLS_BACKEND) ? "https://" : "http://") + bracketed(host) + ":"
                + ports.get(letter) + Backend.Stockquote.PATH);
    }

    /** An IPv6 address stands in brackets before a port. */
    static String bracketed(String host) {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    /** The addresses of all as they are reached from here, by letter. */
    public Map<String, String> urls() {
        return urls(here());
    }

    /** The addresses of all as others reach them, by letter. */
    public Map<String, String> advertisedUrls() {
        return urls(advertised);
    }

    /** The host under which a system reaches them, as it stands in a URL. */
    String hostInUrls(boolean runsAlready) {
        return bracketed(runsAlready ? advertised : here());
    }

    private Map<String, String> urls(String host) {
        Map<String, String> urls = new LinkedHashMap<>();
        ports.keySet().forEach(letter -> urls.put(letter, url(host, letter).toString()));
        return urls;
    }
}
