package org.busbench.harness.cli;

import java.util.List;
import java.util.function.Consumer;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterCatalog;
import org.busbench.harness.adapter.Availability;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.run.Project;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.suite.SuiteFile;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;

/** What the user named on the command line, outside a suite. */
final class Chosen {

    static final Consumer<String> NO_NOTES = line -> {};

    private Chosen() {}

    /** The adapters of these names; one that cannot be started here is a problem. */
    static List<Adapter> adapters(Project project, List<String> names) {
        AdapterCatalog catalog = project.catalog();
        ProgramPath programs = ProgramPath.ofEnvironment();
        List<Adapter> adapters = names.stream().distinct().map(catalog::find).toList();
        for (Adapter adapter : adapters) {
            Availability availability = Availability.of(adapter, programs);
            if (!availability.available()) {
                throw new Problem(adapter.name() + " cannot be started here: " + availability.reason()
                        + "; install it with: " + availability.install());
            }
        }
        return adapters;
    }

    static void requirePayloads(List<String> payloads) {
        for (String payload : payloads) {
            if (!Suite.PAYLOADS.contains(payload)) {
                throw new Problem("unknown payload '" + payload + "'" + Nearest.hint(payload, Suite.PAYLOADS));
            }
        }
    }

    /** Those of the default suite, so that what is started by hand is what is measured. */
    static List<String> jvmOptions(Project project) {
        return SuiteFile.read(project.suites().resolve(SuiteChoice.DEFAULT)).jvmOptions();
    }
}
