package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Scenario;
import org.busbench.harness.process.Backends;
import org.busbench.harness.record.VerificationRecord;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.Stack;
import org.busbench.harness.run.StackPlan;
import org.busbench.harness.run.Verifications;
import org.busbench.harness.suite.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench verify}: does an adapter do its jobs? */
@Command(
        name = "verify",
        description = "Starts adapters and checks each of their scenarios with messages of every size. No load.",
        mixinStandardHelpOptions = true)
final class VerifyCommand implements Callable<Integer> {

    @Parameters(arity = "1..*", paramLabel = "NAME", description = "Adapters.")
    private List<String> names;

    @Option(names = "--payload", split = ",", paramLabel = "SIZE", description = "Message sizes (default: all).")
    private List<String> payloads = Suite.PAYLOADS;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Project project = Project.current();
        List<Adapter> adapters = Chosen.adapters(project, names);
        Chosen.requirePayloads(payloads);
        Path folder = project.scratch("verify-" + System.currentTimeMillis());
        StackPlan plan = new StackPlan(project, folder, Backends.usual(), adapters, Chosen.jvmOptions(project));
        return Interruption.guard(() -> verify(plan));
    }

    private int verify(StackPlan plan) throws IOException, InterruptedException {
        List<VerificationRecord> records = new ArrayList<>();
        try (Stack stack = Stack.start(plan, Chosen.NO_NOTES)) {
            new Verifications(plan.project().messages(), stack, plan.folder())
                    .run(payloads, Scenario.labels(), verification -> records.add(Verifications.record(verification)));
        }
        print(records, plan.folder());
        return records.stream().allMatch(VerifyCommand::asDeclared) ? ExitCode.OK : ExitCode.FAILED;
    }

    private static boolean asDeclared(VerificationRecord record) {
        return record.outcome().equals("served") || record.evidence() == null;
    }

    private void print(List<VerificationRecord> records, Path folder) throws IOException {
        if (json) {
            System.out.println(Output.json(records));
            return;
        }
        TextTable table = new TextTable(List.of("adapter", "scenario", "payload", "outcome", "reason"));
        for (VerificationRecord record : records) {
            table.row(List.of(
                    record.adapter(),
                    record.scenario(),
                    record.payload(),
                    record.outcome(),
                    record.reason() == null ? "" : record.reason()));
        }
        table.lines().forEach(System.out::println);
        System.out.println();
        System.out.println("requests, answers and logs: " + folder);
    }
}
