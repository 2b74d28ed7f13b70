package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A system under test or a control, as it ran. */
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

    /** What ran already: busbench neither started it nor knows its program. */
    public record Target(List<String> hosts, boolean insecure) {

        public Target {
            hosts = Required.listOrEmpty(hosts);
        }
    }

    /** The container in which it ran, as the engine said when it was up. */
    public record Container(
            String engine,
            String image,
            String imageId,
            String network,
            @JsonInclude(Include.NON_NULL) Long memoryBytes,
            @JsonInclude(Include.NON_NULL) Double cpus) {}

    /** A file as it was used. */
    public record FileHash(String path, String sha256) {}

    /** A resolved artifact. */
    public record ArtifactHash(String coordinates, String sha256) {}

    /** Refuses an adapter without name or role; what is absent becomes empty. */
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
