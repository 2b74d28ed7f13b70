package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;

/** Where the raw data behind a line lies. */
public record EvidenceFolder(
        @JsonProperty("evidence") String path,

        @JsonProperty("evidenceSha256") @JsonInclude(Include.NON_NULL)
        String manifestSha256) {

    public static final EvidenceFolder NONE = new EvidenceFolder(null, null);

    /** Refuses a path that leads out of the run directory. */
    public EvidenceFolder {
        Required.path(path, "evidence");
    }

    static EvidenceFolder orNone(EvidenceFolder folder) {
        return folder == null ? NONE : folder;
    }
}
