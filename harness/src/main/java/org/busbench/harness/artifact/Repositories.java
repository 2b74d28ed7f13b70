package org.busbench.harness.artifact;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.repository.internal.MavenRepositorySystemUtils;
import org.apache.maven.settings.Mirror;
import org.apache.maven.settings.Profile;
import org.apache.maven.settings.Proxy;
import org.apache.maven.settings.Repository;
import org.apache.maven.settings.RepositoryPolicy;
import org.apache.maven.settings.Server;
import org.busbench.harness.text.Problem;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.repository.LocalRepository;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.supplier.RepositorySystemSupplier;
import org.eclipse.aether.transfer.TransferListener;
import org.eclipse.aether.util.repository.AuthenticationBuilder;
import org.eclipse.aether.util.repository.DefaultAuthenticationSelector;
import org.eclipse.aether.util.repository.DefaultMirrorSelector;
import org.eclipse.aether.util.repository.DefaultProxySelector;

/**
 * Maven's resolver, set up as the user's {@code mvn} is: mirrors, proxies, passwords, local repository, offline mode.
 *
 * <p>No file of this project names a registry. The one that is asked when the settings name none is that of the
 * {@link SuperPom}; whoever has a
 * mirror or a repository of their own configures it where {@code mvn} looks for it too.
 */
final class Repositories implements AutoCloseable {
    private final RepositorySystem system = new RepositorySystemSupplier().get();
    private final RepositorySystemSession session;
    private final List<RemoteRepository> remotes;
    private final Checksums checksums;

    Repositories(Path home, TransferListener listener) {
        this(home, listener, false);
    }

    /** Also asks no network when {@code offline}, whatever the settings say. */
    Repositories(Path home, TransferListener listener, boolean offline) {
        UserSettings user = UserSettings.read(home);
        this.checksums = ArtifactCache.of(home).checksums();
        DefaultRepositorySystemSession fresh = MavenRepositorySystemUtils.newSession();
        fresh.setSystemProperties(System.getProperties());
        fresh.setTransferListener(listener);
        fresh.setOffline(offline || user.settings().isOffline());
        // What an old artifact calls its repository is often dead, and never for it to say where this machine downloads
        // from.
        fresh.setIgnoreArtifactDescriptorRepositories(true);
        fresh.setMirrorSelector(mirrors(user));
        fresh.setProxySelector(proxies(user));
        fresh.setAuthenticationSelector(passwords(user));
        this.session = withLocalRepository(fresh, user.localRepository());
        this.remotes = system.newResolutionRepositories(session, declared(user));
    }

    RepositorySystem system() {
        return system;
    }

    /** SHA-256 of files, remembered between commands. */
    Checksums checksums() {
        return checksums;
    }

    RepositorySystemSession session() {
        return session;
    }

    List<RemoteRepository> remotes() {
        return remotes;
    }

    private RepositorySystemSession withLocalRepository(DefaultRepositorySystemSession fresh, Path folder) {
        try {
            LocalRepository local = new LocalRepository(folder.toFile());
            fresh.setLocalRepositoryManager(system.newLocalRepositoryManager(fresh, local));
            fresh.setReadOnly();
            return fresh;
        } catch (IllegalArgumentException unusable) {
            throw new Problem(
                    "the local repository " + folder + " cannot be used: " + Problem.brief(unusable), unusable);
        }
    }

    private static DefaultMirrorSelector mirrors(UserSettings user) {
        DefaultMirrorSelector selector = new DefaultMirrorSelector();
        for (Mirror mirror : user.settings().getMirrors()) {
            selector.add(
                    mirror.getId(),
                    mirror.getUrl(),
                    mirror.getLayout(),
                    false,
                    mirror.isBlocked(),
                    mirror.getMirrorOf(),
                    mirror.getMirrorOfLayouts());
        }
        return selector;
    }

    private static DefaultProxySelector proxies(UserSettings user) {
        DefaultProxySelector selector = new DefaultProxySelector();
        for (Proxy proxy : user.settings().getProxies()) {
            if (proxy.isActive()) {
                AuthenticationBuilder password = new AuthenticationBuilder()
                        .addUsername(proxy.getUsername())
                        .addPassword(proxy.getPassword());
                selector.add(
                        new org.eclipse.aether.repository.Proxy(
                                proxy.getProtocol(), proxy.getHost(), proxy.getPort(), password.build()),
                        proxy.getNonProxyHosts());
            }
        }
        return selector;
    }

    private static DefaultAuthenticationSelector passwords(UserSettings user) {
        DefaultAuthenticationSelector selector = new DefaultAuthenticationSelector();
        for (Server server : user.settings().getServers()) {
            selector.add(
                    server.getId(),
                    new AuthenticationBuilder()
                            .addUsername(server.getUsername())
                            .addPassword(server.getPassword())
                            .addPrivateKey(server.getPrivateKey(), server.getPassphrase())
                            .build());
        }
        return selector;
    }

    /** The repositories of the active profiles, then those of the super POM. */
    private static List<RemoteRepository> declared(UserSettings user) {
        List<RemoteRepository> declared = new ArrayList<>();
        for (Profile profile : user.activeProfiles()) {
            profile.getRepositories().stream().map(Repositories::remote).forEach(declared::add);
        }
        SuperPom.repositories().stream()
                .filter(inherited ->
                        declared.stream().noneMatch(own -> own.getId().equals(inherited.getId())))
                .forEach(declared::add);
        return declared;
    }

    private static RemoteRepository remote(Repository repository) {
        return new RemoteRepository.Builder(repository.getId(), repository.getLayout(), repository.getUrl())
                .setReleasePolicy(policy(repository.getReleases()))
                .setSnapshotPolicy(policy(repository.getSnapshots()))
                .build();
    }

    private static org.eclipse.aether.repository.RepositoryPolicy policy(RepositoryPolicy policy) {
        if (policy == null) {
            return new org.eclipse.aether.repository.RepositoryPolicy();
        }
        return new org.eclipse.aether.repository.RepositoryPolicy(
                policy.isEnabled(), policy.getUpdatePolicy(), policy.getChecksumPolicy());
    }

    @Override
    public void close() {
        system.shutdown();
    }
}
