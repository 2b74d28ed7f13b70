package org.busbench.sampler.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.common.DataRows;
import org.busbench.common.client.Fault;
import org.busbench.common.tls.ClientTls;
import org.busbench.sampler.message.Expectation;
import org.busbench.sampler.message.Refusal;
import org.busbench.sampler.message.RequestTemplate;
import org.busbench.sampler.message.SettingException;
import org.busbench.sampler.record.Evidence;
import org.busbench.sampler.record.LoadRecord;
import org.busbench.sampler.record.Totals;

/** A load of one loop in the test's thread, and what came of it. Each answer must name nonce and route of its request. */
final class Load implements ExchangeListener {
    private static final Pattern NONCE = Pattern.compile("<ref>(.*?)</ref>");
    private static final Pattern ROUTE = Pattern.compile("<route>(.*?)</route>");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    final List<Fault> faults = new ArrayList<>();
    final List<String> failedAnswers = new ArrayList<>();
    final List<Long> latencies = new ArrayList<>();

    private int users = 1;
    private long requests = 1;
    private Duration think = Duration.ZERO;
    private double rate;
    private long backlog = 1_000;
    private boolean keepAlive = true;
    private Duration connectTimeout = Duration.ofSeconds(10);
    private Duration answerTimeout = Duration.ofSeconds(10);
    private ClientTls tls;
    private int padding;
    private List<String> lacks = List.of();
    private int status = 200;
    private String rows = "src/test/resources/rows.csv";
    private String refusal = "";
    private String method = "POST";
    private String body = "<q><ref>@nonce@</ref><route>@route@</route>";
    private String path = "/";
    private Step end = () -> {};

    Load users(int number) {
        users = number;
        return this;
    }

    /** Of each user. */
    Load requests(long number) {
        requests = number;
        return this;
    }

    Load think(Duration time) {
        think = time;
        return this;
    }

    Load rate(double perSecond, long mostOverdue) {
        rate = perSecond;
        backlog = mostOverdue;
        return this;
    }

    Load connectionPerRequest() {
        keepAlive = false;
        return this;
    }

    Load connectTimeout(Duration time) {
        connectTimeout = time;
        return this;
    }

    Load answerTimeout(Duration time) {
        answerTimeout = time;
        return this;
    }

    Load tls(ClientTls client) {
        tls = client;
        return this;
    }

    Load padding(int bytes) {
        padding = bytes;
        return this;
    }

    /** Texts that no answer may hold. */
    Load lacks(String... texts) {
        lacks = List.of(texts);
        return this;
    }

    /** That each answer must have. */
    Load status(int expected) {
        status = expected;
        return this;
    }

    /** Messages of some rows must be refused, with one of the statuses and the text. */
    Load refusal(java.nio.file.Path file, String lines) {
        rows = file.toString();
        refusal = lines;
        return this;
    }

    /** Asks without a body. */
    Load asking(String with, String target) {
        method = with;
        path = target;
        body = "";
        return this;
    }

    /** Happens when nothing is sent or read any more, and the loop is about to be closed. */
    Load beforeTheEnd(Step event) {
        end = event;
        return this;
    }

    /** What a test does in between. */
    interface Step {
        void take() throws InterruptedException;
    }

    /** The right answer's body. */
    static String body(String request) {
        return body(group(NONCE, request), group(ROUTE, request));
    }

    static String body(String nonce, String route) {
        return "<a><ref>" + nonce + "</ref><by>" + route + "</by></a>";
    }

    /** The right answer. */
    static String answer(String request) {
        return ok(body(request));
    }

    static String ok(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static String group(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return matcher.group(1);
    }

    /** Runs to the end of all requests. */
    Totals run(InetSocketAddress address) throws IOException, SettingException, InterruptedException {
        return run(address, PATIENCE, true);
    }

    /** Runs for a while, stops without waiting for answers. */
    Totals runFor(InetSocketAddress address, Duration time) throws IOException, SettingException, InterruptedException {
        return run(address, time, false);
    }

    private Totals run(InetSocketAddress address, Duration time, boolean toTheEnd)
            throws IOException, SettingException, InterruptedException {
        DataRows data = DataRows.read(java.nio.file.Path.of(rows));
        RequestTemplate template = new RequestTemplate(
                data,
                method + " " + path + " HTTP/1.1\r\nHost: x\r\n",
                body.isEmpty() ? "" : body + "x".repeat(padding) + "</q>");
        Expectation expectation = Expectation.of(data, ">@nonce@<", List.of(), lacks, ">@route@<", "</a>", status)
                .refusing(Refusal.of(refusal.lines().toList()));
        LoadShare share = new LoadShare(0, 1, users, Duration.ZERO, requests, think, rate, backlog);
        try (LoadRecord record = LoadRecord.open(null, Evidence.none())) {
            ConnectionSettings settings =
                    new ConnectionSettings(address, tls, keepAlive, connectTimeout, answerTimeout);
            Destination destination = new Destination(
                    settings, data, template, expectation, record.evidence().contents(), record.newTally(), this);
            try (Loop loop = new Loop(List.of(destination), share)) {
                long until = System.nanoTime() + time.toNanos();
                while (!loop.isOver() && until - System.nanoTime() > 0) {
                    loop.run(Math.min(until, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50)));
                }
                assertThat(loop.isOver()).as("all requests are over").isEqualTo(toTheEnd);
                end.take();
            }
            Totals totals = record.totals();
            assertThat(totals.sent())
                    .isEqualTo(totals.verified() + totals.refused() + totals.failed() + totals.unfinished());
            assertThat(totals.verified()).isEqualTo(latencies.size());
            assertThat(totals.failed()).isEqualTo(faults.size());
            return totals;
        }
    }

    @Override
    public void verified(SampledExchange exchange) {
        if (exchange.isRefusal()) {
            return;
        }
        latencies.add(exchange.endNanos() - exchange.startNanos());
    }

    @Override
    public void failed(SampledExchange exchange, Fault fault) {
        faults.add(fault);
        failedAnswers.add(new String(exchange.answer(), java.nio.charset.StandardCharsets.UTF_8));
    }
}
