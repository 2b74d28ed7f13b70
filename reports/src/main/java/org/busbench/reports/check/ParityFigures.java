package org.busbench.reports.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.busbench.record.Parity;

/** The lines of {@code parity.jsonl}, against the bytes of what was said, and in themselves. */
final class ParityFigures {

    static final String FILE = "parity.jsonl";

    private final Path directory;
    private final Problems problems;

    ParityFigures(Path directory, Problems problems) {
        this.directory = directory;
        this.problems = problems;
    }

    void check(List<Parity> lines) throws IOException {
        Set<String> adapters = new HashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            Parity line = lines.get(i);
            if (!adapters.add(line.adapter())) {
                problems.atLine(FILE, i + 1, "audits %s, which a line above does too", line.adapter());
            }
            if (line.evidenceFolder().path() != null) {
                Manifest.check(
                        directory,
                        line.evidenceFolder().path(),
                        line.evidenceFolder().manifestSha256(),
                        FILE,
                        i + 1,
                        problems);
            }
            for (Parity.Scenario scenario : line.scenarios()) {
                if (scenario.reason() == null) {
                    crowds(scenario, i + 1);
                    passing(line, scenario, i + 1);
                }
            }
        }
    }

    private void crowds(Parity.Scenario scenario, int line) {
        for (Parity.Crowd crowd : scenario.crowds()) {
            problems.same(
                    FILE,
                    line,
                    "messages",
                    crowd.messages(),
                    (long) crowd.concurrency() * crowd.rounds(),
                    "'concurrency' times 'rounds'");
            if (crowd.answered() > crowd.messages() || crowd.together() > crowd.concurrency()) {
                problems.atLine(
                        FILE,
                        line,
                        "has more answers or more messages at a time than %d clients can have",
                        crowd.concurrency());
            }
        }
    }

    private void passing(Parity line, Parity.Scenario scenario, int number) throws IOException {
        if (line.evidenceFolder().path() == null) {
            problems.atLine(FILE, number, "names no bytes from which its scenarios could be told again");
            return;
        }
        String name = scenario.scenario();
        told(
                line,
                number,
                name + "-fixed-request",
                "request.fixed",
                scenario.request().fixed());
        told(
                line,
                number,
                name + "-chunked-request",
                "request.chunked",
                scenario.request().chunked());
        told(
                line,
                number,
                name + "-fixed-answer",
                "answer.fixed",
                scenario.answer().fixed());
        told(
                line,
                number,
                name + "-chunked-answer-answer",
                "answer.chunked",
                scenario.answer().chunked());
        bytes(line, number, name + "-fixed-request", scenario.request().body());
        bytes(line, number, name + "-fixed-answer", scenario.answer().body());
    }

    private void told(Parity line, int number, String file, String figure, String recorded) throws IOException {
        Path received = directory.resolve(line.evidenceFolder().path()).resolve(file + ".received");
        if (recorded != null && exists(received, line, number, file)) {
            problems.compare();
            String follows = WireBytes.of(Files.readAllBytes(received)).framing();
            if (!follows.equals(recorded)) {
                problems.atLine(FILE, number, "'%s' is %s, but %s.received says %s", figure, recorded, file, follows);
            }
        }
    }

    private void bytes(Parity line, int number, String file, String recorded) throws IOException {
        Path folder = directory.resolve(line.evidenceFolder().path());
        if (recorded != null && exists(folder.resolve(file + ".received"), line, number, file)) {
            problems.compare();
            boolean same = Arrays.equals(
                    WireBytes.of(Files.readAllBytes(folder.resolve(file + ".sent")))
                            .body(),
                    WireBytes.of(Files.readAllBytes(folder.resolve(file + ".received")))
                            .body());
            if (same != recorded.equals("identical")) {
                problems.atLine(
                        FILE,
                        number,
                        "'body' is %s, but the bytes of %s are %s",
                        recorded,
                        file,
                        same ? "the same" : "others");
            }
        }
    }

    /** The manifest says that it is missing where it names it; a line needs it in any case. */
    private boolean exists(Path file, Parity line, int number, String name) {
        boolean exists = Files.isRegularFile(file);
        if (!exists) {
            problems.atLine(
                    FILE,
                    number,
                    "does not follow from %s: there is no %s",
                    line.evidenceFolder().path(),
                    name);
        }
        return exists;
    }
}
