package org.busbench.harness.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.busbench.harness.text.Problem;

/** Unpacks a distribution into a folder, and nowhere else. */
final class Unpacking {
    private Unpacking() {}

    /**
     * Unpacks all entries; what is there already is replaced.
     *
     * @param archive a zip file
     * @param target where to
     * @param strip how many leading folders of each entry are left out
     * @throws Problem when an entry would land outside the folder
     */
    static void unpack(Path archive, Path target, int strip) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                Path name = Path.of(entry.getName()).normalize();
                Path destination = stripped(target, name, strip);
                if (name.isAbsolute() || !destination.startsWith(target)) {
                    throw new Problem(archive + " holds '" + entry.getName() + "', which would land outside " + target
                            + ": do not use it");
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(destination);
                } else if (name.getNameCount() > strip) {
                    Files.createDirectories(destination.getParent());
                    Files.copy(zip.getInputStream(entry), destination, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static Path stripped(Path target, Path name, int strip) {
        return name.getNameCount() > strip
                ? target.resolve(name.subpath(strip, name.getNameCount()).toString())
                        .normalize()
                : target;
    }
}
