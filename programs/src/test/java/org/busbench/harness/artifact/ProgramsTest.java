package org.busbench.harness.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.ProgramSource;
import org.busbench.harness.adapter.AdapterFolder;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.artifact.Programs.ResolvedProgram;
import org.busbench.harness.text.Checksum;
import org.busbench.harness.text.ConfigProblem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A system whose tools are scripts of this test: no package and no module comes over the network. */
class ProgramsTest {
    /** Leaves a package that holds its name and version. */
    private static final String APT_GET = """
            echo apt-get "$@" >> ../../../../calls
            case $3 in gone*) echo 'E: Unable to locate package gone' >&2; exit 100;; esac
            echo "$3" > "${3%%=*}_1.deb"
            """;

    private static final String DPKG_DEB = """
            case $1 in
              --extract) mkdir -p "$3/usr/bin"; printf '#!/bin/sh\\necho packaged\\n' > "$3/usr/bin/proxy"; chmod +x "$3/usr/bin/proxy";;
              --field) echo 1.2-3;;
            esac
            """;
    private static final String DEBIAN = "[{debian: proxy}]";

    @TempDir
    private Path folder;

    private final List<String> progress = new ArrayList<>();
    private Path tools;

    @BeforeEach
    void install() throws IOException {
        tools = Files.createDirectories(folder.resolve("bin"));
        tool("apt-get", APT_GET);
        tool("dpkg-deb", DPKG_DEB);
    }

    private void tool(String name, String script) throws IOException {
        Path file = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Adapter adapter(String programs) throws IOException {
        Path home = Files.createDirectories(folder.resolve("one"));
        Files.writeString(home.resolve(Adapter.FILE_NAME), """
                schema: busbench/adapter/1
                name: one
                title: one
                version: 1
                role: control
                about: a test
                programs: %s
                command: [proxy]
                ready: {url: "http://127.0.0.1:1/", within: 10s}
                scenarios: {virtualization: {not-served: no}, cbr: {not-served: no}, xslt: {not-served: no}}
                """.formatted(programs));
        return AdapterFolder.read(home, folder);
    }

    private ResolvedProgram resolve(String programs, boolean offline) throws IOException {
        ArtifactCache cache = new ArtifactCache(folder.resolve("cache"));
        return Programs.resolve(adapter(programs), cache, new ProgramPath(List.of(tools)), progress::add, offline)
                .get(0);
    }

    private List<String> calls() throws IOException {
        Path calls = folder.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    private void refuses(String programs, boolean offline, boolean absent, String message) {
        assertThatThrownBy(() -> resolve(programs, offline)).isInstanceOfSatisfying(Unobtainable.class, missing -> {
            assertThat(missing.absent()).isEqualTo(absent);
            assertThat(missing).hasMessageContaining("adapter.yaml:7: ").hasMessageContaining(message);
            assertThat(missing.getMessage().lines()).hasSize(1);
        });
    }

    @Test
    void anInstalledProgramIsTakenAndNothingIsFetched() throws IOException {
        tool("proxy", "echo installed");
        tool("dpkg-query", "echo 'installed 2.6-1'");

        ResolvedProgram program = resolve(DEBIAN, true);

        assertThat(program.file()).isEqualTo(tools.resolve("proxy"));
        assertThat(program.origin()).isEqualTo("debian:proxy=2.6-1");
        assertThat(program.sha256()).isEqualTo(Checksum.sha256(tools.resolve("proxy")));
        assertThat(calls()).isEmpty();
    }

    @Test
    void aProgramThatNoPackageBroughtIsAsGoodWhereNoVersionIsAskedFor() throws IOException {
        tool("proxy", "echo installed");
        tool("dpkg-query", "echo 'no packages found' >&2; exit 1");

        assertThat(resolve(DEBIAN, true).origin()).isEqualTo("system:" + tools.resolve("proxy"));
        assertThat(resolve("[{debian: proxy, version: 1.2-3}]", false).origin()).isEqualTo("debian:proxy=1.2-3");
    }

    @Test
    void aPackageIsUnpackedIntoTheCacheOnceAndItsSha256Recorded() throws IOException {
        refuses(DEBIAN, true, true, "debian:proxy is not here yet");

        ResolvedProgram program = resolve(DEBIAN, false);

        Path kept = folder.resolve("cache/debian/proxy/1.2-3");
        assertThat(program.origin()).isEqualTo("debian:proxy=1.2-3");
        assertThat(program.file()).isEqualTo(kept.resolve("root/usr/bin/proxy")).isExecutable();
        assertThat(program.sha256()).isEqualTo(Checksum.sha256(kept.resolve("proxy_1.deb")));
        assertThat(progress).containsExactly("fetching debian:proxy");
        assertThat(resolve(DEBIAN, true)).isEqualTo(program);
        assertThat(calls()).containsExactly("apt-get --quiet download proxy");
        try (Stream<Path> all = Files.list(kept.getParent())) {
            assertThat(all).containsExactly(kept);
        }
    }

    @Test
    void anotherProgramThanWasKeptIsRefused() throws Exception {
        Path program = resolve(DEBIAN, false).file();
        Files.writeString(program, "evil");

        assertThat(resolve(DEBIAN, true).file()).as("found, not read").isEqualTo(program);
        refuses(DEBIAN, false, false, program + " has SHA-256 " + Checksum.sha256(program) + " where ");
    }

    @Test
    void whatTheToolsSayStandsInOneLine() {
        refuses(
                "[{debian: gone}]",
                false,
                true,
                "cannot get debian:gone: apt-get says 'E: Unable to locate package gone';"
                        + " install it with: apt-get install gone");
        refuses("[{debian: other}]", false, true, "there is no program other in the package (in ");
    }

    @Test
    void withoutTheToolsThereIsNoWayToIt() throws IOException {
        Files.delete(tools.resolve("dpkg-deb"));

        refuses(
                "[{debian: proxy}]",
                true,
                false,
                "cannot get debian:proxy: proxy is not installed, and there is no dpkg-deb to fetch it with");
    }

    @Test
    void theProgramIsCalledAsItsPackageIsUnlessItIsNamed() throws IOException {
        assertThat(adapter("[{debian: nginx-light, program: nginx}, {debian: caddy}]")
                        .programs())
                .extracting(ProgramSource::program)
                .containsExactly("nginx", "caddy");
    }

    @Test
    void aSourceThatIsNoneIsRefusedWithItsLine() {
        for (String wrong : List.of("[{go: example.org/tool@v1.0.0}]", "[{debian: Proxy}]", "[{snap: proxy}]")) {
            assertThatThrownBy(() -> adapter(wrong))
                    .isInstanceOf(ConfigProblem.class)
                    .hasMessageContaining("adapter.yaml:7: ");
        }
    }
}
