package org.busbench.supply;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Writes {@code THIRD-PARTY-NOTICES} and the folder {@code licenses/}: each library with its licences, its own notice, and the text of each licence. A library
 * whose licence is not known, or has no text, is refused.
 */
final class Notices {

    private static final Pattern LICENSE_FILE =
            Pattern.compile("((META-INF|license)/)?(LICEN[SC]E|COPYING)([.-][\\w.-]+)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern NOTICE_FILE =
            Pattern.compile("((META-INF|license)/)?NOTICE(\\.\\w+)?", Pattern.CASE_INSENSITIVE);

    /** Licences that oblige a distributor of the library to say where its source is. */
    private static final Set<String> ASK_FOR_SOURCE =
            Set.of("MPL-1.1", "MPL-2.0", "LGPL-2.1", "CDDL-1.0", "CDDL-1.1", "CPL-1.0", "EPL-1.0", "EPL-2.0");

    private final Path data;
    private final Properties known = new Properties();
    private final Map<String, String> standardTexts = new HashMap<>();
    private final Map<String, String> ownTexts = new LinkedHashMap<>();

    /**
     * Notices with the licences of a folder.
     *
     * @param data holds a text {@code ID.txt} for each licence, and {@code names.properties}: from a name in a pom, or from {@code group.artifact}, to IDs
     */
    Notices(Path data) throws IOException {
        this.data = data;
        try (InputStream in = Files.newInputStream(data.resolve("names.properties"))) {
            known.load(in);
        }
        try (Stream<Path> texts = Files.list(data)) {
            for (Path text : texts.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .toList()) {
                standardTexts.put(
                        digest(Files.readString(text)), text.getFileName().toString());
            }
        }
    }

    /** The IDs of a library's licences. */
    List<String> licenses(Library library) {
        String own = known.getProperty(key(library.module()));
        if (own != null) {
            return ids(own);
        }
        List<String> ids = new ArrayList<>();
        for (String name : library.licenses()) {
            ids.addAll(ids(known.getProperty(key(name), name)));
        }
        return ids;
    }

    /** Names in the file have no blanks and colons, which a properties file takes for separators. */
    private static String key(String name) {
        return name.replaceAll("[\\s:=()]+", "_");
    }

    private static List<String> ids(String list) {
        return Arrays.stream(list.split(",", -1)).map(String::strip).toList();
    }

    /** The faults that forbid to pass on these libraries: a line each. */
    List<String> faults(List<Library> libraries) {
        List<String> faults = new ArrayList<>();
        for (Library library : libraries) {
            List<String> ids = licenses(library);
            if (ids.isEmpty()) {
                faults.add(library + " names no licence: look it up and add " + key(library.module()) + "=ID to "
                        + data.resolve("names.properties"));
            }
            for (String id : ids) {
                if (!Files.exists(data.resolve(id + ".txt"))) {
                    faults.add(library + " is under '" + id + "': add its text as " + data.resolve(id + ".txt")
                            + ", or " + key(id) + "=ID to names.properties");
                }
            }
        }
        return faults;
    }

    /**
     * Writes both into a folder.
     *
     * @param jars of each library, in the order of the notices
     * @param also what follows the libraries: parts of others in our own files
     */
    void write(Path folder, String product, Map<Library, List<Path>> jars, String also) throws IOException {
        Path texts = Files.createDirectories(folder.resolve("licenses"));
        try (Stream<Path> earlier = Files.list(texts)) {
            // Texts of a library that an earlier build had.
            for (Path text : earlier.toList()) {
                Files.delete(text);
            }
        }
        StringBuilder out = new StringBuilder("Third-party notices of " + product + "\n\n"
                + "Libraries of others in this archive, each under its own licence; licenses/ has the texts. Made by the build from\n"
                + "the bill of materials (bom.json, CycloneDX) and from the jars.\n");
        Set<String> used = new TreeSet<>();
        for (Map.Entry<Library, List<Path>> entry : jars.entrySet()) {
            Library library = entry.getKey();
            List<String> ids = licenses(library);
            used.addAll(ids);
            String title = library.name() + " " + library.version();
            out.append("\n\n")
                    .append(title)
                    .append('\n')
                    .append("-".repeat(title.length()))
                    .append('\n');
            line(out, "Module", library.module());
            line(out, "Home", library.home());
            line(out, "Licence", String.join(", ", ids));
            if (ids.stream().anyMatch(ASK_FOR_SOURCE::contains)) {
                line(out, "Source", "Maven Central, " + library + ", classifier sources");
            }
            for (Path jar : entry.getValue()) {
                files(out, library, jar, texts);
            }
        }
        if (!also.isBlank()) {
            out.append("\n\n").append(also.strip()).append('\n');
        }
        for (String id : used) {
            Files.writeString(texts.resolve(id + ".txt"), Files.readString(data.resolve(id + ".txt")));
        }
        Files.writeString(folder.resolve("THIRD-PARTY-NOTICES"), out);
    }

    private static void line(StringBuilder out, String label, String value) {
        if (!value.isEmpty()) {
            out.append(String.format(Locale.ROOT, "%-9s%s%n", label + ":", value));
        }
    }

    private void files(StringBuilder out, Library library, Path jar, Path texts) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            List<? extends ZipEntry> entries = zip.stream()
                    .filter(entry -> !entry.isDirectory())
                    .sorted((a, b) -> a.getName().compareTo(b.getName()))
                    .toList();
            for (ZipEntry entry : entries) {
                if (NOTICE_FILE.matcher(entry.getName()).matches()) {
                    out.append("Notice:\n");
                    text(zip, entry)
                            .strip()
                            .lines()
                            .forEach(line -> out.append("    ")
                                    .append(line.stripTrailing())
                                    .append('\n'));
                } else if (LICENSE_FILE.matcher(entry.getName()).matches()) {
                    line(out, "Text", "licenses/" + stored(text(zip, entry), library, entry, texts));
                }
            }
        }
    }

    /** The file in {@code licenses/} that holds a text; one text is stored once. */
    private String stored(String text, Library library, ZipEntry entry, Path texts) throws IOException {
        String digest = digest(text);
        String standard = standardTexts.get(digest);
        if (standard != null) {
            return standard;
        }
        String file = ownTexts.get(digest);
        if (file == null) {
            file = library.name() + "-" + library.version() + "-"
                    + entry.getName().replaceAll(".*/", "");
            file = file.endsWith(".txt") || file.endsWith(".md") ? file : file + ".txt";
            ownTexts.put(digest, file);
            Files.writeString(texts.resolve(file), text);
        }
        return file;
    }

    private static String text(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("\r\n", "\n")
                    .replace('\f', '\n');
        }
    }

    /** The digest of the words alone: the same text with other line breaks has the same. */
    private static String digest(String text) {
        try {
            byte[] words = text.replaceAll("\\s+", " ").strip().getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(words));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
