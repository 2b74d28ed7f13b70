package org.busbench.mediation.rig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;

/**
 * A client that sends all kinds of messages in a seeded order: the three scenarios, sizes, framings, backends that fail as it orders them to, and uploads
 * that it breaks off. Every message has a nonce of its own, and every answer is compared to the byte. For one thread.
 */
public final class RandomClient {
    private static final List<Scenario> SCENARIOS = List.of(Scenario.values());
    private static final List<String> SIZES = List.of("500", "1K", "5K", "10K", "100K");
    /** In how many of a hundred messages; a large one costs as much as fifty small ones. */
    private static final int[] SHARES = {50, 20, 15, 12, 3};

    private static final List<String> SYMBOLS = List.of("IBM", "MSFT", "SUN");
    private static final List<String> BACKENDS = List.of("backend-A", "backend-B", "backend-C");
    private static final HexFormat HEX = HexFormat.of();
    private static final List<String> FAULTS =
            List.of(StubBackend.CLOSE, StubBackend.CLOSE_AT_HEAD, StubBackend.HALF_ANSWER, StubBackend.FAULT);

    private final int port;
    private final Random random;
    private final Map<String, Sample> samples = new HashMap<>();
    private final Map<Ending, Long> endings = new EnumMap<>(Ending.class);
    private Wire wire;

    /** A request and its answer, with the nonce of the sample in both. */
    private record Sample(String request, String answer) {

        /** The same of another backend. */
        Sample by(int route) {
            String symbol = "symbol>" + SYMBOLS.get(route) + "<";
            return new Sample(
                    request.replaceFirst("symbol>IBM<", symbol),
                    answer.replaceFirst("symbol>IBM<", symbol).replace(BACKENDS.get(0), BACKENDS.get(route)));
        }
    }

    /** How a message ended. */
    public enum Ending {
        /** Answered, to the byte. */
        RIGHT,
        /** The backend failed as ordered, and the client was told so. */
        FAULT,
        /** The backend failed as ordered in the middle of its answer, and the client's connection was cut. */
        CUT,
        /** The client went away in the middle of its request. */
        ABORTED
    }

    /**
     * Makes a client that has not sent anything.
     *
     * @param expected answers of backend A to the samples, by {@link #key}
     */
    public RandomClient(int port, long seed, Map<String, String> expected) {
        this.port = port;
        this.random = new Random(seed);
        for (Scenario scenario : SCENARIOS) {
            for (String size : SIZES) {
                String key = key(scenario, size);
                Sample sample = new Sample(scenario.request(size), expected.get(key));
                for (int route = 0; route < SYMBOLS.size(); route++) {
                    samples.put(key + route, sample.by(route));
                }
            }
        }
    }

    /** {@return under which name the answer to a sample is expected} */
    public static String key(Scenario scenario, String size) {
        return scenario + " " + size;
    }

    /** {@return the sizes that it sends} */
    public static List<String> sizes() {
        return SIZES;
    }

    /** {@return how many of its messages ended in each way} */
    public Map<Ending, Long> endings() {
        return endings;
    }

    /**
     * Sends one message and takes what comes.
     *
     * @throws IllegalStateException if that is not what has to come
     * @throws IOException if the mediator breaks a connection that it has no reason to break
     */
    public void exchange() throws IOException {
        Scenario scenario = SCENARIOS.get(random.nextInt(SCENARIOS.size()));
        String size = size();
        String nonce = HEX.toHexDigits(random.nextLong());
        int route = scenario == Scenario.CBR ? random.nextInt(SYMBOLS.size()) : 0;
        Sample sample = samples.get(key(scenario, size) + route);
        String request = sample.request().replace(Scenario.NONCE, nonce);
        String right = sample.answer().replace(Scenario.NONCE, nonce);
        int dice = random.nextInt(100);
        if (dice < 5) {
            abort(scenario, request);
        } else if (dice < 15) {
            fail(scenario, request, FAULTS.get(random.nextInt(FAULTS.size())), nonce);
        } else {
            send(bytes(scenario, request));
            HttpMessage answer = wire.receive();
            demand(answer.whole() && answer.status() == 200 && answer.text().equals(right), scenario, size, answer);
            count(Ending.RIGHT);
        }
        if (random.nextInt(50) == 0) {
            hangUp();
        }
    }

    private String size() {
        int dice = random.nextInt(100);
        int at = 0;
        while (dice >= SHARES[at]) {
            dice -= SHARES[at++];
        }
        return SIZES.get(at);
    }

    /** Closes its connection. */
    public void hangUp() throws IOException {
        if (wire != null) {
            wire.close();
            wire = null;
        }
    }

    private void abort(Scenario scenario, String request) throws IOException {
        byte[] all = bytes(scenario, request);
        send(Arrays.copyOf(all, random.nextInt(all.length)));
        wire.reset();
        wire = null;
        count(Ending.ABORTED);
    }

    /** The answer to a message whose backend fails is a fault; or it is cut, when a part of it was sent on before. */
    private void fail(Scenario scenario, String request, String order, String nonce) throws IOException {
        send(bytes(scenario, request, order));
        HttpMessage answer;
        try {
            answer = wire.receive();
        } catch (IOException e) {
            demand(order.equals(StubBackend.HALF_ANSWER), scenario, order, null);
            hangUp();
            count(Ending.CUT);
            return;
        }
        if (!answer.whole()) {
            String found = answer.text().replaceFirst("(?s).*?ref>", "");
            boolean own = !answer.text().contains("ref>") || found.startsWith(nonce) || nonce.startsWith(found);
            demand(order.equals(StubBackend.HALF_ANSWER) && answer.status() == 200 && own, scenario, order, answer);
            hangUp();
            count(Ending.CUT);
            return;
        }
        boolean fault = answer.status() >= 500 && answer.text().contains("faultstring");
        boolean own = !order.equals(StubBackend.FAULT) || answer.text().contains(StubBackend.FAULT_TEXT);
        demand(fault && own, scenario, order, answer);
        if ("close".equals(answer.headers().get("connection"))) {
            hangUp();
        }
        count(Ending.FAULT);
    }

    private byte[] bytes(Scenario scenario, String body, String... fields) {
        if (random.nextInt(4) > 0) {
            return scenario.post(body, fields);
        }
        StringBuilder chunked = new StringBuilder(scenario.head("Transfer-Encoding: chunked", "HTTP/1.1", fields));
        int at = 0;
        while (at < body.length()) {
            int end = Math.min(body.length(), at + 1 + random.nextInt(20_000));
            chunked.append(Integer.toHexString(end - at))
                    .append("\r\n")
                    .append(body, at, end)
                    .append("\r\n");
            at = end;
        }
        return chunked.append("0\r\n\r\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private void send(byte[] bytes) throws IOException {
        if (wire == null) {
            wire = new Wire(port);
        }
        int split = random.nextInt(4) > 0 ? bytes.length : random.nextInt(bytes.length + 1);
        wire.send(Arrays.copyOf(bytes, split));
        if (split < bytes.length) {
            wire.send(Arrays.copyOfRange(bytes, split, bytes.length));
        }
    }

    private void count(Ending ending) {
        endings.merge(ending, 1L, Long::sum);
    }

    private static void demand(boolean right, Scenario scenario, String what, HttpMessage answer) {
        if (!right) {
            String text =
                    answer == null ? "nothing" : answer.startLine() + " " + answer.headers() + " " + answer.text();
            throw new IllegalStateException(
                    scenario + " " + what + " was answered with " + text.substring(0, Math.min(2000, text.length())));
        }
    }
}
