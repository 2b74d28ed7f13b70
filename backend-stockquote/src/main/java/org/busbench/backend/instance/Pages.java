package org.busbench.backend.instance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.busbench.backend.quote.Counters;
import org.busbench.backend.quote.Nonces;

/** Serves the pages beside the service, the same from both engines: the WSDL and the counters. */
public final class Pages {
    /**
     * The path at which messages are shown as they arrived. POST has the next ones kept, and GET shows one of them; the query is how many, and
     * which one. Without it that is the first alone.
     */
    public static final String RECEIVED = "/received";
    /** The path at which the SOAPAction of the same message is shown, or the action of its Content-Type. */
    public static final String RECEIVED_ACTION = RECEIVED + "/action";
    /** The answer to a question for the action of a message that had none. */
    public static final String NO_ACTION = "no message has come since POST " + RECEIVED + ", or it had no SOAPAction";
    /** The answer to a question that comes before any message. */
    public static final String NOTHING_RECEIVED = "no message has come since POST " + RECEIVED;

    private static final String WSDL = "SimpleStockQuote.wsdl";
    private static final String ADDRESS_IN_WSDL = "http://127.0.0.1:9000" + Instance.PATH;

    private final List<Instance> instances;
    private final String wsdl;

    public Pages(List<Instance> instances) {
        this.instances = List.copyOf(instances);
        this.wsdl = load();
        if (!wsdl.contains(ADDRESS_IN_WSDL)) {
            throw new IllegalStateException(WSDL + " does not hold the address " + ADDRESS_IN_WSDL);
        }
    }

    /** Returns the service's WSDL with the address of one instance. */
    public String wsdl(String url) {
        return wsdl.replace(ADDRESS_IN_WSDL, url);
    }

    /** Returns the counters as JSON: the sums, those of each instance by its name, and what the nonces say, how many answers were given. */
    public String stats() {
        Counters.Counts sum = new Counters.Counts(0, 0, 0);
        for (Instance instance : instances) {
            sum = sum.plus(instance.service().counters().counts());
        }
        return instances.stream()
                .map(instance -> "\"" + instance.name() + "\":{"
                        + json(instance.service().counters().counts()) + "}")
                .collect(Collectors.joining(
                        ",", "{" + json(sum) + ",\"instances\":{", "}" + nonces() + ",\"given\":" + given() + "}"));
    }

    /** Returns the counters, and has the nonces that come from now on remembered, so that a repeated one shows. */
    public String statsAndRemember() {
        nonceBooks().forEach(Nonces::remember);
        return stats();
    }

    /** Has the next messages that come shown as they arrived, whichever instance they come to. */
    public void wantNext(int most) {
        instances.forEach(instance -> instance.service().received().wantNext(most));
    }

    /**
     * Returns a message that came since, byte for byte where it is UTF-8.
     *
     * @param number 1 for the first of the first instance
     * @return empty when fewer have come
     */
    public Optional<byte[]> received(int number) {
        return instances.stream()
                .flatMap(instance -> instance.service().received().messages().stream())
                .skip(number - 1)
                .findFirst();
    }

    /** Returns the action of that message as its transport stated it; empty when it did not. */
    public Optional<String> receivedAction() {
        return instances.stream()
                .flatMap(instance -> instance.service().received().action().stream())
                .findFirst();
    }

    /** The instances of a program share one book of nonces; those of a test may have one each, which are added up. */
    private Set<Nonces> nonceBooks() {
        Set<Nonces> books = Collections.newSetFromMap(new IdentityHashMap<>());
        instances.forEach(instance -> books.add(instance.service().nonces()));
        return books;
    }

    private long given() {
        return instances.stream()
                .mapToLong(instance -> instance.service().counters().allGiven())
                .sum();
    }

    private String nonces() {
        long counted = 0;
        long sum = 0;
        Long repeated = 0L;
        for (Nonces book : nonceBooks()) {
            Nonces.Seen seen = book.seen();
            counted += seen.counted();
            sum += seen.sum();
            repeated = repeated == null || seen.repeated() == null ? null : Long.valueOf(repeated + seen.repeated());
        }
        return String.format(
                Locale.ROOT, ",\"nonces\":{\"counted\":%d,\"sum\":\"%016x\",\"repeated\":%s}", counted, sum, repeated);
    }

    private static String json(Counters.Counts counts) {
        return "\"received\":" + counts.received() + ",\"answered\":" + counts.answered() + ",\"refused\":"
                + counts.refused();
    }

    private static String load() {
        try (InputStream in = Pages.class.getResourceAsStream(WSDL)) {
            if (in == null) {
                throw new IllegalStateException(WSDL + " is missing from the program's own jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
