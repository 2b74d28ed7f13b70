package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where this machine shows the control groups of a process (cgroups(7)): version 2 in one folder, version 1 in one for each
 * controller. Immutable.
 *
 * @param version 1 or 2: which of them counts CPU time
 * @param mounts where each controller is mounted whole; version 2 under the empty name
 * @param paths the group of the process, relative to the mount, by controller
 */
record CgroupFolders(int version, Map<String, Path> mounts, Map<String, String> paths) {
    private static final Path MOUNT_TABLE = Path.of("/proc/self/mountinfo");
    private static final int ROOT = 3;
    private static final int MOUNT_POINT = 4;
    private static final String UNIFIED = "";

    CgroupFolders {
        mounts = Map.copyOf(mounts);
        paths = Map.copyOf(paths);
    }

    /**
     * Those of a process.
     *
     * @throws IOException when the process has ended, or the system has no such table
     */
    static CgroupFolders of(long pid) throws IOException {
        return of(Files.readAllLines(MOUNT_TABLE), Files.readAllLines(Path.of("/proc", Long.toString(pid), "cgroup")));
    }

    /** Reads the lines of {@code mountinfo} and of a process's {@code cgroup}. */
    static CgroupFolders of(List<String> mountTable, List<String> groups) {
        Map<String, String> paths = new TreeMap<>();
        for (String line : groups) {
            String[] fields = line.split(":", 3);
            for (String controller : fields[1].split(",", -1)) {
                paths.put(controller, fields[2]);
            }
        }
        return new CgroupFolders(paths.containsKey("cpuacct") ? 1 : 2, mounts(mountTable), paths);
    }

    private static Map<String, Path> mounts(List<String> table) {
        Map<String, Path> mounts = new TreeMap<>();
        for (String line : table) {
            String[] halves = line.split(" - ", 2);
            String[] fields = halves[0].split(" ", MOUNT_POINT + 2);
            String[] type = halves[1].split(" ", 3);
            if (!fields[ROOT].equals("/")) {
                continue;
            }
            if (type[0].equals("cgroup2")) {
                mounts.put(UNIFIED, Path.of(fields[MOUNT_POINT]));
            } else if (type[0].equals("cgroup")) {
                for (String option : type[2].split(",", -1)) {
                    mounts.putIfAbsent(option, Path.of(fields[MOUNT_POINT]));
                }
            }
        }
        return mounts;
    }

    /** The folder of the process's own group for a controller; empty when it is not mounted here. */
    Optional<Path> own(String controller) {
        String name = version == 1 ? controller : UNIFIED;
        Path mount = mounts.get(name);
        String path = paths.get(name);
        return mount == null || path == null
                ? Optional.empty()
                : Optional.of(Path.of(mount + path).normalize());
    }

    /** The folder and those of the groups around it, whose limits hold too; empty when the controller is not mounted here. */
    List<Path> upwards(String controller) {
        List<Path> folders = new ArrayList<>();
        Path mount = mounts.get(version == 1 ? controller : UNIFIED);
        for (Path folder = own(controller).orElse(null);
                folder != null && folder.startsWith(mount);
                folder = folder.getParent()) {
            folders.add(folder);
        }
        return folders;
    }
}
