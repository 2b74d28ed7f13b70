package org.busbench.backend.instance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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

    private static final String NOTHING_RECEIVED = "no message has come since POST " + RECEIVED;
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

    /** What a client gets that asks for a page. The bytes must not be changed. */
    @SuppressWarnings("ArrayRecordComponent") // sent, never compared
    public record Page(int status, String type, byte[] content) {
        /** The type of the service's messages and of its WSDL. */
        public static final String XML = "text/xml; charset=UTF-8";
        /** The type of a line of text. */
        public static final String TEXT = "text/plain; charset=UTF-8";

        private static final String JSON = "application/json";

        private Page(int status, String type, String content) {
            this(status, type, content.getBytes(StandardCharsets.UTF_8));
        }

        /** One line of text. */
        public static Page line(int status, String line) {
            return new Page(status, TEXT, line + "\n");
        }
    }

    /**
     * The page for a request, and what comes with it.
     *
     * @param query what follows the question mark, or empty
     * @param url the service's, which goes into its WSDL
     * @return null where a request asks for none of these pages
     */
    public Page answer(String method, String path, String query, String url) {
        return switch (method + " " + path) {
            case "GET " + Instance.PATH ->
                asksForWsdl(query) ? new Page(200, Page.XML, wsdl.replace(ADDRESS_IN_WSDL, url)) : null;
            case "GET /stats" -> stats();
            case "POST /stats" -> {
                // A repeated one among the nonces that come from now on shows.
                nonceBooks().forEach(Nonces::remember);
                yield stats();
            }
            case "POST " + RECEIVED -> {
                instances.forEach(instance -> instance.service().received().wantNext(number(query)));
                yield stats();
            }
            case "GET " + RECEIVED ->
                received(number(query))
                        .map(message -> new Page(200, Page.XML, message))
                        .orElse(Page.line(404, NOTHING_RECEIVED));
            case "GET " + RECEIVED + "/action" ->
                receivedAction()
                        .map(action -> Page.line(200, action))
                        .orElse(Page.line(404, NOTHING_RECEIVED + ", or it had no SOAPAction"));
            default -> null;
        };
    }

    private static boolean asksForWsdl(String query) {
        return Arrays.stream(query.split("&", -1)).anyMatch(part -> part.equalsIgnoreCase("wsdl"));
    }

    /** The number of messages, or of a message, in a query; 1 where it is none. */
    private static int number(String query) {
        return query.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(query) : 1;
    }

    /** Returns the counters as JSON: the sums, those of each instance by its name, and what the nonces say, how many answers were given. */
    public Page stats() {
        Counters.Counts sum = new Counters.Counts(0, 0, 0);
        for (Instance instance : instances) {
            sum = sum.plus(instance.service().counters().counts());
        }
        String json = instances.stream()
                .map(instance -> "\"" + instance.name() + "\":{"
                        + json(instance.service().counters().counts()) + "}")
                .collect(Collectors.joining(
                        ",", "{" + json(sum) + ",\"instances\":{", "}" + nonces() + ",\"given\":" + given() + "}"));
        return new Page(200, Page.JSON, json);
    }

    /**
     * Returns a message that came since, byte for byte where it is UTF-8.
     *
     * @param number 1 for the first of the first instance
     * @return empty when fewer have come
     */
    private Optional<byte[]> received(int number) {
        return instances.stream()
                .flatMap(instance -> instance.service().received().messages().stream())
                .skip(number - 1)
                .findFirst();
    }

    /** Returns the action of that message as its transport stated it; empty when it did not. */
    private Optional<String> receivedAction() {
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
