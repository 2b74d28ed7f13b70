package org.busbench.harness.artifact;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.maven.settings.Profile;
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
import org.sonatype.plexus.components.cipher.DefaultPlexusCipher;
import org.sonatype.plexus.components.sec.dispatcher.DefaultSecDispatcher;

/**
 * What {@code mvn} would go by here: the user's settings over those of the installed Maven, with passwords in clear.
 * {@code -Dmaven.repo.local} works as with {@code mvn}.
 */
final class UserSettings {
    private final Settings settings;

    private UserSettings(Settings settings) {
        this.settings = settings;
    }

    /**
     * Reads the settings.
     *
     * @param home folder of the user
     */
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

    Settings settings() {
        return settings;
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
        return ProgramPath.ofEnvironment().find("mvn").map(program -> {
            try {
                return program.toRealPath().getParent().getParent();
            } catch (IOException dangling) {
                throw new Problem("cannot follow " + program + ": " + Problem.brief(dangling), dangling);
            }
        });
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
