package org.busbench.harness.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.process.Backends;
import org.busbench.harness.verify.Target;
import org.busbench.record.EvidenceFolder;
import org.busbench.record.Parity;
import org.busbench.record.RunReader;
import org.busbench.reports.analysis.AuditColumn;
import org.busbench.reports.analysis.ParityBreak;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Mediators of raw sockets, each of which does one thing in another way: it is named, and nothing else is. */
class ParityAuditIT {

    /** What is to be found of each: breaches by their labels, and conditions that differ from the faultless one's. */
    private record ExpectedMessages(Set<String> breaches, Set<AuditColumn> conditions) {
        static ExpectedMessages nothing() {
            return new ExpectedMessages(Set.of(), Set.of());
        }

        static ExpectedMessages breach(String label, AuditColumn... conditions) {
            return new ExpectedMessages(Set.of(label), Set.of(conditions));
        }

        static ExpectedMessages property(AuditColumn... conditions) {
            return new ExpectedMessages(Set.of(), Set.of(conditions));
        }
    }

    private static final Map<AuditColumn, String> FAULTLESS = Map.of(
            AuditColumn.CLIENT_CONNECTIONS, "kept 1.1",
            AuditColumn.BACKEND_CONNECTIONS, "kept 1.1",
            AuditColumn.CROWD, "20/20 100/100",
            AuditColumn.NO_DELAY, "yes/yes",
            AuditColumn.REQUEST_FRAMING, "fixed/chunked",
            AuditColumn.ANSWER_FRAMING, "fixed/chunked",
            AuditColumn.STREAMING, "yes/yes",
            AuditColumn.BODY, "identical/identical",
            AuditColumn.FORBIDDEN_HEADERS, "none");

    @TempDir
    private Path folder;

    private static ExpectedMessages expected(Fault fault) {
        return switch (fault) {
            case NONE, PAUSES_AT_FIRST, DROPS_HEADERS -> ExpectedMessages.nothing();
            case CLOSES_TO_CLIENTS -> ExpectedMessages.breach("no-keep-alive-client", AuditColumn.CLIENT_CONNECTIONS);
            case CLOSES_TO_BACKENDS ->
                ExpectedMessages.breach("no-keep-alive-backend", AuditColumn.BACKEND_CONNECTIONS);
            case DELAYS_ANSWERS -> ExpectedMessages.breach("nagle-client", AuditColumn.NO_DELAY, AuditColumn.STREAMING);
            case DELAYS_REQUESTS ->
                ExpectedMessages.breach("nagle-backend", AuditColumn.NO_DELAY, AuditColumn.STREAMING);
            case LOGS -> ExpectedMessages.breach("logs-messages");
            case CHUNKS_REQUESTS -> ExpectedMessages.property(AuditColumn.REQUEST_FRAMING, AuditColumn.STREAMING);
            case CHUNKS_ANSWERS -> ExpectedMessages.property(AuditColumn.ANSWER_FRAMING, AuditColumn.STREAMING);
            case BUFFERS_REQUESTS, BUFFERS_ANSWERS -> ExpectedMessages.property(AuditColumn.STREAMING);
            case RESERIALISES, FALSIFIES -> ExpectedMessages.property(AuditColumn.BODY, AuditColumn.STREAMING);
            case LEAKS_HOP_HEADERS, LEAKS_INTO_ANSWERS -> ExpectedMessages.property(AuditColumn.FORBIDDEN_HEADERS);
            case LETS_FIVE_THROUGH, SERVES_FIFTY -> ExpectedMessages.property(AuditColumn.CROWD);
        };
    }

    @ParameterizedTest
    @EnumSource
    void theOneThingThatAMediatorDoesInAnotherWayIsNamed(Fault fault) throws Exception {
        Parity parity = audited(fault);

        Parity.Scenario scenario = parity.scenarios().get(0);
        assertThat(scenario.reason()).isNull();
        assertThat(ParityBreak.of(parity, List.of(parity)).stream()
                        .map(ParityBreak::label)
                        .collect(Collectors.toSet()))
                .as("breaches; %s", scenario)
                .isEqualTo(expected(fault).breaches());
        Set<AuditColumn> differing = EnumSet.noneOf(AuditColumn.class);
        FAULTLESS.forEach((condition, usual) -> {
            if (!condition.of(parity, scenario).equals(usual)) {
                differing.add(condition);
            }
        });
        assertThat(new TreeSet<>(differing))
                .as("%s", scenario)
                .isEqualTo(new TreeSet<>(expected(fault).conditions()));
        words(fault, parity, scenario);
    }

