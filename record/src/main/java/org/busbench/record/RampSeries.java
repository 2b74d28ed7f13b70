package org.busbench.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The logs of an injector and of the server, and the figures that follow from them.
 *
 * @param to requests a second at the end of the ramp; it begins with {@link #FROM}
 * @param seconds length of the ramp
 * @param injector rows of its log
 * @param server rows of its log
 */
public record RampSeries(int to, double seconds, List<Row> injector, List<Row> server) {
    /** Requests a second at the beginning. */
    public static final double FROM = 1;

    /** An injector that is so far behind its schedule does not keep up. */
    public static final double BEHIND_SECONDS = 0.25;

    private static final double IN_TIME_SECONDS = 0.1;
    private static final double LONGEST_LEAD_SECONDS = 0.25;
    private static final long SECOND_MILLIS = 1000;
    private static final int COLUMNS = 12;

    /**
     * A row of a log; counts and times are sums since the process began.
     *
     * @param millis since the epoch
     * @param callMicros of the verified ones
     * @param machineMicros CPU time of all processes of the machine; 0 where the system does not tell
     */
    public record Row(
            long millis,
            long started,
            long verified,
            long wrong,
            long failed,
            long callMicros,
            int threads,
            long gcCount,
            long gcMillis,
            long cpuMicros,
            long heapBytes,
            long machineMicros) {

        /** Answered or lost. */
        public long finished() {
            return verified + wrong + failed;
        }
    }

    /** Refuses logs without rows. */
    public RampSeries {
        injector = List.copyOf(injector);
        server = List.copyOf(server);
        if (injector.size() < 2 || server.size() < 2) {
            throw new IllegalArgumentException("a log has fewer than two rows");
        }
    }

    /**
     * Reads both logs of a folder. A last row that is cut off is left out: a process that is ended leaves it so.
     *
     * @throws IllegalArgumentException when one is no such log
     */
    public static RampSeries read(Path folder, int to, double seconds) throws IOException {
        return new RampSeries(
                to, seconds, rows(folder.resolve(Ramp.INJECTOR_LOG)), rows(folder.resolve(Ramp.SERVER_LOG)));
    }

    /** The rows of a log that are whole. */
    public static List<Row> rows(Path log) throws IOException {
        String text = Files.readString(log);
        List<String> lines =
                text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        List<Row> rows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            String[] cells = lines.get(i).split(",", -1);
            if (cells.length != COLUMNS) {
                throw new IllegalArgumentException(
                        log.getFileName() + ":" + (i + 1) + ": has " + cells.length + " columns, not " + COLUMNS);
            }
            try {
                long[] values = new long[COLUMNS];
                for (int c = 0; c < COLUMNS; c++) {
                    values[c] = Long.parseLong(cells[c]);
                }
                rows.add(new Row(
                        values[0],
                        values[1],
                        values[2],
                        values[3],
                        values[4],
                        values[5],
                        (int) values[6],
                        values[7],
                        values[8],
                        values[9],
                        values[10],
                        values[11]));
            } catch (NumberFormatException none) {
                throw new IllegalArgumentException(
                        log.getFileName() + ":" + (i + 1) + ": holds no whole numbers", none);
            }
        }
        return rows;
    }

    /** How many requests are due in all. */
    public long due() {
        return (long) ((FROM + to) / 2 * seconds);
    }

    /** How many requests are due so many seconds after the beginning. */
    public double dueAt(double second) {
        double at = Math.max(0, Math.min(seconds, second));
        return Math.min((double) due(), FROM * at + rise() * at * at);
    }

    /** Requests a second that are offered then. */
    public double rateAt(double second) {
        return FROM + 2 * rise() * Math.max(0, Math.min(seconds, second));
    }

    private double dueSecond(long number) {
        return (-FROM + Math.sqrt(FROM * FROM + 4 * rise() * number)) / (2 * rise());
    }

    private double rise() {
        return (to - FROM) / (2 * seconds);
    }

    /**
     * When the schedule began: the latest instant at which no request was begun before it was due. Injectors begin their
     * clocks at moments of their own, and are held to the same schedule so. Gatling begins the requests of a second evenly,
     * which leads the line by a quarter of a second in the first one, and by less in each that follows. So the first quarter
     * of the ramp may lead by as much.
     */
    public long beginMillis() {
        double all = begin(injector);
        long first = injector.stream()
                .filter(row -> row.started() > 0)
                .findFirst()
                .map(Row::millis)
                .orElseThrow(() -> new IllegalArgumentException("no request was begun"));
        List<Row> later = injector.stream()
                .filter(row -> row.millis() > first + 250 * seconds)
                .toList();
        return (long) Math.ceil(Math.min(begin(later), all + 1000 * LONGEST_LEAD_SECONDS));
    }

    private double begin(List<Row> rows) {
        double begin = Double.POSITIVE_INFINITY;
        for (Row row : rows) {
            if (row.started() > 0) {
                begin = Math.min(begin, row.millis() - 1000 * dueSecond(row.started()));
            }
        }
        return begin;
    }

    /** How far an injector is behind its schedule at a row: seconds since the first request that is not answered was due. */
    private double behind(Row row, long begin) {
        double at = Math.min(seconds, (row.millis() - begin) / 1000.0);
        return row.finished() >= due() ? 0 : Math.max(0, at - dueSecond(row.finished() + 1));
    }

    public RampFigures figures() {
        long begin = beginMillis();
        long end = begin + Math.round(seconds * 1000);
        List<Row> ramp = injector.stream()
                .filter(row -> row.millis() >= begin && row.millis() <= end)
                .toList();
        if (ramp.size() < 2) {
            throw new IllegalArgumentException("the log of the injector has no rows within the ramp");
        }
        Row last = injector.get(injector.size() - 1);
        if (last.finished() < due() && last.millis() < end - SECOND_MILLIS) {
            throw new IllegalArgumentException("the log of the injector ends within the ramp");
        }
        Row atEnd = at(injector, end);
        double peak = peak(begin, end);
        long quarter = end - Math.round(seconds * 250);
        double answered =
                Math.max(1.0, (double) (atEnd.verified() - at(injector, begin).verified()));
        double served = Math.max(
                1.0, (double) (at(server, end).verified() - at(server, begin).verified()));
        long longest = 0;
        for (int i = 1; i < ramp.size(); i++) {
            longest = Math.max(longest, ramp.get(i).gcMillis() - ramp.get(i - 1).gcMillis());
        }
        Fall fall = fall(ramp, begin);
        return new RampFigures(
                begin,
                due(),
                last.started(),
                last.verified(),
                last.wrong(),
                last.failed(),
                server.get(server.size() - 1).verified(),
                fall.second() < 0 ? to : Math.min(rateAt(fall.second()), Math.max(peak, FROM)),
                peak,
                Math.max(0, 1 - atEnd.verified() / dueAt(seconds)),
                Math.round(ramp.stream()
                        .mapToDouble(row -> dueAt((row.millis() - begin) / 1000.0) - row.finished())
                        .max()
                        .orElse(0)),
                fall.dips(),
                (atEnd.cpuMicros() - at(injector, begin).cpuMicros()) / answered,
                (at(server, end).cpuMicros() - at(server, begin).cpuMicros()) / served,
                (atEnd.cpuMicros() - at(injector, quarter).cpuMicros()) / 1000.0 / (end - quarter),
                (at(server, end).cpuMicros() - at(server, quarter).cpuMicros()) / 1000.0 / (end - quarter),
                others(quarter, end),
                ramp.stream().mapToInt(Row::threads).max().orElse(0),
                atEnd.gcMillis() - at(injector, begin).gcMillis(),
                longest,
                (atEnd.callMicros() - at(injector, begin).callMicros()) / answered);
    }

    /** CPUs that neither injector nor server used, and that were not idle either. */
    private double others(long from, long to) {
        long all = at(injector, to).machineMicros() - at(injector, from).machineMicros();
        long own = at(injector, to).cpuMicros() - at(injector, from).cpuMicros();
        long served = at(server, to).cpuMicros() - at(server, from).cpuMicros();
        return Math.max(0, (all - own - served) / 1000.0 / (to - from));
    }

    /**
     * Where it fell behind for good, and how often it caught up again.
     *
     * @param second of the ramp; negative when it kept up to the end
     */
    private record Fall(double second, int dips) {}

    private Fall fall(List<Row> ramp, long begin) {
        double inTime = 0;
        boolean behind = false;
        int dips = 0;
        for (Row row : ramp) {
            double lag = behind(row, begin);
            if (lag <= IN_TIME_SECONDS) {
                dips += behind ? 1 : 0;
                behind = false;
                inTime = (row.millis() - begin) / 1000.0;
            } else if (lag > BEHIND_SECONDS) {
                behind = true;
            }
        }
        return new Fall(behind ? inTime : -1, dips);
    }

    private double peak(long begin, long end) {
        long peak = 0;
        for (long from = begin; from + SECOND_MILLIS <= end; from += SECOND_MILLIS / 5) {
            peak = Math.max(
                    peak,
                    at(injector, from + SECOND_MILLIS).verified()
                            - at(injector, from).verified());
        }
        return peak;
    }

    /** The row that a log would have at an instant between two rows. */
    private static Row at(List<Row> rows, long millis) {
        Row before = rows.get(0);
        for (Row row : rows) {
            if (row.millis() >= millis) {
                return row.millis() == before.millis() ? row : between(before, row, millis);
            }
            before = row;
        }
        return before;
    }

    private static Row between(Row a, Row b, long millis) {
        double share = Math.max(0, Math.min(1, (millis - a.millis()) / (double) (b.millis() - a.millis())));
        return new Row(
                millis,
                between(a.started(), b.started(), share),
                between(a.verified(), b.verified(), share),
                between(a.wrong(), b.wrong(), share),
                between(a.failed(), b.failed(), share),
                between(a.callMicros(), b.callMicros(), share),
                b.threads(),
                between(a.gcCount(), b.gcCount(), share),
                between(a.gcMillis(), b.gcMillis(), share),
                between(a.cpuMicros(), b.cpuMicros(), share),
                b.heapBytes(),
                between(a.machineMicros(), b.machineMicros(), share));
    }

    private static long between(long a, long b, double share) {
        return Math.round(a + share * (b - a));
    }
}
