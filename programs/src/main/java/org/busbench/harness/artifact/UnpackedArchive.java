package org.busbench.harness.artifact;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.busbench.harness.text.Problem;

/**
 * A zip or a tar.gz that is unpacked into a folder, and nowhere else. Programs stay executable. Symbolic links are made after
 * all files, so that no file is written through one, and each must lead to something in the folder. Used once, by one thread.
 */
public final class UnpackedArchive {
    /** In bytes, of all files together: more than any distribution has, and less than fills a disk. */
    private static final long LARGEST = 8L << 30;

    private static final int ANY_EXECUTE = 0111;
    private static final Set<PosixFilePermission> EXECUTE = EnumSet.of(
            PosixFilePermission.OWNER_EXECUTE, PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.OTHERS_EXECUTE);

    private final Path archive;
    private final Path target;
    private final int strip;
    private final Map<Path, String> links = new LinkedHashMap<>();
    private long room;

    /**
     * An archive and where to.
     *
     * @param strip how many leading folders of each entry are left out
     */
    public UnpackedArchive(Path archive, Path target, int strip) {
        this(archive, target, strip, LARGEST);
    }

    UnpackedArchive(Path archive, Path target, int strip, long largest) {
        this.archive = archive;
        this.target = target.toAbsolutePath().normalize();
        this.strip = strip;
        this.room = largest;
    }

    /**
     * Unpacks all entries; a file that is there already is replaced.
     *
     * @throws Problem when an entry would land or lead outside of the folder, or the archive cannot be read to its end
     */
    public void unpack() {
        try {
            Files.createDirectories(target);
            // Names that are no paths are IllegalArgumentExceptions, too.
            switch (format()) {
                case ZIP -> unzip();
                case TAR_GZ -> untar();
                default -> throw new Problem(archive + " is neither a zip nor a tar.gz: name another file");
            }
            link();
        } catch (IOException | IllegalArgumentException failed) {
            throw new Problem(archive + " cannot be unpacked: " + Problem.brief(failed), failed);
        }
    }

    private enum Format {
        ZIP,
        TAR_GZ,
        OTHER
    }

    /** By its first bytes: a name promises nothing. */
    private Format format() throws IOException {
        byte[] first;
        try (InputStream in = Files.newInputStream(archive)) {
            first = in.readNBytes(2);
        }
        if (first.length == 2 && first[0] == 'P' && first[1] == 'K') {
            return Format.ZIP;
        }
        return first.length == 2 && (first[0] & 0xff) == 0x1f && (first[1] & 0xff) == 0x8b
                ? Format.TAR_GZ
                : Format.OTHER;
    }

    private void unzip() throws IOException {
        try (ZipFile zip = ZipFile.builder().setPath(archive).get()) {
            for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
                Path place = place(entry.getName());
                if (entry.isUnixSymlink()) {
                    later(place, zip.getUnixSymlink(entry));
                } else if (entry.isDirectory()) {
                    Files.createDirectories(place);
                } else {
                    try (InputStream content = zip.getInputStream(entry)) {
                        write(place, content, entry.getUnixMode());
                    }
                }
            }
        }
    }

    private void untar() throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(GzipCompressorInputStream.builder()
                .setPath(archive)
                .setDecompressConcatenated(true)
                .get())) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path place = place(entry.getName());
                if (entry.isFIFO() || entry.isCharacterDevice() || entry.isBlockDevice()) {
                    throw new Problem(archive + " holds '" + entry.getName()
                            + "', which is no file, folder or link: do not use it");
                } else if (entry.isSymbolicLink()) {
                    later(place, entry.getLinkName());
                } else if (entry.isDirectory()) {
                    Files.createDirectories(place);
                } else if (entry.isLink()) {
                    copy(place(entry.getLinkName()), place, entry);
                } else {
                    write(place, tar, entry.getMode());
                }
            }
        }
    }

    /** Where an entry lands; the folder itself for one that is left out. */
    private Path place(String entry) {
        Path name = Path.of(entry).normalize();
        if (name.isAbsolute() || name.startsWith("..")) {
            throw new Problem(
                    archive + " holds '" + entry + "', which would land outside " + target + ": do not use it");
        }
        return name.getNameCount() > strip
                ? target.resolve(name.subpath(strip, name.getNameCount())).normalize()
                : target;
    }

    private void write(Path place, InputStream content, int mode) throws IOException {
        if (place.equals(target)) {
            return;
        }
        Files.createDirectories(place.getParent());
        Files.deleteIfExists(place);
        byte[] buffer = new byte[1 << 16];
        try (OutputStream out = Files.newOutputStream(place)) {
            for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
                room -= n;
                if (room < 0) {
                    throw new Problem(archive + " is larger than a distribution when it is unpacked: do not use it");
                }
                out.write(buffer, 0, n);
            }
        }
        makeExecutable(place, mode);
    }

    private static void makeExecutable(Path place, int mode) throws IOException {
        if ((mode & ANY_EXECUTE) != 0) {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(place);
            permissions.addAll(EXECUTE);
            Files.setPosixFilePermissions(place, permissions);
        }
    }

    /** A hard link names an entry that came before. */
    private void copy(Path from, Path place, TarArchiveEntry entry) throws IOException {
        if (!Files.isRegularFile(from)) {
            throw new Problem(archive + " holds '" + entry.getName() + "', a link to '" + entry.getLinkName()
                    + "', which is not in it: do not use it");
        }
        try (InputStream content = Files.newInputStream(from)) {
            write(place, content, Files.isExecutable(from) ? ANY_EXECUTE : 0);
        }
    }

    private void later(Path place, String leadsTo) {
        if (!place.equals(target)) {
            links.put(place, leadsTo);
        }
    }

    private void link() throws IOException {
        boolean good = false;
        try {
            for (Map.Entry<Path, String> link : links.entrySet()) {
                Files.createDirectories(link.getKey().getParent());
                Files.createSymbolicLink(link.getKey(), Path.of(link.getValue()));
            }
            for (Map.Entry<Path, String> link : links.entrySet()) {
                if (!leadsInside(link.getKey(), link.getValue())) {
                    throw new Problem(archive + " holds '" + target.relativize(link.getKey()) + "', a link to '"
                            + link.getValue() + "', which is not in it: do not use it");
                }
            }
            good = true;
        } catch (FileAlreadyExistsException taken) {
            throw new Problem(archive + " holds '" + taken.getFile() + "' twice, once as a link: do not use it", taken);
        } finally {
            if (!good) {
                for (Path link : links.keySet()) {
                    if (Files.isSymbolicLink(link)) {
                        Files.delete(link);
                    }
                }
            }
        }
    }

    /** Asked of the file system: a chain of links may lead elsewhere than the names say. */
    private boolean leadsInside(Path link, String leadsTo) throws IOException {
        try {
            return !Path.of(leadsTo).isAbsolute() && link.toRealPath().startsWith(target.toRealPath());
        } catch (NoSuchFileException dangling) {
            return false;
        }
    }
}
