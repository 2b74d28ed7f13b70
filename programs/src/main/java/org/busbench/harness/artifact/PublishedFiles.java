package org.busbench.harness.artifact;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URLConnection;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Download;
import org.busbench.harness.text.Checksum;
import org.busbench.harness.text.Problem;

/**
 * Gets archives from where their makers publish them, into the cache. A file stands at its place only when all of it came and
 * its SHA-256 is the stated one; what a broken connection or a killed process left of it is continued. For any thread and
 * process: one of them fetches at a time. Blocks.
 */
final class PublishedFiles {
    /** More than any distribution has, and less than fills a disk. */
    private static final long LARGEST = 4L << 30;

    private static final Duration CONNECT = Duration.ofSeconds(20);
    /** Between two reads: a server that says nothing for so long is gone. */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private static final double MEGABYTE = 1e6;
    private static final Object ONE_AT_A_TIME = new Object();

    private final ArtifactCache cache;
    private final Consumer<String> progress;
    private final boolean offline;
    private final UnaryOperator<String> environment;
    private final long largest;

    PublishedFiles(ArtifactCache cache, Consumer<String> progress, boolean offline) {
        this(cache, progress, offline, System::getenv, LARGEST);
    }

    /**
     * Those of an environment.
     *
     * @param environment value of a variable; null without it
     * @param largest in bytes; a larger file is refused
     */
    PublishedFiles(
            ArtifactCache cache,
            Consumer<String> progress,
            boolean offline,
            UnaryOperator<String> environment,
            long largest) {
        this.cache = cache;
        this.progress = progress;
        this.offline = offline;
        this.environment = environment;
        this.largest = largest;
    }

    /**
     * The SHA-256 that a download must have, in hex.
     *
     * @throws Unobtainable when only the user can state it, and did not
     */
    String sha256(Adapter adapter, Download download) {
        return download.sha256().in(environment).orElseThrow(() -> {
            String variable = ((Download.Sha256.Given) download.sha256()).variable();
            String now = Optional.ofNullable(environment.apply(variable))
                    .map(text -> variable + " is '" + text + "', which is no SHA-256")
                    .orElse("the SHA-256 of " + download + " is not stated");
            return Unobtainable.beyondReach(
                    adapter.file(),
                    download.line(),
                    now + ": set " + variable + " to the 64 hex digits that its maker publishes, or that 'sha256sum "
                            + download.fileName() + "' prints for a copy that you trust");
        });
    }

    private Path place(Adapter adapter, Download download) {
        return cache.published(sha256(adapter, download)).resolve(download.fileName());
    }

    /** How the user may bring it where the network does not. */
    String byHand(Adapter adapter, Download download) {
        return "; without network put " + download.fileName() + " with SHA-256 " + sha256(adapter, download) + " at "
                + place(adapter, download);
    }

    /**
     * The file, fetched if it is not here, and held to its checksum; offline only looked for.
     *
     * @throws Unobtainable when it cannot be had, or is not the one that is meant
     */
    Path file(Adapter adapter, Download download) {
        Path place = place(adapter, download);
        boolean here = Files.exists(place);
        if (offline && !here) {
            throw Unobtainable.absent(
                    adapter.file(), download.line(), download + " is not here yet" + byHand(adapter, download), null);
        }
        if (offline) {
            // A look whether it is here does not read it.
            return place;
        }
        if (!here) {
            fetch(adapter, download, place);
        }
        String now = Checksum.sha256(place);
        if (!now.equals(sha256(adapter, download))) {
            throw Unobtainable.different(
                    adapter.file(),
                    download.line(),
                    place + " has SHA-256 " + now + " where " + sha256(adapter, download)
                            + " is stated: delete it to fetch it again");
        }
        return place;
    }

