package org.busbench.mutants;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The mediator as a daemon: in a session of its own and no child of the program that started it, as one that detaches itself,
 * or that a service manager starts. It ends with the program that started it, however that ends.
 */
final class Detached {
    /** The option that makes the mediator the daemon. */
    static final String DAEMON = "--daemon";

    private static final String OPTION = "--outside";

    private Detached() {}

    /**
     * Starts the daemon and waits until this process is ended.
     *
     * @param arguments of this program
     * @throws IOException when there is no {@code setsid} of util-linux
     */
    static void start(List<String> arguments) throws IOException, InterruptedException {
        // The shell and the daemon read the same pipe, which the system closes with this process.
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "setsid --fork \"$@\" && exec cat",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Mutant.class.getName(),
                DAEMON));
        arguments.stream().filter(argument -> !argument.equals(OPTION)).forEach(command::add);
        int exit = new ProcessBuilder(command)
                .redirectOutput(Redirect.INHERIT)
                .redirectError(Redirect.INHERIT)
                .start()
                .waitFor();
        throw new IOException("the daemon was not started, or its shell ended with exit code " + exit);
    }

    /** Ends this process, which is the daemon, when its standard input ends. */
    static void endWithStarter() {
        Thread watch = new Thread(
                () -> {
                    try {
                        System.in.readAllBytes();
                    } catch (IOException broken) {
                        Runtime.getRuntime().halt(1);
                    }
                    Runtime.getRuntime().halt(0);
                },
                "end with starter");
        watch.setDaemon(true);
        watch.start();
        System.out.println("serves as process " + ProcessHandle.current().pid());
    }
}
