package org.busbench.harness.verify;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.common.http.Access;
import org.busbench.harness.scenario.Message;

/** The files that show what was sent and what came back, in one folder. */
final class ExchangeFiles {

    private final Path folder;

    ExchangeFiles(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    void request(String name, URI url, Target target, Message message) throws IOException {
        StringBuilder head = new StringBuilder(message.method() + " " + url + "\r\n" + message.headerLines());
        for (Access.Field field : target.reach().access().fields()) {
            head.append(field.name()).append(": (").append(field.shown()).append(")\r\n");
        }
        Files.write(
                folder.resolve(name + ".request.http"),
                joined(head.append("\r\n").toString(), message.bytes()));
    }

    /** Without the secrets of the request, should the answer repeat one. */
    void answer(String name, Target target, Answer answer) throws IOException {
        byte[] kept = target.reach().access().redacted(answer.asEvidence());
        Files.write(folder.resolve(name + ".answer.http"), kept);
    }

    void noAnswer(String name, String reason) throws IOException {
        Files.writeString(folder.resolve(name + ".no-answer.txt"), reason + "\n");
    }

    void expected(String name, byte[] body) throws IOException {
        Files.write(folder.resolve(name + ".expected.xml"), body);
    }

    void arrived(String name, byte[] body) throws IOException {
        Files.write(folder.resolve(name + ".arrived.xml"), body);
    }

    private static byte[] joined(String head, byte[] body) {
        byte[] start = head.getBytes(StandardCharsets.UTF_8);
        byte[] all = new byte[start.length + body.length];
        System.arraycopy(start, 0, all, 0, start.length);
        System.arraycopy(body, 0, all, start.length, body.length);
        return all;
    }
}
