package org.busbench.reports.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.busbench.record.RunProblem;
import org.busbench.reports.SampleRuns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunServerTest {

    private static final String SECRET = "nobody may read this";

    @TempDir
    private Path folder;

    private Path runs;
    private RunServer server;
    private RawClient client;

    @BeforeEach
    void serve() throws IOException {
        runs = Files.createDirectory(folder.resolve("runs"));
        Path quick = SampleRuns.copy("run-quick", runs);
        Files.createDirectories(quick.resolve("trials/0001"));
        Files.writeString(quick.resolve("trials/0001/answer.html"), "<script>alert(1)</script>");
        Files.writeString(quick.resolve("trials/0001/errors.csv"), "a,b\n");
        Files.writeString(quick.resolve(".lock"), SECRET);
        Files.writeString(folder.resolve("secret.txt"), SECRET);
        Files.writeString(runs.resolve("secret.txt"), SECRET);
        Files.createSymbolicLink(quick.resolve("out"), folder);
        Files.createSymbolicLink(quick.resolve("lock.txt"), quick.resolve(".lock"));
        SampleRuns.copy("run-smoke", folder);
        Files.createSymbolicLink(runs.resolve("elsewhere"), folder.resolve("run-smoke"));
        server = RunServer.open(runs, 0);
        client = new RawClient(server.url());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void listsTheRunsWithWhatIsKnownOfThem() throws IOException {
        String list = client.get("/");

        assertThat(RawClient.status(list)).isEqualTo(200);
        assertThat(list)
                .contains("href=\"runs/run-quick/\"", "not checked", "complete", "KiB")
                .doesNotContain("elsewhere", "<script");
    }

    @Test
    void aReportHasThePolicyOfItsPageAndIsNotStored() throws IOException {
        String report = client.get("/runs/run-quick/");

        assertThat(RawClient.status(report)).isEqualTo(200);
        String head = report.substring(0, report.indexOf("\r\n\r\n")).toLowerCase(java.util.Locale.ROOT);
        assertThat(head)
                .contains("cache-control: no-store", "x-content-type-options: nosniff")
                .containsPattern(
                        "content-security-policy: default-src 'none'; script-src 'sha256-.*frame-ancestors 'none'")
                .doesNotContain("connect-src");
        assertThat(report).contains("report-data").doesNotContain("state.json");
    }

    @Test
    void aRunWithoutAnEndIsDrawnAsFarAsItGoesAndFollowed() throws IOException {
        Path quick = runs.resolve("run-quick");
        Files.delete(quick.resolve("finished.json"));
        byte[] trials = Files.readAllBytes(quick.resolve("trials.jsonl"));
        Files.write(quick.resolve("trials.jsonl"), java.util.Arrays.copyOf(trials, trials.length - 40));

        String report = client.get("/runs/run-quick/");

        assertThat(RawClient.status(report)).isEqualTo(200);
        assertThat(report).contains("connect-src 'self'", "the last line is cut off");
        assertThat(RawClient.body(client.get("/runs/run-quick/state.json?after=")))
                .contains("\"ended\":null", "\"planned\":");
    }

    @Test
    void aRunWithoutARecordYetSaysSo() throws IOException {
        Path begun = Files.createDirectory(runs.resolve("begun"));
        Files.createFile(begun.resolve("trials.jsonl"));

        assertThat(client.get("/")).contains("it has no run.json");
        assertThat(client.get("/runs/begun/")).contains("The run begins");
    }

    @Test
    void aRunThatCannotBeReadIsNamedWithItsReasonAndHidesNoOther() throws IOException {
        Path broken = Files.createDirectory(runs.resolve("broken"));
        Files.writeString(broken.resolve("run.json"), "{\"schema\": \"busbench/run/99\"}");

        assertThat(client.get("/")).contains("busbench/run/99", "runs/run-quick/");
        assertThat(RawClient.status(client.get("/runs/broken/"))).isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../secret.txt",
                "/runs/../secret.txt",
                "/runs/run-quick/../../secret.txt",
                "/runs/run-quick/%2e%2e/%2e%2e/secret.txt",
                "/runs/run-quick/..%2f..%2fsecret.txt",
                "/runs/run-quick/..%5c..%5csecret.txt",
                "/runs/run-quick//secret.txt",
                "//runs/secret.txt",
                "/runs/%2e%2e/",
                "/runs/./secret.txt",
                "/runs/secret.txt",
                "/secret.txt",
                "/runs/run-quick/out/secret.txt",
                "/runs/run-quick/out/",
                "/runs/run-quick/.lock",
                "/runs/run-quick/lock.txt",
                "/runs/run-quick/%00",
                "/runs/run-quick/%zz",
                "/runs/elsewhere/",
                "/check?run=../run-smoke",
                "/check?run=elsewhere",
                "/check?run=%00",
                "/compare?run=run-quick&run=../run-smoke",
                "http://elsewhere.example/runs/run-quick/",
                "/runs/run-quick/trials/0001/none"
            })
    void nothingButTheRunsOfTheFolderIsReached(String target) throws IOException {
        String response = client.get(target);

        assertThat(RawClient.status(response)).as(response).isIn(400, 404);
        assertThat(response).doesNotContain(SECRET);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: evil.example",
                "Host: evil.example:PORT",
                "Host: 127.0.0.1",
                "Host:",
                "X: y",
                "Host: ADDRESS\r\nHost: evil.example"
            })
    void onlyNamesOfThisMachineAreServed(String headers) throws IOException {
        String sent = headers.replace("PORT", "" + client.port()).replace("ADDRESS", client.host());

        String response = client.request("GET", "/runs/run-quick/", sent);

        assertThat(RawClient.status(response)).isEqualTo(403);
        assertThat(response).doesNotContain("report-data");
    }

    @Test
    void localhostIsANameOfThisMachine() throws IOException {
        assertThat(RawClient.status(client.request("GET", "/", "Host: localhost:" + client.port())))
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PROPFIND"})
    void onlyGetAndHeadAreAllowed(String method) throws IOException {
        String response = client.request(method, "/", "Host: " + client.host());

        assertThat(RawClient.status(response)).isEqualTo(405);
        assertThat(response).containsIgnoringCase("allow: get, head");
    }

    @Test
    void headHasTheHeadOfGetAndNoBody() throws IOException {
        String head = client.request("HEAD", "/runs/run-quick/trials/0001/errors.csv", "Host: " + client.host());

        assertThat(RawClient.status(head)).isEqualTo(200);
        assertThat(head).containsIgnoringCase("content-length: 4");
        assertThat(RawClient.body(head)).isEmpty();
    }

    @Test
    void evidenceIsNeverAPage() throws IOException {
        String html = client.get("/runs/run-quick/trials/0001/answer.html");
        String csv = client.get("/runs/run-quick/trials/0001/errors.csv");

        assertThat(html)
                .containsIgnoringCase("content-type: application/octet-stream")
                .contains("attachment", "sandbox");
        assertThat(csv).containsIgnoringCase("content-type: text/plain").endsWith("a,b\n");
    }

    @Test
    void foldersOfEvidenceAreListed() throws IOException {
        assertThat(client.get("/runs/run-quick/trials/0001")).contains("302").containsIgnoringCase("location: ./0001/");
        assertThat(client.get("/runs/run-quick/trials/0001/")).contains("./errors.csv", "4 bytes");
        assertThat(client.get("/runs/run-quick")).containsIgnoringCase("location: /runs/run-quick/\r");
    }

    @Test
    void aCheckSaysWhetherARunHoldsAndTheListRemembersIt() throws IOException {
        String checked = client.get("/check?run=run-quick");

        assertThat(RawClient.status(checked)).isEqualTo(200);
        assertThat(checked).containsAnyOf("run-quick holds", "run-quick is refused");
        assertThat(client.get("/")).doesNotContain("not checked");
    }

    @Test
    void twoRunsAreComparedAndOneIsNot() throws IOException {
        SampleRuns.copy("run-smoke", runs);

        assertThat(RawClient.status(client.get("/compare?run=run-quick"))).isEqualTo(400);
        assertThat(RawClient.status(client.get("/compare?run=run-quick&run=run-smoke")))
                .isEqualTo(200);
    }

    @Test
    void moreConnectionsThanTheBoundAreClosed() throws IOException {
        List<Socket> open = new ArrayList<>();
        try {
            for (int i = 0; i < Server.MOST_CONNECTIONS; i++) {
                Socket socket = client.open();
                open.add(socket);
                socket.getOutputStream()
                        .write(("HEAD / HTTP/1.1\r\nHost: " + client.host() + "\r\n\r\n")
                                .getBytes(StandardCharsets.ISO_8859_1));
                assertThat(socket.getInputStream().read()).isEqualTo('H');
            }
            try (Socket oneMore = client.open()) {
                assertThat(oneMore.getInputStream().read()).isEqualTo(-1);
            }
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    @Test
    void aTakenPortAndAFolderThatIsNoneAreOneLine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            assertThatThrownBy(() -> RunServer.open(runs, taken.getLocalPort()))
                    .isInstanceOf(RunProblem.class)
                    .hasMessageContaining("port " + taken.getLocalPort())
                    .hasMessageNotContaining("\n");
        }
        assertThatThrownBy(() -> RunServer.open(folder.resolve("none"), 0))
                .isInstanceOf(RunProblem.class)
                .hasMessageContaining("is no folder");
        assertThatThrownBy(() -> RunServer.open(runs.resolve("run-quick"), 0))
                .isInstanceOf(RunProblem.class)
                .hasMessageContaining("is itself a run");
        assertThatThrownBy(() -> RunServer.open(runs, 70_000))
                .isInstanceOf(RunProblem.class)
                .hasMessageContaining("70000");
    }
}
