package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A system under test or a control, as it ran.
 *
 * @param name folder name
 * @param title for people
 * @param role what it is in a comparison
 * @param version as declared, or as the program said
 * @param process the mediator's own; empty for an adapter without one
 * @param files its files with their hashes
 * @param artifacts its resolved artifacts with their hashes
 * @param deviations from the common heap and flags
 * @param container in which it ran; null for a process of the machine itself
 * @param target how it was reached if it ran already; null for one that busbench started, and for a control without a process
 * @param tells what its program says of itself on its output, by the name that its file has for it; a value is null where no
 *     line says it; null where the file asks for nothing
 */
public record Adapter(
        String name,
        String title,
        Role role,
        String version,
        @JsonUnwrapped RunningProcess process,
        List<FileHash> files,
        List<ArtifactHash> artifacts,
        List<String> deviations,
        @JsonInclude(Include.NON_NULL) Container container,
        @JsonInclude(Include.NON_NULL) Target target,
        @JsonInclude(Include.NON_NULL) Map<String, String> tells) {

    /**
     * What ran already: busbench neither started it nor knows its program.
     *
     * @param hosts with ports, as its URLs name them
     * @param insecure whether any certificate for any name would do
     */
    public record Target(List<String> hosts, boolean insecure) {

        /** Makes the list unchangeable. */
        public Target {
            hosts = Required.listOrEmpty(hosts);
        }
    }

    /**
     * The container in which it ran, as the engine said when it was up.
     *
     * @param engine its name and version
     * @param image as the adapter names it
     * @param imageId digest of the image
     * @param network that it has
     * @param memoryBytes limit; null for none
     * @param cpus limit; null for none
     */
    public record Container(
            String engine,
            String image,
            String imageId,
            String network,
            @JsonInclude(Include.NON_NULL) Long memoryBytes,
            @JsonInclude(Include.NON_NULL) Double cpus) {}

    /**
     * A file as it was used.
     *
     * @param path relative to the project where it lies inside
     * @param sha256 of its bytes
     */
    public record FileHash(String path, String sha256) {}

    /**
     * A resolved artifact.
     *
     * @param coordinates {@code group:artifact:version}
     * @param sha256 of its bytes
     */
    public record ArtifactHash(String coordinates, String sha256) {}

    /**
     * One that busbench started, in no container.
     *
     * @param name folder name
     * @param title for people
     * @param role what it is in a comparison
     * @param version as declared, or as the program said
     * @param process the mediator's own; empty for an adapter without one
     * @param files its files with their hashes
     * @param artifacts its resolved artifacts with their hashes
     * @param deviations from the common heap and flags
     */
    public Adapter(
            String name,
            String title,
            Role role,
            String version,
            RunningProcess process,
            List<FileHash> files,
            List<ArtifactHash> artifacts,
            List<String> deviations) {
        this(name, title, role, version, process, files, artifacts, deviations, null, null, null);
    }

    /** Refuses an adapter without name or role; what is absent becomes empty. */
    @JsonCreator
    public Adapter {
        Required.text(name, "adapters.name");
        Required.text(title, "adapters.title");
        Required.present(role, "adapters.role");
        process = process == null ? RunningProcess.NONE : process;
        files = Required.listOrEmpty(files);
        artifacts = Required.listOrEmpty(artifacts);
        deviations = Required.listOrEmpty(deviations);
        tells = tells == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(tells));
    }
}
