package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad input is one line on stderr that says what and where, and exit code 2. */
class BadInputIT {

    @TempDir
    private Path folder;

    @Test
    void aUsedPort() throws IOException, InterruptedException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + other.getLocalPort();
            assertThat(complaint(home(), address)).contains(address).contains("in use");
        }
    }

    @Test
    void aMissingFolder() throws IOException, InterruptedException {
        assertThat(complaint(new Home(folder.resolve("nowhere")), listen()))
                .contains("nowhere")
                .contains("synapse-config");
    }

    @Test
    void malformedXml() throws IOException, InterruptedException {
        Home home = home().edit("synapse-config/sequences/main.xml", "<drop/>", "<drop>");

        assertThat(complaint(home, listen())).contains("main.xml:4:").contains("drop");
    }

    @Test
    @Tag("nightly")
    void anElementThatSynapseDoesNotKnow() throws IOException, InterruptedException {
        Home home = home().edit("synapse-config/sequences/main.xml", "<drop/>", "<dorp/>");

        assertThat(complaint(home, listen())).contains("main.xml: ").contains("dorp");
    }

    @Test
    @Tag("nightly")
    void twoFilesThatDefineTheSame() throws IOException, InterruptedException {
        Home home = home();
        Path sequences = home.folder().resolve("synapse-config/sequences");
        Files.copy(sequences.resolve("prepare.xml"), sequences.resolve("second.xml"));

        assertThat(complaint(home, listen())).contains("second.xml: ").contains("Duplicate");
    }

    @Test
    void aStylesheetThatDoesNotCompile() throws IOException, InterruptedException {
        Home home = home().edit("xslt/request.xsl", "<xsl:template match=\"@*|node()\"", "<xsl:tempalte match=\"x\"");

        assertThat(complaint(home, listen())).contains("request.xsl:");
    }

    @Test
    @Tag("nightly")
    void aStylesheetThatIsNotThere() throws IOException, InterruptedException {
        Home home = home();
        Files.delete(home.folder().resolve("xslt/response.xsl"));

        assertThat(complaint(home, listen())).contains("response.xsl");
    }

    @Test
    void anApiWhoseTemplateIsNone() throws IOException, InterruptedException {
        Home home = home();
        Path apis = Files.createDirectories(home.folder().resolve("synapse-config/api"));
        Files.writeString(
                apis.resolve("a.xml"),
                "<api xmlns='http://ws.apache.org/ns/synapse' name='a' context='/a'><resource uri-template='/{b'/></api>");

        assertThat(complaint(home, listen())).contains("a.xml: ").contains("'/{b' has a { without a }");
    }

    @Test
    void aRegistryThatIsNoFolder() throws IOException, InterruptedException {
        assertThat(complaint(home(), listen(), "--registry", "nowhere")).contains("--registry nowhere: is no folder");
    }

    @Test
    @Tag("nightly")
    void aRegistryBesideThatOfTheConfiguration() throws IOException, InterruptedException {
        Home home = home();
        Files.writeString(
                home.folder().resolve("synapse-config/registry.xml"),
                "<registry xmlns='http://ws.apache.org/ns/synapse' provider='org.apache.synapse.registry.url.SimpleURLRegistry'>"
                        + "<parameter name='root'>file:./</parameter></registry>");

        assertThat(complaint(home, listen(), "--registry", folder.toString())).contains("leave out --registry");
    }

    @Test
    @Tag("nightly")
    void aClassThatIsNotThere() throws IOException, InterruptedException {
        Home home = home().edit(
                        "synapse-config/sequences/main.xml",
                        "<drop/>",
                        "<class name='org.apache.synapse.transport.vfs.Absent'/>");

        assertThat(complaint(home, listen()))
                .contains("the class org.apache.synapse.transport.vfs.Absent")
                .contains("put synapse-vfs-transport-3.0.1.jar");
    }

    @Test
    void anAddressWithoutPort() throws IOException, InterruptedException {
        assertThat(complaint(home(), "localhost")).contains("'localhost' is not HOST:PORT");
    }

    @Test
    @Tag("nightly")
    void aPortThatDoesNotExist() throws IOException, InterruptedException {
        assertThat(complaint(home(), "127.0.0.1:70000")).contains("70000");
    }

    @Test
    void noEventLoop() throws IOException, InterruptedException {
        assertThat(complaint(home(), listen(), "--loops", "0")).contains("--loops 0: say 1 to 256");
    }

    private Home home() throws IOException {
        return Home.copy(folder.resolve("home"), 9, 9, 9);
    }

    private static String listen() throws IOException {
        return "127.0.0.1:" + Child.freePort();
    }

    private String complaint(Home home, String listen, String... options) throws IOException, InterruptedException {
        List<String> arguments =
                new ArrayList<>(List.of("--config", home.folder().toString(), "--listen", listen));
        arguments.addAll(List.of(options));
        try (Child mediator = Child.run(folder, arguments.toArray(String[]::new))) {
            assertThat(mediator.exitCode(Duration.ofSeconds(60))).isEqualTo(2);
            assertThat(mediator.stdout()).isEmpty();
            assertThat(mediator.stderr().lines()).as(mediator.stderr()).hasSize(1);
            assertThat(mediator.stderr()).startsWith("mediator: ").doesNotContain("Exception");
            return mediator.stderr();
        }
    }
}
