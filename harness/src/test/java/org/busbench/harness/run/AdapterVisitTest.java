package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Scenario;
import org.busbench.harness.process.Backends;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdapterVisitTest {

    @TempDir
    private Path root;

    private FakeProject project;

    @BeforeEach
    void layOut() throws IOException {
        project = new FakeProject(root);
    }

    @AfterEach
    void nothingIsLeftRunning() {
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }

    @Test
    void oneThatServesAndKeepsToItselfHasNothingAgainstIt() throws IOException, InterruptedException {
        project.mediator("good", false);

        AdapterVisit visit = visit();

        assertThat(visit.manners()).isEmpty();
        assertThat(visit.verifications())
                .extracting(record -> record.scenario() + " " + record.outcome())
                .containsExactlyInAnyOrder("virtualization not-served", "cbr served", "xslt not-served");
    }

    @Test
    void aPortThatOthersCanReachIsNamed() throws IOException, InterruptedException {
        project.mediator("open", false);
        Path file = root.resolve("configs/adapters/open/adapter.yaml");
        Files.writeString(
                file, Files.readString(file).replace("[\"--mediator\", ", "[\"--everywhere\", \"--mediator\", "));

        assertThat(visit().manners())
                .singleElement()
                .asString()
                .contains("which others can reach: bind it to 127.0.0.1");
    }

    private AdapterVisit visit() throws IOException, InterruptedException {
        List<Adapter> adapters = project.settings("[cbr]", "1s", "[1]").adapters();
        StackPlan plan = new StackPlan(new Project(root), root.resolve("visit"), Backends.free(), adapters, List.of());
        return AdapterVisit.of(plan, List.of("500"), Scenario.labels(), note -> {});
    }
}
