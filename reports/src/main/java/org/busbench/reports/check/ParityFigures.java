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
record ParityFigures(Path directory, Problems problems) {

    static final String FILE = "parity.jsonl";

    void check(List<Parity> lines) throws IOException {
        Set<String> adapters = new HashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            Parity line = lines.get(i);
            Problems.Line at = problems.line(FILE, i + 1);
            if (!adapters.add(line.adapter())) {
                at.says("audits %s, which a line above does too", line.adapter());
            }
            if (line.evidenceFolder().path() != null) {
                Manifest.check(directory, line.evidenceFolder(), at, problems);
            }
            for (Parity.Scenario scenario : line.scenarios()) {
                if (scenario.reason() == null) {
                    crowds(scenario, at);
                    passing(line, scenario, at);
                }
            }
        }
    }

    private static void crowds(Parity.Scenario scenario, Problems.Line at) {
        for (Parity.Crowd crowd : scenario.crowds()) {
            at.same(
                    "messages",
                    crowd.messages(),
                    (long) crowd.concurrency() * crowd.rounds(),
                    "'concurrency' times 'rounds'");
            if (crowd.answered() > crowd.messages() || crowd.together() > crowd.concurrency()) {
                at.says("has more answers or more messages at a time than %d clients can have", crowd.concurrency());
            }
        }
    }

    private void passing(Parity line, Parity.Scenario scenario, Problems.Line at) throws IOException {
        if (line.evidenceFolder().path() == null) {
            at.says("names no bytes from which its scenarios could be told again");
            return;
        }
        String name = scenario.scenario();
        Parity.Direction request = scenario.request();
        Parity.Direction answer = scenario.answer();
        told(line, at, name + "-fixed-request", "request.fixed", request.fixed());
        told(line, at, name + "-chunked-request", "request.chunked", request.chunked());
        told(line, at, name + "-fixed-answer", "answer.fixed", answer.fixed());
        told(line, at, name + "-chunked-answer-answer", "answer.chunked", answer.chunked());
        bytes(line, at, name + "-fixed-request", request.body());
        bytes(line, at, name + "-fixed-answer", answer.body());
    }

    private void told(Parity line, Problems.Line at, String file, String figure, String recorded) throws IOException {
        Path received = directory.resolve(line.evidenceFolder().path()).resolve(file + ".received");
        if (recorded != null && exists(received, line, at, file)) {
            problems.compare();
            String follows = WireBytes.of(Files.readAllBytes(received)).framing();
            if (!follows.equals(recorded)) {
                at.says("'%s' is %s, but %s.received says %s", figure, recorded, file, follows);
            }
        }
    }

    private void bytes(Parity line, Problems.Line at, String file, String recorded) throws IOException {
        Path folder = directory.resolve(line.evidenceFolder().path());
        if (recorded != null && exists(folder.resolve(file + ".received"), line, at, file)) {
            problems.compare();
            boolean same = Arrays.equals(
                    WireBytes.of(Files.readAllBytes(folder.resolve(file + ".sent")))
                            .body(),
                    WireBytes.of(Files.readAllBytes(folder.resolve(file + ".received")))
                            .body());
            if (same != recorded.equals("identical")) {
                at.says("'body' is %s, but the bytes of %s are %s", recorded, file, same ? "the same" : "others");
            }
        }
    }

    /** The manifest says that it is missing where it names it; a line needs it in any case. */
    private static boolean exists(Path file, Parity line, Problems.Line at, String name) {
        boolean exists = Files.isRegularFile(file);
        if (!exists) {
            at.says(
                    "does not follow from %s: there is no %s",
                    line.evidenceFolder().path(), name);
        }
        return exists;
    }
}
