package org.busbench.harness.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Problem;

/**
 * What another host needs of this checkout to be injector, mediator or backend.
 *
 * @param paths files and folders, relative to the root
 * @param checksum of their names and content: where a folder of this name is, nothing is copied
 */
record Bundle(Path root, List<String> paths, String checksum) {

    private static final List<String> PARTS = List.of(
            "harness/target/harness/lib",
            "backend-stockquote/target/backend/lib",
            "mediation/target/mediation/lib",
            "mediation/src/main/synapse",
            "jmeter-plans/target/jmeter",
            "jmeter-plans/nio",
            "jmeter-plans/data",
            "jmeter-plans/prepare.js",
            "configs/adapters",
            "configs/scenarios",
            "xslt/messages",
            "xslt/wsdl",
            "xslt/request.xsl",
            "xslt/response.xsl");

    private static final int DIGITS = 24;

    Bundle {
        paths = List.copyOf(paths);
    }

    /**
     * That of a built checkout.
     *
     * @throws Problem when a part of it is not there
     */
    static Bundle of(Project project) throws IOException {
        Path root = project.root();
        for (String part : PARTS) {
            if (!Files.exists(root.resolve(part))) {
                throw new Problem("there is no " + root.resolve(part)
                        + " to be copied to the hosts: build the project with" + " 'mvn -DskipTests package'");
            }
        }
        return new Bundle(root, PARTS, checksum(root));
    }

    private static String checksum(Path root) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (OutputStream sum = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
                for (String part : PARTS) {
                    for (Path file : Listing.files(root.resolve(part), FileVisitOption.FOLLOW_LINKS)) {
                        String head = root.relativize(file) + "\0" + Files.size(file) + "\0";
                        sum.write(head.getBytes(StandardCharsets.UTF_8));
                        try (InputStream in = Files.newInputStream(file)) {
                            in.transferTo(sum);
                        }
                    }
                }
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256: " + impossible.getMessage(), impossible);
        }
    }

    ProcessBuilder tar() {
        List<String> command = new ArrayList<>(List.of("tar", "-c", "-h", "-f", "-", "-C", root.toString()));
        command.addAll(paths);
        return new ProcessBuilder(command);
    }
}
