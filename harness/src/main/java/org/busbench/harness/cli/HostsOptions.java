package org.busbench.harness.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.busbench.harness.remote.Hosts;
import org.busbench.harness.text.Problem;
import picocli.CommandLine.Option;

/** Which other hosts a command works with, and how they are reached. */
final class HostsOptions {

    @Option(
            names = "--hosts",
            paramLabel = "FILE",
            description = "Use the hosts of this file, reached by ssh, and copy busbench to them (docs/hosts.md).")
    private Path file;

    @Option(
            names = "--ssh-config",
            paramLabel = "FILE",
            description = "With --hosts: let ssh use this configuration, as in 'ssh -F FILE'.")
    private Path sshConfig;

    /**
     * The hosts; empty when this machine alone is meant.
     *
     * @throws Problem when the file cannot be read, or only the way to the hosts is given
     */
    Optional<Hosts> hosts() {
        if (file == null && sshConfig != null) {
            throw new Problem("--ssh-config says how --hosts are reached: give it, too");
        }
        return Optional.ofNullable(file).map(Hosts::read);
    }

    Optional<Path> sshConfig() {
        return Optional.ofNullable(sshConfig);
    }
}
