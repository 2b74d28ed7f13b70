package org.busbench.harness.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterFolder;
import org.busbench.harness.adapter.WorkFile.Archive;
import org.busbench.harness.text.Checksum;
import org.busbench.harness.text.ConfigProblem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Archives of a real server on this machine, which is told how to misbehave. */
class PublishedFilesTest {
    private static final String FILE = "esb-1.0.tar.gz";
    private static final long LARGEST = 1 << 20;

    @TempDir
    private Path folder;

    private final Map<String, byte[]> published = new HashMap<>();
    private final List<String> ranges = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private final List<String> progress = new ArrayList<>();
    private HttpServer server;
    private ArtifactCache cache;
    /** How many bytes of an answer come before the connection ends. */
    private int cut = Integer.MAX_VALUE;

    private boolean ranged = true;

    @BeforeEach
    void serve() throws IOException {
        cache = new ArtifactCache(folder.resolve("cache"));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] content = published.get(exchange.getRequestURI().getPath());
        String range = exchange.getRequestHeaders().getFirst("Range");
        ranges.add(String.valueOf(range));
        if (content == null) {
            exchange.sendResponseHeaders(404, -1);
        } else {
            int from = range == null || !ranged ? 0 : Integer.parseInt(range.replaceAll("\\D", ""));
            byte[] rest = Arrays.copyOfRange(content, from, content.length);
            if (from > 0) {
                exchange.getResponseHeaders()
                        .set("Content-Range", "bytes " + from + "-" + (content.length - 1) + "/" + content.length);
            }
            exchange.sendResponseHeaders(from > 0 ? 206 : 200, rest.length);
            exchange.getResponseBody().write(rest, 0, Math.min(cut, rest.length));
            exchange.getResponseBody().flush();
        }
        exchange.close();
    }

    private String url(String file) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + file;
    }

    private static byte[] tarGz(String name, String content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GzipCompressorOutputStream(bytes))) {
            TarArchiveEntry entry = new TarArchiveEntry(name);
            entry.setSize(content.length());
            tar.putArchiveEntry(entry);
            tar.write(content.getBytes(StandardCharsets.US_ASCII));
            tar.closeArchiveEntry();
        }
        return bytes.toByteArray();
    }

    private static byte[] zip(String name, String content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content.getBytes(StandardCharsets.US_ASCII));
        }
        return bytes.toByteArray();
    }

    /** Of bytes, as the adapter's file states it. */
    private String publish(String file, byte[] content) throws IOException {
        published.put("/" + file, content);
        return Checksum.sha256(Files.write(folder.resolve("copy"), content));
    }

    private Adapter adapter(String key, String value) throws IOException {
        Path home = Files.createDirectories(folder.resolve("one"));
        Files.writeString(home.resolve(Adapter.FILE_NAME), """
                schema: busbench/adapter/1
                name: one
                title: one
                version: 1
                role: control
                about: a test
                %s: [%s]
                command: [proxy]
                ready: {url: "http://127.0.0.1:1/", within: 10s}
                scenarios: {virtualization: {not-served: no}}
                """.formatted(key, value));
        return AdapterFolder.read(home, folder);
    }

    private Adapter unpacking(String url, String sha256) throws IOException {
        return adapter("files", "{url: \"" + url + "\", sha256: " + sha256 + ", to: esb, strip: 1}");
    }

    private Path file(Adapter adapter, boolean offline) {
        return new PublishedFiles(cache, progress::add, offline, environment::get, LARGEST)
                .file(adapter, ((Archive.Published) adapter.archives().get(0)).download());
    }

    private void refuses(Adapter adapter, boolean offline, boolean absent, String... messages) {
        assertThatThrownBy(() -> file(adapter, offline)).isInstanceOfSatisfying(Unobtainable.class, missing -> {
            assertThat(missing.absent()).isEqualTo(absent);
            assertThat(missing).hasMessageContaining("adapter.yaml:7: ");
            assertThat(missing.getMessage().lines()).hasSize(1);
            for (String message : messages) {
                assertThat(missing).hasMessageContaining(message);
            }
        });
    }

    private List<String> kept(String sha256) throws IOException {
        try (Stream<Path> files = Files.list(cache.published(sha256))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(".lock"))
                    .toList();
        }
    }

    @Test
    void aFileIsFetchedOnceAndThenNeedsNoNetwork() throws IOException {
        String sha256 = publish(FILE, tarGz("esb-1.0/bin/esb", "program"));
        Adapter adapter = unpacking(url(FILE), sha256);

        Path file = file(adapter, false);

        assertThat(file).isEqualTo(folder.resolve("cache/url").resolve(sha256).resolve(FILE));
        assertThat(Checksum.sha256(file)).isEqualTo(sha256);
        assertThat(progress).containsExactly("downloaded " + FILE + " (0.0 MB)");
        assertThat(file(adapter, true)).isEqualTo(file);
        assertThat(ranges).hasSize(1);
        assertThat(kept(sha256)).containsExactly(FILE);
    }

    @Test
    void withoutNetworkTheErrorSaysWhichFileBelongsWhere() throws IOException {
        byte[] content = tarGz("esb-1.0/bin/esb", "program");
        String sha256 = publish(FILE, content);
        Adapter adapter = unpacking(url(FILE), sha256);
        Path place = folder.resolve("cache/url").resolve(sha256).resolve(FILE);
        server.stop(0);

        String byHand = "put " + FILE + " with SHA-256 " + sha256 + " at " + place;
        refuses(adapter, true, true, url(FILE) + " is not here yet", byHand);
        refuses(adapter, false, true, "cannot get " + url(FILE) + " (", byHand);

        Files.write(place, content);
        assertThat(file(adapter, true)).isEqualTo(place);
        Files.writeString(place, "another");
        refuses(adapter, false, false, place + " has SHA-256 ", " where " + sha256 + " is stated: delete it");
    }

    @Test
    void anotherFileThanStatedIsRefusedAndNotKept() throws IOException {
        String wrong = "0".repeat(64);
        String sha256 = publish(FILE, tarGz("esb-1.0/bin/esb", "program"));

        refuses(unpacking(url(FILE), wrong), false, false, url(FILE) + " has SHA-256 " + sha256 + " where " + wrong);

        assertThat(kept(wrong)).isEmpty();
    }

    @Test
    void aDownloadThatBrokeOffIsContinued() throws IOException {
        byte[] content = tarGz("esb-1.0/bin/esb", "a program that comes in two parts");
        String sha256 = publish(FILE, content);
        Adapter adapter = unpacking(url(FILE), sha256);
        cut = 50;

        refuses(adapter, false, true, "cannot get " + url(FILE));
        assertThat(kept(sha256)).containsExactly(FILE + ".part");

        cut = Integer.MAX_VALUE;
        assertThat(file(adapter, false)).hasBinaryContent(content);
        assertThat(ranges).containsExactly("null", "bytes=50-");
        assertThat(kept(sha256)).containsExactly(FILE);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void whatAKilledProcessLeftOfAnotherFileIsFetchedAgain(boolean serverKnowsRanges) throws IOException {
        byte[] content = tarGz("esb-1.0/bin/esb", "program");
        String sha256 = publish(FILE, content);
        ranged = serverKnowsRanges;
        Path part = Files.createDirectories(cache.published(sha256)).resolve(FILE + ".part");
        Files.writeString(part, "of another file");

        assertThat(file(unpacking(url(FILE), sha256), false)).hasBinaryContent(content);
        assertThat(kept(sha256)).containsExactly(FILE);
    }

    @Test
    void aFileThatIsNotThereOrTooLargeIsRefused() throws IOException {
        String sha256 = publish("large.zip", new byte[(int) LARGEST + 1]);

        refuses(unpacking(url("gone.zip"), sha256), false, true, "the server answers 404");
        refuses(
                unpacking("http://nowhere.invalid/esb.zip", sha256),
                false,
                true,
                "cannot get http://nowhere.invalid/esb.zip (no address of the host nowhere.invalid); without network");
        refuses(unpacking(url("large.zip"), sha256), false, true, "it is larger than " + LARGEST + " bytes");
    }

    @Test
    void aFileOfThisMachineIsAsGood() throws IOException {
        byte[] content = zip("esb-1.0/bin/esb", "program");
        Path here = Files.write(folder.resolve("esb.zip"), content);

        assertThat(file(unpacking(here.toUri().toString(), Checksum.sha256(here)), false))
                .hasBinaryContent(content);
    }

    @Test
    void aChecksumThatTheAuthorDoesNotKnowIsTheUsersToState() throws IOException {
        String sha256 = publish(FILE, tarGz("esb-1.0/bin/esb", "program"));
        Adapter adapter = unpacking(url(FILE), "{env: ESB_SHA256}");

        refuses(adapter, false, false, "the SHA-256 of " + url(FILE) + " is not stated: set ESB_SHA256 to the 64");
        environment.put("ESB_SHA256", "unknown");
        refuses(adapter, false, false, "ESB_SHA256 is 'unknown', which is no SHA-256: set ESB_SHA256 ");
        assertThat(ranges).isEmpty();

        environment.put("ESB_SHA256", sha256);
        assertThat(file(adapter, false)).exists();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ftp://example.org/esb.zip | is not the URL of a file",
                "https://example.org/ | is not the URL of a file",
                "https:///esb.zip | is not the URL of a file",
                "https://example.org/a b.zip | is not the URL of a file",
                "https://example.org/.. | is not the URL of a file",
                "https://user:secret@example.org/esb.zip | the URL holds a password"
            })
    void aUrlThatIsNoneOfAFileIsRefusedWithItsLine(String url, String message) {
        assertThatThrownBy(() -> unpacking(url, "0".repeat(64)))
                .isInstanceOf(ConfigProblem.class)
                .hasMessageContaining("adapter.yaml:7: ")
                .hasMessageContaining(message);
    }

    @Test
    void aDownloadWithoutAChecksumIsRefused() {
        assertThatThrownBy(() -> adapter("files", "{url: \"https://example.org/esb.zip\", to: esb}"))
                .isInstanceOf(ConfigProblem.class)
                .hasMessageContaining("adapter.yaml:7: ")
                .hasMessageContaining("sha256");
        assertThatThrownBy(() -> unpacking("https://example.org/esb.zip", "none"))
                .isInstanceOf(ConfigProblem.class)
                .hasMessageContaining("'none' is not a SHA-256: write 64 hex digits, or {env: NAME}");
    }
}