    private void fetch(Adapter adapter, Download download, Path place) {
        try {
            Files.createDirectories(place.getParent());
            synchronized (ONE_AT_A_TIME) {
                try (FileChannel lock = FileChannel.open(
                                place.resolveSibling(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                        FileLock held = lock.lock()) {
                    if (held.isValid() && !Files.exists(place)) {
                        fetchAlone(adapter, download, place);
                    }
                }
            }
        } catch (IOException failed) {
            throw Unobtainable.absent(
                    adapter.file(),
                    download.line(),
                    "cannot get " + download + " (" + reason(failed) + ")" + byHand(adapter, download),
                    failed);
        }
    }

    /** The JDK's exception says no more than the name. */
    private static String reason(IOException failed) {
        return (failed instanceof UnknownHostException ? "no address of the host " : "") + Problem.brief(failed);
    }

    private void fetchAlone(Adapter adapter, Download download, Path place) throws IOException {
        Path part = place.resolveSibling(download.fileName() + ".part");
        boolean continued = Files.exists(part) && Files.size(part) > 0;
        receive(download, part);
        String sha256 = Checksum.sha256(part);
        if (continued && !sha256.equals(sha256(adapter, download))) {
            // Another file may be published there since the first part came.
            Files.delete(part);
            receive(download, part);
            sha256 = Checksum.sha256(part);
        }
        if (!sha256.equals(sha256(adapter, download))) {
            Files.delete(part);
            throw Unobtainable.different(
                    adapter.file(),
                    download.line(),
                    download + " has SHA-256 " + sha256 + " where " + sha256(adapter, download)
                            + " is stated: nothing was kept; find out which of the two is right");
        }
        progress.accept(String.format(
                Locale.ROOT, "downloaded %s (%.1f MB)", download.fileName(), Files.size(part) / MEGABYTE));
        Files.move(part, place, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Appends what is missing; begins again where the server does not continue. */
    private void receive(Download download, Path part) throws IOException {
        long have = Files.exists(part) ? Files.size(part) : 0;
        URLConnection connection = connect(download, have);
        try {
            long from = 0;
            if (connection instanceof HttpURLConnection http) {
                int status = http.getResponseCode();
                String range = http.getHeaderField("Content-Range");
                if (status == HttpURLConnection.HTTP_PARTIAL
                        && range != null
                        && range.startsWith("bytes " + have + "-")) {
                    from = have;
                } else if (have > 0 && status != HttpURLConnection.HTTP_OK) {
                    Files.delete(part);
                    receive(download, part);
                    return;
                } else if (status != HttpURLConnection.HTTP_OK) {
                    throw new IOException("the server answers " + status);
                }
            }
            long announced = connection.getContentLengthLong();
            if (announced >= 0) {
                requireRoom(from + announced);
            }
            long came = append(connection, part, from);
            if (announced >= 0 && came != announced) {
                throw new IOException("the connection ended after " + came + " of " + announced + " bytes");
            }
        } finally {
            if (connection instanceof HttpURLConnection http) {
                http.disconnect();
            }
        }
    }

    private static URLConnection connect(Download download, long have) throws IOException {
        URLConnection connection = download.url().toURL().openConnection();
        connection.setConnectTimeout((int) CONNECT.toMillis());
        connection.setReadTimeout((int) SILENCE.toMillis());
        // A server that compresses on the way would send other bytes than those that are published.
        connection.setRequestProperty("Accept-Encoding", "identity");
        if (have > 0) {
            connection.setRequestProperty("Range", "bytes=" + have + "-");
        }
        return connection;
    }

    private long append(URLConnection connection, Path part, long from) throws IOException {
        StandardOpenOption how = from > 0 ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING;
        byte[] buffer = new byte[1 << 16];
        long came = 0;
        try (InputStream in = connection.getInputStream();
                OutputStream out =
                        Files.newOutputStream(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE, how)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                came += n;
                requireRoom(from + came);
                out.write(buffer, 0, n);
            }
        }
        return came;
    }

    private void requireRoom(long bytes) throws IOException {
        if (bytes > largest) {
            throw new IOException("it is larger than " + largest + " bytes");
        }
    }
}
