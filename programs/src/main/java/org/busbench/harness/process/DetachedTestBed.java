package org.busbench.harness.process;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.adapter.Adapter.Stop;
import org.busbench.harness.text.Problem;

/**
 * A mediator and its backends that stay up after the harness has ended, and the file that knows of them.
 *
 * @param startedAt ISO-8601 instant
 * @param processes in the order of their start
 */
public record DetachedTestBed(String adapter, String startedAt, List<Member> processes, Map<String, String> urls) {
    private static final String FILE = "stack.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    public DetachedTestBed {
        processes = List.copyOf(processes);
        urls = Collections.unmodifiableMap(new LinkedHashMap<>(urls));
    }

    /**
     * A process of the stack.
     *
     * @param name as in its logs
     * @param start tells it from a later process with this pid
     * @param stopMillis how long that may take
     * @param container what it runs; null when it runs none
     */
    public record Member(
            String name,
            long pid,
            long start,
            List<Integer> ports,
            String log,
            String signal,
            long stopMillis,
            @JsonInclude(JsonInclude.Include.NON_NULL) Container container) {
        static Member of(ManagedProcess process) {
            ProcessSpec spec = process.spec();
            return new Member(
                    spec.name(),
                    process.id().pid(),
                    process.id().start(),
                    spec.ports().stream().map(PortClaim::port).toList(),
                    spec.output().toString(),
                    spec.stop().signal(),
                    spec.stop().within().toMillis(),
                    spec.container().orElse(null));
        }

        public boolean running() {
            return new ProcessId(pid, start).alive();
        }

        private ProcessTree tree() {
            return new ProcessTree(new ProcessId(pid, start));
        }
    }

    /**
     * Lets everything that a supervisor runs live on as the stack of this state folder.
     *
     * @param startedAt ISO-8601 instant
     */
    public static DetachedTestBed detach(
            Supervisor supervisor, Path state, String adapter, String startedAt, Map<String, String> urls) {
        List<ManagedProcess> running = new java.util.ArrayList<>(supervisor.running());
        Collections.reverse(running);
        DetachedTestBed stack = new DetachedTestBed(
                adapter, startedAt, running.stream().map(Member::of).toList(), urls);
        stack.write(state);
        supervisor.release();
        return stack;
    }

    /** The stack that was started and not stopped, if there is one. Its processes may have ended by themselves. */
    public static Optional<DetachedTestBed> find(Path state) {
        Path file = state.resolve(FILE);
        try {
            return Optional.of(JSON.readValue(Files.readString(file), DetachedTestBed.class));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (JsonProcessingException damaged) {
            throw new Problem(
                    file + " is damaged (" + Problem.brief(damaged) + "): end its processes by hand, then delete it",
                    damaged);
        } catch (IOException unreadable) {
            throw new Problem("cannot read " + file + ": " + Problem.brief(unreadable), unreadable);
        }
    }

    /** Ends every process, the last first, and forgets the stack. */
    public void stop(Path state) {
        for (int i = processes.size() - 1; i >= 0; i--) {
            Member member = processes.get(i);
            member.tree().end(new Stop(member.signal(), Duration.ofMillis(member.stopMillis())));
            if (member.container() != null) {
                member.container().remove();
            }
        }
        Problem.ifFails("cannot delete " + state.resolve(FILE), () -> Files.deleteIfExists(state.resolve(FILE)));
    }

    private void write(Path state) {
        Path file = state.resolve(FILE);
        Path draft = state.resolve(FILE + ".draft");
        try {
            Files.createDirectories(state);
            Files.writeString(draft, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException unusual) {
            throw new Problem(state + " is on a file system without atomic renames", unusual);
        } catch (IOException unwritable) {
            throw new Problem("cannot write " + file + ": " + Problem.brief(unwritable), unwritable);
        }
    }
}
