package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.busbench.common.FreePorts;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterFolder;
import org.busbench.harness.process.Backends;
import org.busbench.harness.process.TlsKeys;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.verify.Verification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsIT {
    private static final String OVER_TLS = "${backend.T.host}:${backend.T.port}";
    private static final String OWN_KEY = "${tls}/store.p12";

    @TempDir
    private Path folder;

    @Test
    void oneThatGoesOnInTheClearOrShowsAnotherCertificateIsNotServed() throws Exception {
        Project project = new Project(ProjectFiles.ROOT);
        Scenario tls = project.scenarios().find("tls");
        Path others = folder.resolve("others");
        new TlsKeys(others, List.of()).made();
        List<Adapter> adapters = List.of(
                mediator("right", "https://" + OVER_TLS, OWN_KEY),
                mediator("clear-to-a", "http://${backend.A.host}:${backend.A.port}", OWN_KEY),
                mediator("clear-to-t", "http://" + OVER_TLS, OWN_KEY),
                mediator("unknown", "https://" + OVER_TLS, others + "/store.p12"));
        TestBed.Settings plan = new TestBed.Settings(
                project, folder.resolve("bed"), Backends.free(), adapters, List.of(tls), List.of());

        Map<String, String> found = new LinkedHashMap<>();
        try (TestBed bed = TestBed.start(plan, note -> {})) {
            for (Verification one : Verifications.of(bed, folder.resolve("evidence"), Map.of(tls, List.of("10K")))) {
                found.put(one.target().adapter(), one.served() ? "served" : one.reason());
            }
        }

        assertThat(found.get("right")).isEqualTo("served");
        assertThat(found.get("clear-to-a")).contains("backend-A").contains("backend-T");
        assertThat(found.get("clear-to-t")).contains("status 502 instead of 200");
        assertThat(found.get("unknown")).contains("PKIX path validation failed");
    }

    private Adapter mediator(String name, String backend, String key) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        int port = FreePorts.inARow(2);
        Files.writeString(own.resolve(Adapter.FILE_NAME), """
                schema: busbench/adapter/1
                name: %s
                title: Mediator
                version: "1"
                role: mediator
                about: Ours, with one proxy over TLS
                java:
                  main: org.busbench.mediation.Mediator
                  classpath: [{jars: "${project}/mediation/target/mediation/lib"}]
                  options: [-Xmx64m, -XX:TieredStopAtLevel=1]
                  arguments: [--config, "${work}", --listen, "127.0.0.1:${port.http}", --tls-listen, "127.0.0.1:${port.https}",
                    --tls-key, "%s", --tls-trust, "${tls}/authority.pem"]
                environment: {BUSBENCH_TLS_PASSWORD: changeit}
                files:
                  - {from: "${project}/mediation/src/main/synapse", to: .}
                  - {from: "${project}/xslt/request.xsl", to: xslt/request.xsl}
                  - {from: "${project}/xslt/response.xsl", to: xslt/response.xsl}
                  - {from: "${project}/xslt/wsdl", to: xslt/wsdl}
                  - {from: "${project}/configs/adapters/synapse/tls", to: synapse-config, replace: {"https://127.0.0.1:9003": "%s"}}
                ports: {http: %d, https: %d}
                ready: {url: "http://127.0.0.1:${port.http}/services/VirtualizationProxy?wsdl", within: 30s}
                scenarios:
                  tls: {url: "https://127.0.0.1:${port.https}/services/TlsProxy"}
                """.formatted(name, key, backend, port, port + 1));
        return AdapterFolder.read(own, ProjectFiles.ROOT);
    }
}
