package org.busbench.mediation.traffic;

import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.head.RequestHead;
import org.busbench.mediation.log.LogFile;
import org.busbench.mediation.log.LogQueue;

/**
 * A line for each message in the combined log format, followed by its duration in microseconds and its lane. Status 0 means that the client
 * closed its connection before the answer. Text from clients is escaped, so that a client cannot forge a line.
 *
 * <p>{@link #add} is called on the threads of the loops; it copies the strings out of the head. The thread of the queue formats and writes the
 * line.
 *
 * @see <a href="https://httpd.apache.org/docs/2.4/logs.html#combined">Apache's combined log format</a>
 */
public final class AccessLog {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneId.systemDefault());

    private final LogQueue queue;
    private final LogFile file;

    /**
     * Appends to a file.
     *
     * @param queue its thread writes
     * @param file used by that thread only
     */
    public AccessLog(LogQueue queue, LogFile file) {
        this.queue = queue;
        this.file = file;
    }

    void add(Exchange exchange, String lane, long nanos) {
        RequestHead head = exchange.request();
        InetSocketAddress client = exchange.client();
        Line line = new Line(
                client == null ? "-" : client.getAddress().getHostAddress(),
                System.currentTimeMillis(),
                head.method() + ' ' + head.pathAndQuery() + (head.isHttp10() ? " HTTP/1.0" : " HTTP/1.1"),
                exchange.status(),
                exchange.answerBytes(),
                head.value("Referer"),
                head.value("User-Agent"),
                TimeUnit.NANOSECONDS.toMicros(nanos),
                lane);
        queue.offer(() -> file.line(line.text()));
    }

    private record Line(
            String client,
            long millis,
            String request,
            int status,
            long bytes,
            String referer,
            String agent,
            long micros,
            String lane) {

        String text() {
            return client + " - - [" + TIME.format(Instant.ofEpochMilli(millis)) + "] \"" + escaped(request) + "\" "
                    + status + ' ' + (bytes == 0 ? "-" : Long.toString(bytes)) + " \"" + escaped(referer) + "\" \""
                    + escaped(agent) + "\" " + micros + ' ' + lane;
        }

        private static String escaped(String text) {
            if (text == null) {
                return "-";
            }
            StringBuilder safe = new StringBuilder(text.length());
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c < 0x20 || c > 0x7e || c == '"' || c == '\\') {
                    safe.append(String.format("\\x%02x", (int) c));
                } else {
                    safe.append(c);
                }
            }
            return safe.toString();
        }
    }
}
