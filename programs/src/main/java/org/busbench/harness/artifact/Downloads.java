package org.busbench.harness.artifact;

import java.util.Locale;
import java.util.function.Consumer;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;

/** Says a line for each jar that comes over the network. */
final class Downloads extends AbstractTransferListener {
    private static final double MEGABYTE = 1e6;

    private final Consumer<String> lines;

    Downloads(Consumer<String> lines) {
        this.lines = lines;
    }

    @Override
    public void transferSucceeded(TransferEvent event) {
        String resource = event.getResource().getResourceName();
        if (resource.endsWith(".jar")) {
            String name = resource.substring(resource.lastIndexOf('/') + 1);
            lines.accept(String.format(
                    Locale.ROOT, "downloaded %s (%.1f MB)", name, event.getTransferredBytes() / MEGABYTE));
        }
    }
}
