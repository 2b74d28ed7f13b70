package org.busbench.thrift.ramp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The ramp of this process. Its clock begins with {@link #begin}. Safe for use by several threads. */
public final class Ramp {
    private static Ramp current;

    private final RampSettings settings;
    private final RampLog log;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong nonces = new AtomicLong();
    private final byte[] payload;
    private long beginNanos;

    private Ramp(RampSettings settings, RampLog log) {
        this.settings = settings;
        this.log = log;
        this.payload = settings.payload();
    }

    /** The one ramp of the process, as its properties say; made at the first call. */
    public static synchronized Ramp current() {
        if (current == null) {
            current = of(RampSettings.ofSystem());
        }
        return current;
    }

    public static Ramp of(RampSettings settings) {
        try {
            return new Ramp(settings, RampLog.open(settings.log()));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    public RampSettings settings() {
        return settings;
    }

    public RampLog log() {
        return log;
    }

    /** The bytes of each call; never changed. */
    public byte[] payload() {
        return payload;
    }

    /** Starts the clock; once is enough. */
    public synchronized void begin() {
        if (beginNanos == 0) {
            beginNanos = System.nanoTime();
        }
    }

    /** Seconds since the clock was started. */
    public double seconds() {
        return (System.nanoTime() - begun()) / 1e9;
    }

    private synchronized long begun() {
        if (beginNanos == 0) {
            throw new IllegalStateException("the ramp has not begun");
        }
        return beginNanos;
    }

    /** A name that no other request of this process has: 16 digits of hexadecimal. */
    public String nonce() {
        return nonce(nonces.incrementAndGet());
    }

    public static String nonce(long number) {
        return HexFormat.of().toHexDigits(number);
    }

    /**
     * Takes the next request of the schedule and waits until it is due; one that is late does not wait.
     *
     * @return false when the ramp is over
     * @throws InterruptedException when this thread was interrupted
     */
    public boolean awaitNext() throws InterruptedException {
        long number = taken.incrementAndGet();
        if (number > settings.schedule().total()) {
            return false;
        }
        long due = begun() + (long) (settings.schedule().dueSecond(number) * 1e9);
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
        return true;
    }
}