    @Test
    void theNextBackendListensAsSoonAsTheLastIsClosed() {
        Backends backends = Backends.free();
        assertThatCode(() -> {
                    for (int round = 0; round < 200; round++) {
                        BackendStandIn.open(backends).close();
                    }
                })
                .doesNotThrowAnyException();
    }

    private static void words(Fault fault, Parity parity, Parity.Scenario scenario) {
        switch (fault) {
            case RESERIALISES ->
                assertThat(AuditColumn.BODY.of(parity, scenario)).isEqualTo("equal/equal");
            case FALSIFIES -> assertThat(AuditColumn.BODY.of(parity, scenario)).isEqualTo("different/identical");
            case BUFFERS_REQUESTS ->
                assertThat(AuditColumn.STREAMING.of(parity, scenario)).isEqualTo("no/yes");
            case CHUNKS_REQUESTS ->
                assertThat(AuditColumn.REQUEST_FRAMING.of(parity, scenario)).isEqualTo("chunked/chunked");
            case LETS_FIVE_THROUGH ->
                assertThat(AuditColumn.CROWD.of(parity, scenario)).isEqualTo("5/5 5/5");
            case SERVES_FIFTY -> {
                assertThat(AuditColumn.CROWD.of(parity, scenario)).isEqualTo("20/20 50/50");
                assertThat(scenario.mostClients()).hasValue(50);
                assertThat(scenario.remarks())
                        .anyMatch(remark -> remark.startsWith("answers at most 50 clients at once"));
            }
            case LEAKS_HOP_HEADERS ->
                assertThat(scenario.request().headers().hopByHop())
                        .containsExactly("connection", "keep-alive", "x-audit-hop");
            case LEAKS_INTO_ANSWERS ->
                assertThat(scenario.answer().headers().leaked()).containsExactly("soapaction");
            case DROPS_HEADERS ->
                assertThat(scenario.request().headers().dropped()).containsExactly("x-audit-end");
            default -> assertThat(scenario.request().headers().dropped()).isEmpty();
        }
    }

    private Parity audited(Fault fault) throws IOException, InterruptedException {
        Path log = Files.createFile(folder.resolve("mediator.log"));
        Backends backends = Backends.free();
        Path file = folder.resolve("parity.jsonl");
        try (BackendStandIn backend = BackendStandIn.open(backends);
                FixtureMediator mediator = new FixtureMediator(backends.ports().get("A"), fault, log)) {
            long self = ProcessHandle.current().pid();
            ParityAudit audit = new ParityAudit(
                    backend, new AuditedProcesses(() -> List.of(self), List.of(log)), folder.resolve("evidence"));
            Target target = new Target(
                    "fixture",
                    true,
                    "virtualization",
                    ProjectFiles.SCENARIOS.find("virtualization"),
                    mediator.url(),
                    "backend-A");
            Parity.Scenario scenario = audit.of(target);
            Parity.Processes told = audit.process();
            // The tests' own JVM is not what is audited; what else writes files in it is not either.
            long logged = Files.size(log) == 0 ? 0 : told.logBytes();
            Parity.Processes process =
                    new Parity.Processes(null, told.threadsAtRest(), logged, told.logMessages(), told.limits());
            Parity record = new Parity(
                    Parity.SCHEMA,
                    "fixture",
                    "2026-11-22T06:00:00Z",
                    List.of(),
                    List.of(),
                    null,
                    process,
                    null,
                    List.of(scenario),
                    new EvidenceFolder("parity/fixture", "0".repeat(64)));
            String line = new ObjectMapper().writeValueAsString(record);
            assertThat(new JsonSchema("parity-1.schema.json").complaints(line)).isEmpty();
            Files.writeString(file, line + "\n");
        }
        return RunReader.parities(file).get(0);
    }
}
