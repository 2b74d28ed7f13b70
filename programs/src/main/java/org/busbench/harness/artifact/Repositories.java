package org.busbench.harness.artifact;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.maven.model.building.DefaultModelBuilderFactory;
import org.apache.maven.model.superpom.SuperPomProvider;
import org.apache.maven.repository.internal.ArtifactDescriptorUtils;
import org.apache.maven.repository.internal.MavenRepositorySystemUtils;
import org.apache.maven.settings.Mirror;
import org.apache.maven.settings.Profile;
import org.apache.maven.settings.Proxy;
import org.apache.maven.settings.Repository;
import org.apache.maven.settings.RepositoryPolicy;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.DefaultSettingsBuilderFactory;
import org.apache.maven.settings.building.DefaultSettingsBuildingRequest;
import org.apache.maven.settings.building.SettingsBuildingException;
import org.apache.maven.settings.building.SettingsProblem;
import org.apache.maven.settings.crypto.DefaultSettingsDecrypter;
import org.apache.maven.settings.crypto.DefaultSettingsDecryptionRequest;
import org.apache.maven.settings.crypto.SettingsDecryptionResult;
import org.busbench.harness.adapter.ProgramPath;
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
import org.sonatype.plexus.components.cipher.DefaultPlexusCipher;
import org.sonatype.plexus.components.sec.dispatcher.DefaultSecDispatcher;

/**
 * Maven's resolver, set up as the user's {@code mvn} is: mirrors, proxies, passwords, local repository, offline mode.
 *
 * <p>No file of this project names a registry. The one that is asked when the settings name none is that of the
 * {@link SuperPom}. A mirror, or a repository of one's own, is configured where {@code mvn} looks for it too.
 */
final class Repositories implements AutoCloseable {
    private final RepositorySystem system = new RepositorySystemSupplier().get();
    private final RepositorySystemSession session;
    private final List<RemoteRepository> remotes;

    Repositories(Path home, TransferListener listener) {
        this(home, listener, false);
    }

    /** Also asks no network when {@code offline}, whatever the settings say. */
    Repositories(Path home, TransferListener listener, boolean offline) {
        UserSettings user = UserSettings.read(home);
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

    /**
     * What every Maven project inherits. It comes with Maven's own model library, and names the one repository,
     * {@code central}, that Maven asks by default.
     */
    static final class SuperPom {
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

    /**
     * What {@code mvn} would go by here: the user's settings over those of the installed Maven, with passwords in clear.
     * {@code -Dmaven.repo.local} works as with {@code mvn}.
     */
    private record UserSettings(Settings settings) {

        static UserSettings read(Path home) {
            Path maven = home.resolve(".m2");
            DefaultSettingsBuildingRequest request = new DefaultSettingsBuildingRequest();
            request.setUserSettingsFile(maven.resolve("settings.xml").toFile());
            globalSettings().ifPresent(request::setGlobalSettingsFile);
            request.setSystemProperties(System.getProperties());
            try {
                Settings settings = new DefaultSettingsBuilderFactory()
                        .newInstance()
                        .build(request)
                        .getEffectiveSettings();
                decrypt(settings, maven.resolve("settings-security.xml"));
                if (settings.getLocalRepository() == null) {
                    settings.setLocalRepository(maven.resolve("repository").toString());
                }
                Optional.ofNullable(System.getProperty("maven.repo.local")).ifPresent(settings::setLocalRepository);
                return new UserSettings(settings);
            } catch (SettingsBuildingException malformed) {
                SettingsProblem first = malformed.getProblems().get(0);
                throw new Problem(
                        "Maven's settings cannot be read: " + first.getMessage() + " (" + first.getLocation() + ")",
                        malformed);
            }
        }

        Path localRepository() {
            return Path.of(settings.getLocalRepository());
        }

        /** The profiles that are on: those that the settings name, and those that are on by default. */
        List<Profile> activeProfiles() {
            Set<String> named = new LinkedHashSet<>(settings.getActiveProfiles());
            return settings.getProfiles().stream()
                    .filter(profile -> named.contains(profile.getId())
                            || (profile.getActivation() != null
                                    && profile.getActivation().isActiveByDefault()))
                    .toList();
        }

        /** The settings of the Maven that is installed here, if one is. */
        private static Optional<File> globalSettings() {
            Optional<Path> home = Optional.ofNullable(System.getenv("MAVEN_HOME"))
                    .or(() -> Optional.ofNullable(System.getenv("M2_HOME")))
                    .map(Path::of)
                    .or(UserSettings::homeOfProgram);
            return home.map(folder -> folder.resolve("conf/settings.xml"))
                    .filter(Files::isReadable)
                    .map(Path::toFile);
        }

        private static Optional<Path> homeOfProgram() {
            return ProgramPath.ofEnvironment()
                    .find("mvn")
                    .map(program -> Problem.ifFails("cannot follow " + program, program::toRealPath))
                    .map(program -> program.getParent().getParent());
        }

        private static void decrypt(Settings settings, Path security) {
            DefaultSecDispatcher dispatcher =
                    new DefaultSecDispatcher(new DefaultPlexusCipher(), Map.of(), security.toString());
            SettingsDecryptionResult result =
                    new DefaultSettingsDecrypter(dispatcher).decrypt(new DefaultSettingsDecryptionRequest(settings));
            settings.setServers(result.getServers());
            settings.setProxies(result.getProxies());
        }
    }
}
