package org.busbench.harness.load;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.busbench.harness.verify.ProbeMessage;

/**
 * The load generator wrk, where it is installed: a yardstick for our own injectors, since it is known to cost little. It
 * sends one request over and over and looks at no answer but its status, so its figures are no goodput.
 */
public final class Wrk {

    private static final Pattern REQUESTS = Pattern.compile("(?m)^ *([0-9]+) requests in ([0-9.]+)(ms|s|m)\\b");
    private static final Pattern BAD_STATUS = Pattern.compile("Non-2xx or 3xx responses: ([0-9]+)");
    private static final Pattern SOCKET_ERRORS =
            Pattern.compile("Socket errors: connect ([0-9]+), read ([0-9]+), write ([0-9]+), timeout ([0-9]+)");
    /** The user and system time of its children in the output of the shell's {@code times} (POSIX). */
    private static final Pattern TIMES = Pattern.compile("([0-9]+)m([0-9.]+)s ([0-9]+)m([0-9.]+)s\\s*$");

    private static final Duration MARGIN = Duration.ofSeconds(15);

    private final Path program;

    private Wrk(Path program) {
        this.program = program;
    }

    /**
     * What came of a load.
     *
     * @param answers with a status of 2xx or 3xx
     * @param seconds how long it took
     * @param cpuMicros CPU time of wrk, in steps of 10 ms
     */
    public record Result(long answers, long errors, double seconds, long cpuMicros) {}

    /** Looks for it on the path. */
    public static Optional<Wrk> installed() {
        String path = System.getenv("PATH");
        for (String folder : path == null ? new String[0] : path.split(File.pathSeparator, -1)) {
            Path program = Path.of(folder, "wrk");
            if (Files.isExecutable(program)) {
                return Optional.of(new Wrk(program));
            }
        }
        return Optional.empty();
    }

    /**
     * Makes load from one thread.
     *
     * @param length for how long; rounded up to whole seconds
     * @param folder gets what it was told and what it printed
     * @throws IOException when it cannot be run, or says something else than it should
     * @throws InterruptedException when this thread was interrupted; it is ended then
     */
    public Result run(ProbeMessage question, int connections, Duration length, Path folder)
            throws IOException, InterruptedException {
        Path body = Files.write(folder.resolve("body"), question.message().bytes());
        Path script = Files.writeString(folder.resolve("wrk.lua"), script(question, body));
        Path output = folder.resolve("wrk.txt");
        long seconds = Math.max(1, (length.toMillis() + 999) / 1000);
        Process process = new ProcessBuilder(List.of(
                        "sh",
                        "-c",
                        "\"$@\"; status=$?; times; exit $status",
                        "sh",
                        program.toString(),
                        "-t1",
                        "-c" + connections,
                        "-d" + seconds + "s",
                        "-s" + script,
                        question.url().toString()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(seconds + MARGIN.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException(program + " did not end after " + seconds + " s; see " + output);
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new IOException(program + " ended with exit code " + process.exitValue() + "; see " + output);
        }
        return parse(Files.readString(output))
                .orElseThrow(() -> new IOException(program + " printed no count of requests; see " + output));
    }

    /** The result in its output; empty when that is not wrk 4's, followed by the shell's times. */
    static Optional<Result> parse(String output) {
        Matcher requests = REQUESTS.matcher(output);
        Matcher times = TIMES.matcher(output);
        if (!requests.find() || !times.find()) {
            return Optional.empty();
        }
        Matcher status = BAD_STATUS.matcher(output);
        Matcher socket = SOCKET_ERRORS.matcher(output);
        long bad = status.find() ? Long.parseLong(status.group(1)) : 0;
        long broken = 0;
        if (socket.find()) {
            for (int i = 1; i <= socket.groupCount(); i++) {
                broken += Long.parseLong(socket.group(i));
            }
        }
        double unit = requests.group(3).equals("ms") ? 0.001 : requests.group(3).equals("m") ? 60 : 1;
        double cpuSeconds = 60 * (Long.parseLong(times.group(1)) + Long.parseLong(times.group(3)))
                + Double.parseDouble(times.group(2))
                + Double.parseDouble(times.group(4));
        return Optional.of(new Result(
                Long.parseLong(requests.group(1)) - bad,
                bad + broken,
                Double.parseDouble(requests.group(2)) * unit,
                Math.round(cpuSeconds * 1e6)));
    }

    private static String script(ProbeMessage question, Path body) {
        String headers = question.message().headers().entrySet().stream()
                .map(header -> "wrk.headers[ [[" + header.getKey() + "]] ] = [[" + header.getValue() + "]]\n")
                .collect(Collectors.joining());
        return String.join(
                "\n",
                "wrk.method = [[" + question.message().method() + "]]",
                headers + "local file = assert(io.open([[" + body.toAbsolutePath() + "]], 'rb'))",
                "wrk.body = file:read('*a')",
                "file:close()",
                "");
    }
}
