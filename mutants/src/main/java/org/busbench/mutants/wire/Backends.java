package org.busbench.mutants.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sends messages to the backends, over connections that are kept and used again. For the loop's thread. */
public final class Backends implements Caller {
    private static final String PATH = "/services/SimpleStockQuoteService";

    private final Loop loop;
    private final Map<String, InetSocketAddress> addresses;
    private final Map<String, Deque<Back>> free = new LinkedHashMap<>();

    /**
     * The backends of one mediator.
     *
     * @param loop serves the connections
     * @param addresses of each backend by its letter
     */
    public Backends(Loop loop, Map<String, InetSocketAddress> addresses) {
        this.loop = loop;
        this.addresses = Map.copyOf(addresses);
        addresses.keySet().forEach(letter -> free.put(letter, new ArrayDeque<>()));
    }

    @Override
    public void call(Call call, Outcome outcome) {
        Deque<Back> pool = free.get(call.backend());
        Back back = pool.pollFirst();
        try {
            if (back == null) {
                back = open(call.backend(), pool);
            }
        } catch (IOException e) {
            outcome.failed(e.getMessage());
            return;
        }
        Back chosen = back;
        try {
            chosen.send(call, PATH, loop.now(), outcome);
        } catch (IOException e) {
            chosen.end(e.getMessage());
        }
    }

    /**
     * Opens a connection and forgets it: what a leak does.
     *
     * @param backend the backend's letter
     * @throws IOException when there is no more room for connections
     */
    public void abandon(String backend) throws IOException {
        open(backend, new ArrayDeque<>());
    }

    private Back open(String backend, Deque<Back> pool) throws IOException {
        return Back.open(loop, addresses.get(backend), pool::addFirst, pool::remove);
    }
}
