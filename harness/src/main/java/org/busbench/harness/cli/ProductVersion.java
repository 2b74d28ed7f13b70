package org.busbench.harness.cli;

import java.io.IOException;
import org.busbench.harness.run.Build;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says. */
final class ProductVersion implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {"busbench " + Build.version()};
    }
}
