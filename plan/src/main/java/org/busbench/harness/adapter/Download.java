package org.busbench.harness.adapter;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;

/**
 * An archive that its maker publishes at an address, and the SHA-256 that it must have.
 *
 * @param url of a file, by {@code https}, {@code http} or {@code file}
 * @param line where the adapter's file asks for it
 */
public record Download(URI url, Sha256 sha256, int line) {
    private static final List<String> SCHEMES = List.of("https", "http", "file");
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9_][\\w.+~-]*");
    static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Reads {@code url} and {@code sha256}. */
    static Download of(YamlMap map) {
        YamlValue url = map.require("url");
        return new Download(url(url), Sha256.of(map.require("sha256")), url.line());
    }

    private static URI url(YamlValue value) {
        String text = value.text();
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException malformed) {
            throw value.problem(noFile(text), malformed);
        }
        if (url.getUserInfo() != null) {
            throw value.problem("the URL holds a password, which would stand in the record: fetch the file by hand");
        }
        boolean addressed = "file".equals(url.getScheme()) || url.getHost() != null;
        if (!SCHEMES.contains(url.getScheme())
                || !addressed
                || url.getPath() == null
                || url.getFragment() != null
                || !FILE_NAME.matcher(lastPart(url)).matches()) {
            throw value.problem(noFile(text));
        }
        return url;
    }

    private static String noFile(String text) {
        return "'" + text + "' is not the URL of a file: write https://HOST/PATH/FILE, or file:///PATH/FILE";
    }

    private static String lastPart(URI url) {
        return url.getPath().substring(url.getPath().lastIndexOf('/') + 1);
    }

    public String fileName() {
        return lastPart(url);
    }

    @Override
    public String toString() {
        return url.toString();
    }

    /** Where the SHA-256 of a download is known from. */
    public sealed interface Sha256 {

        /** The checksum in hex, where one is known and well-formed. */
        Optional<String> in(UnaryOperator<String> environment);

        /** The adapter's file states it. */
        record Stated(String hex) implements Sha256 {
            @Override
            public Optional<String> in(UnaryOperator<String> environment) {
                return Optional.of(hex);
            }
        }

        /** The user states it in an environment variable, because the adapter's author has not seen the file. */
        record Given(String variable) implements Sha256 {
            @Override
            public Optional<String> in(UnaryOperator<String> environment) {
                return Optional.ofNullable(environment.apply(variable))
                        .filter(text -> HEX.matcher(text).matches());
            }
        }

        private static Sha256 of(YamlValue value) {
            return value.isMap()
                    ? new Given(value.map()
                            .only("env")
                            .require("env")
                            .matching(VARIABLE, "the name of an environment variable"))
                    : new Stated(value.matching(
                            HEX, "a SHA-256: write 64 hex digits, or {env: NAME} if the user states it"));
        }
    }
}
