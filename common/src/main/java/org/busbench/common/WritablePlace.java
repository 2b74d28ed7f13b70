package org.busbench.common;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Where files are made that belong beside others: there, or in a folder of the user's own where nothing can be written, as in an
 * archive that another user unpacked.
 */
public final class WritablePlace {
    /** How the names of files end that {@link #write} has not put into their places yet. */
    public static final String FRESH = ".fresh";

    private static Path ofThisProcess;

    private WritablePlace() {}

    /** {@code busbench} in the user's folder for caches: {@code XDG_CACHE_HOME}, or {@code .cache} below the home. */
    public static Path caches() {
        String named = System.getenv("XDG_CACHE_HOME");
        Path caches =
                named == null || named.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(named);
        return caches.resolve("busbench");
    }

    /**
     * A folder in which files can be made.
     *
     * @param folder which need not be there
     * @return this folder, or the one that stands in for it: the same one in every process of a user who has a folder for caches, and
     *     else one that is deleted when this process ends
     * @throws UncheckedIOException when no folder can be made
     */
    public static Path of(Path folder) {
        return of(folder, WritablePlace::isWritable);
    }

    static Path of(Path folder, Predicate<Path> writable) {
        Path wanted = folder.toAbsolutePath().normalize();
        if (writable.test(wanted)) {
            return wanted;
        }
        Path own = writable.test(caches()) ? caches() : ofThisProcess();
        return own.resolve("beside").resolve(wanted.getRoot().relativize(wanted));
    }

    /**
     * Writes a file unless it says the same already. Another process, which may write the same at this moment, reads the old or the new
     * one, whole.
     */
    public static void write(Path file, byte[] content) throws IOException {
        if (Files.isRegularFile(file) && Arrays.equals(Files.readAllBytes(file), content)) {
            return;
        }
        Files.createDirectories(file.getParent());
        Path fresh = Files.createTempFile(file.getParent().getParent(), "copy", FRESH);
        Files.write(fresh, content);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static boolean isWritable(Path folder) {
        Path there = folder;
        while (!Files.exists(there)) {
            there = there.getParent();
        }
        return Files.isWritable(there);
    }

    private static synchronized Path ofThisProcess() {
        if (ofThisProcess == null) {
            try {
                Path made = Files.createTempDirectory("busbench");
                Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(made)));
                ofThisProcess = made;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return ofThisProcess;
    }

    private static void delete(Path folder) {
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            System.err.println("cannot delete " + folder + ": " + e);
        }
    }
}
