package org.busbench.harness.artifact;

import java.util.List;
import org.apache.maven.model.building.DefaultModelBuilderFactory;
import org.apache.maven.model.superpom.SuperPomProvider;
import org.apache.maven.repository.internal.ArtifactDescriptorUtils;
import org.eclipse.aether.repository.RemoteRepository;

/**
 * What every Maven project inherits. It comes with Maven's own model library, and names the one repository,
 * {@code central}, that Maven asks when nobody says otherwise.
 */
final class SuperPom {
    private static final String MODEL_VERSION = "4.0.0";

    private SuperPom() {}

    static List<RemoteRepository> repositories() {
        return new Access()
                .provider().getSuperModel(MODEL_VERSION).getRepositories().stream()
                        .map(ArtifactDescriptorUtils::toRemoteRepository)
                        .toList();
    }

    /** The factory knows how its parts are put together, and shows them to its subclasses only. */
    private static final class Access extends DefaultModelBuilderFactory {
        SuperPomProvider provider() {
            return newSuperPomProvider();
        }
    }
}
