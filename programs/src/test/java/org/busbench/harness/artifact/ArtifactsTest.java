package org.busbench.harness.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterFolder;
import org.busbench.harness.adapter.SampleAdapter;
import org.busbench.harness.artifact.Artifacts.ResolvedArtifact;
import org.busbench.harness.artifact.Repositories.SuperPom;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user whose settings name a mirror with a password and a local repository of their own. */
class ArtifactsTest {
    private static final String ENTRY = "org.example:thing:jar:tests:1.0";

    @TempDir
    private Path folder;

    private final List<String> progress = new ArrayList<>();
    private RepositoryServer server;
    private Adapter adapter;
    private Path lockFile;

    @BeforeEach
    void publish() throws IOException {
        server = new RepositoryServer();
        String dependencies = dependency("org.example", "part", "2.0", "compile")
                + dependency("org.other", "extra", "1", "compile")
                + dependency("org.example", "testing", "1", "test");
        server.publish(Coordinates.parse(ENTRY), "the thing", dependencies);
        server.publish(Coordinates.parse("org.example:part:2.0"), "its part", "");
        writeSettings(server.url());
        adapter = AdapterFolder.read(SampleAdapter.write(folder, SampleAdapter.TEXT), folder);
        lockFile = adapter.folder().resolve(LockFile.NAME);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private static String dependency(String group, String artifact, String version, String scope) {
        return "<dependency><groupId>" + group + "</groupId><artifactId>" + artifact + "</artifactId><version>"
                + version + "</version><scope>" + scope + "</scope></dependency>";
    }

    private void writeSettings(String url) throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("home/.m2")).resolve("settings.xml"), """
                <settings>
                  <localRepository>%s</localRepository>
                  <servers><server><id>jars</id><username>reader</username><password>secret</password></server></servers>
                  <mirrors><mirror><id>jars</id><mirrorOf>*</mirrorOf><url>%s</url></mirror></mirrors>
                </settings>
                """.formatted(
                        folder.resolve("jars"), url));
    }

    private LockFile lock() {
        try (Repositories repositories = repositories()) {
            return ArtifactLock.create(adapter, Artifacts.entriesOf(adapter), repositories);
        }
    }

    private List<ResolvedArtifact> resolve() {
        LockFile lock = Artifacts.lockOf(adapter, Artifacts.entriesOf(adapter));
        try (Repositories repositories = repositories()) {
            return Artifacts.resolve(lock, repositories, true);
        }
    }

    private Repositories repositories() {
        return new Repositories(folder.resolve("home"), new Downloads(progress::add));
    }

    private static String sha256(String content) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest);
    }

    @Test
    void aLockHoldsTheClosureWithoutWhatIsExcludedOrForTests() throws Exception {
        lock();
        assertThat(lockFile)
                .hasContent("# Written by 'busbench adapter lock'. Asked for:\n"
                        + "#: org.example:thing:jar:tests:1.0 without org.other:*\n"
                        + "org.example:thing:jar:tests:1.0 " + sha256("the thing") + "\n"
                        + "org.example:part:2.0 " + sha256("its part") + "\n");
        assertThat(LockFile.read(lockFile)).isEqualTo(lock());
        assertThat(progress)
                .containsExactlyInAnyOrder(
                        "downloaded thing-1.0-tests.jar (0.0 MB)", "downloaded part-2.0.jar (0.0 MB)");
    }

    @Test
    void theLockedJarsComeInOrderFromTheUsersMirrorAndAreCached() throws Exception {
        lock();
        int asked = server.served().size();
        List<ResolvedArtifact> resolved = resolve();

        assertThat(resolved)
                .extracting(artifact -> artifact.coordinates().toString())
                .containsExactly("org.example:thing:jar:tests:1.0", "org.example:part:2.0");
        assertThat(resolved)
                .extracting(ResolvedArtifact::sha256)
                .containsExactly(sha256("the thing"), sha256("its part"));
        assertThat(resolved.get(1).file())
                .isEqualTo(folder.resolve("jars/org/example/part/2.0/part-2.0.jar"))
                .hasContent("its part");
        assertThat(server.served()).as("nothing is fetched twice").hasSize(asked);

        server.close();
        assertThat(resolve()).as("offline").isEqualTo(resolved);
    }

    @Test
    void anEmptyLocalRepositoryIsFilledWithExactlyTheLockedJars() throws Exception {
        Files.writeString(
                lockFile,
                "#: org.example:thing:jar:tests:1.0 without org.other:*\norg.example:part:2.0 " + sha256("its part")
                        + "\n");
        assertThat(resolve()).hasSize(1);
        assertThat(server.served()).containsExactly("org/example/part/2.0/part-2.0.jar");
    }

    @Test
    void anotherContentThanTheLockedIsRefusedWithTheLocksLine() throws Exception {
        lock();
        Files.writeString(folder.resolve("jars/org/example/part/2.0/part-2.0.jar"), "evil part");
        assertThatThrownBy(this::resolve)
                .isInstanceOf(ConfigProblem.class)
                .hasMessage(lockFile + ":4: org.example:part:2.0 has SHA-256 " + sha256("evil part") + " where "
                        + sha256("its part") + " was locked: delete "
                        + folder.resolve("jars/org/example/part/2.0/part-2.0.jar")
                        + " to fetch it again, or lock the adapter again if the change is meant");
    }

    @Test
    void aJarThatCannotBeHadIsNamedWithTheLocksLine() throws Exception {
        Files.writeString(
                lockFile,
                "#: org.example:thing:jar:tests:1.0 without org.other:*\norg.example:part:3.0 " + sha256("x") + "\n");
        assertThatThrownBy(this::resolve)
                .isInstanceOf(ConfigProblem.class)
                .hasMessageStartingWith(lockFile + ":2: cannot get org.example:part:3.0 (")
                .hasMessageContaining("check the network and Maven's settings.xml")
                .message()
                .hasLineCount(1);
    }

    private Optional<Unobtainable> shortage(boolean offline) {
        try (Supply supply = supply(offline)) {
            return supply.shortage(adapter);
        }
    }

    private Supply supply(boolean offline) {
        return new Supply(folder.resolve("home"), new ArtifactCache(folder.resolve("cache")), progress::add, offline);
    }

    @Test
    void whatIsNotHereYetIsSaidWithoutAskingTheNetworkAndFetchedWhenItMayBeAsked() throws Exception {
        lock();
        Files.delete(folder.resolve("jars/org/example/part/2.0/part-2.0.jar"));
        int asked = server.served().size();

        assertThat(shortage(true)).hasValueSatisfying(missing -> {
            assertThat(missing.absent()).isTrue();
            assertThat(missing).hasMessageStartingWith(lockFile + ":4: cannot get org.example:part:2.0 (");
            assertThat(missing.getMessage().lines()).hasSize(1);
        });
        assertThat(server.served()).hasSize(asked);

        assertThat(shortage(false)).isEmpty();
        assertThat(server.served()).hasSize(asked + 1);
        assertThat(shortage(true)).isEmpty();
    }

    @Test
    void anAdapterWhoseRepositoryIsGoneIsShortOfItInOneLine() throws Exception {
        lock();
        Files.delete(folder.resolve("jars/org/example/part/2.0/part-2.0.jar"));
        server.close();
        assertThat(shortage(false)).hasValueSatisfying(missing -> {
            assertThat(missing.absent()).isTrue();
            assertThat(missing.getMessage().lines()).hasSize(1);
        });
    }

    @Test
    void anAdapterWithAnotherContentThanTheLockedIsShortOfItAlthoughItIsHere() throws Exception {
        lock();
        Files.writeString(folder.resolve("jars/org/example/part/2.0/part-2.0.jar"), "evil part");
        assertThat(shortage(false)).hasValueSatisfying(missing -> {
            assertThat(missing.absent()).isFalse();
            assertThat(missing).hasMessageContaining("was locked: delete ");
        });
    }

    @Test
    void whoOnlyLooksWhetherAllIsHereReadsNoJar() throws Exception {
        lock();
        Files.writeString(folder.resolve("jars/org/example/part/2.0/part-2.0.jar"), "evil part");
        assertThat(shortage(true)).isEmpty();
    }

    /** They are of an injector that starts next. */
    @Test
    void jarsOfALockAreHeldToItEvenWhereNothingIsFetched() throws Exception {
        lock();
        Files.writeString(folder.resolve("jars/org/example/part/2.0/part-2.0.jar"), "evil part");
        try (Supply supply = supply(true)) {
            assertThatThrownBy(() -> supply.locked(lockFile)).hasMessageContaining("was locked: delete ");
        }
    }

    @Test
    void aWrongPasswordIsNoMissingJar() throws Exception {
        lock();
        Path settings = folder.resolve("home/.m2/settings.xml");
        Files.writeString(
                settings,
                Files.readString(settings)
                        .replace("secret", "guessed")
                        .replace(
                                folder.resolve("jars").toString(),
                                folder.resolve("empty").toString()));
        assertThatThrownBy(this::resolve).isInstanceOf(ConfigProblem.class).hasMessageContaining("401");
    }

    @Test
    void anAdapterWithoutALockIsToldHowToMakeOne() {
        assertThatThrownBy(() -> shortage(true))
                .hasMessage(adapter.file()
                        + ":15: there is no artifacts.lock for this: run 'busbench adapter lock sample'");
    }

    @Test
    void aLockOfOtherEntriesIsRefusedWithTheLineOfTheEntry() throws Exception {
        Files.writeString(lockFile, "#: org.example:thing:jar:tests:0.9 without org.other:*\n");
        assertThatThrownBy(this::resolve)
                .hasMessage(adapter.file() + ":15: artifacts.lock was made without '" + ENTRY
                        + " without org.other:*': run 'busbench adapter lock sample'");
        Files.writeString(lockFile, "#: " + ENTRY + " without org.other:*\n#: org.example:more:1\n");
        assertThatThrownBy(this::resolve).hasMessageStartingWith(lockFile + ":1: made for more entries");
    }

    @Test
    void aDamagedLockIsRefusedWithItsLine() throws Exception {
        Files.writeString(lockFile, "# remark\n\norg.example:part:2.0 abc\n");
        assertThatThrownBy(() -> LockFile.read(lockFile))
                .hasMessage(
                        lockFile + ":3: 'org.example:part:2.0 abc' is not COORDINATES SHA256: lock the adapter again");
        String line = "org.example:part:2.0 " + sha256("x") + "\n";
        Files.writeString(lockFile, line + line);
        assertThatThrownBy(() -> LockFile.read(lockFile))
                .hasMessage(lockFile + ":2: org.example:part:2.0 stands here twice (first in line 1): remove one");
    }

    @Test
    void aClosureThatCannotBeResolvedIsRefusedWithTheAdaptersLine() throws Exception {
        String text = SampleAdapter.TEXT.replace("exclude: [\"org.other:*\"]", "exclude: []");
        adapter = AdapterFolder.read(SampleAdapter.write(folder, text), folder);
        assertThatThrownBy(this::lock)
                .isInstanceOf(ConfigProblem.class)
                .hasMessageStartingWith(adapter.file() + ":15: cannot resolve what this needs: ")
                .hasMessageContaining("org.other:extra:jar:1")
                .message()
                .hasLineCount(1);
        assertThat(lockFile).doesNotExist();
    }

    @Test
    void brokenSettingsAreAProblemThatNamesThem() throws Exception {
        Files.writeString(folder.resolve("home/.m2/settings.xml"), "<settings><mirrors></settings>");
        assertThatThrownBy(this::repositories)
                .isInstanceOf(Problem.class)
                .hasMessageStartingWith("Maven's settings cannot be read: ")
                .hasMessageContaining("settings.xml");
    }

    @Test
    void withoutSettingsTheOneRepositoryIsMavensOwn() throws Exception {
        Files.delete(folder.resolve("home/.m2/settings.xml"));
        assertThat(SuperPom.repositories()).singleElement().satisfies(central -> {
            assertThat(central.getId()).isEqualTo("central");
            assertThat(central.getProtocol()).isEqualTo("https");
            assertThat(central.getPolicy(true).isEnabled()).as("snapshots").isFalse();
        });
        try (Repositories repositories = repositories()) {
            assertThat(repositories.remotes()).hasSize(1);
            assertThat(repositories.session().getLocalRepository().getBasedir())
                    .isEqualTo(folder.resolve("home/.m2/repository").toFile());
        }
    }
}
