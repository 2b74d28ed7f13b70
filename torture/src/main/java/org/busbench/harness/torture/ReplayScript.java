package org.busbench.harness.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.busbench.harness.torture.Case.Script;
import org.busbench.harness.torture.Case.Step;

/** A program of plain Python 3 that plays one exchange again: both the client and the backend, byte by byte. */
final class ReplayScript {
    static final String NAME = "replay.py";

    private static final String PROGRAM = """
import argparse, socket, struct, threading, time

options = argparse.ArgumentParser(description=TITLE)
options.add_argument("--proxy", default=PROXY, help="HOST:PORT of the proxy (default: %(default)s)")
options.add_argument("--backend", type=int, default=9000, help="port on which the backend is expected (default: %(default)s)")
options.add_argument("--wait", type=float, default=3, help="seconds to wait for answers (default: %(default)s)")
options.add_argument("--others", type=int, default=OTHERS, help="clients that play the case at the same time (default: %(default)s)")
chosen = options.parse_args()
lock = threading.Lock()
over = threading.Event()
played = 0


def show(who, data):
    if who is None:
        return
    with lock:
        for line in data.split(b"\\n"):
            print(who, repr(line + b"\\n")[1:] if data else "''")


def act(connection, steps, who):
    for action, value, piece, gap in steps:
        if action == "send":
            piece = piece or max(1, len(value))
            for at in range(0, len(value), piece):
                time.sleep(gap if at else 0)
                connection.sendall(value[at : at + piece])
            show(who, value)
        elif action == "pause":
            time.sleep(value)
        elif action == "half_close":
            connection.shutdown(socket.SHUT_WR)
        elif action == "reset":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
            return False
        elif action == "close":
            connection.close()
            return False
        elif action == "hold":
            over.wait(chosen.wait)
            return False
        elif action == "await":
            time.sleep(0.5)
    return True


def whole(data):
    head, separator, body = data.partition(b"\\r\\n\\r\\n")
    if not separator:
        return False
    lower = head.lower()
    if b"transfer-encoding" in lower:
        return body.endswith(b"0\\r\\n\\r\\n")
    for line in lower.split(b"\\r\\n"):
        if line.startswith(b"content-length:"):
            return len(body) >= int(line.split(b":")[1].strip() or b"0")
    return True


def serve(connection):
    global played
    try:
        if AT == "accept":
            played += 1
            if not act(connection, BACKEND if played <= TIMES else GOOD, "backend sends    "):
                return
        data = b""
        while True:
            more = connection.recv(65536)
            if not more:
                return
            show("backend receives ", more)
            data += more
            if (AT == "head" and b"\\r\\n\\r\\n" in data) or whole(data):
                data = b""
                played += 1
                if not act(connection, BACKEND if played <= TIMES else GOOD, "backend sends    "):
                    return
    except OSError as gone:
        show("backend          ", str(gone).encode())


def accept(server):
    while True:
        connection, _ = server.accept()
        threading.Thread(target=serve, args=(connection,), daemon=True).start()


if not DOWN:
    server = socket.socket()
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.bind(("127.0.0.1", chosen.backend))
    server.listen(64)
    threading.Thread(target=accept, args=(server,), daemon=True).start()

host, port = chosen.proxy.rsplit(":", 1)


def other():
    while not over.is_set():
        try:
            with socket.create_connection((host, int(port))) as connection:
                if act(connection, CLIENT, None):
                    over.wait(chosen.wait)
        except OSError:
            over.wait(0.1)
        if not AGAIN:
            return


threading.stack_size(256 << 10)
for _ in range(chosen.others):
    threading.Thread(target=other, daemon=True).start()
if chosen.others:
    time.sleep(1)
client = socket.create_connection((host, int(port)))
reading = threading.Event()


def read():
    try:
        while True:
            data = client.recv(65536)
            if not data:
                show("client           ", b"the proxy closed the connection")
                return
            show("client receives  ", data)
    except OSError as gone:
        show("client           ", str(gone).encode())
    finally:
        reading.set()


threading.Thread(target=read, daemon=True).start()
try:
    act(client, SHOWN, "client sends     ")
except OSError as gone:
    show("client           ", str(gone).encode())
reading.wait(chosen.wait)
over.set()
""";

    private ReplayScript() {}

    static String of(Case one, CaseMessages messages, URI url, String title) {
        Script script = one.exchange().backend();
        StringBuilder program = new StringBuilder("#!/usr/bin/env python3\n# Case ")
                .append(one.id())
                .append(
                        ". Sends the bytes of one exchange again, and shows both sides.\n# The proxy must run, and its backend must not.\n");
        program.append("TITLE = ").append(text(title)).append('\n');
        program.append("PROXY = ")
                .append(text(url.getHost() + ":" + (url.getPort() < 0 ? 80 : url.getPort())))
                .append('\n');
        program.append("DOWN = ").append(script.down() ? "True" : "False").append('\n');
        program.append("AT = ")
                .append(text(script.at().name().toLowerCase(Locale.ROOT)))
                .append('\n');
        program.append("TIMES = ").append(script.times()).append('\n');
        Optional<Case.Overload> load = one.extent().overload();
        program.append("OTHERS = ")
                .append(load.map(Case.Overload::connections).orElse(0))
                .append('\n');
        program.append("AGAIN = ")
                .append(load.map(Case.Overload::again).orElse(false) ? "True" : "False")
                .append('\n');
        steps("CLIENT", clientSteps(one.exchange().client(), messages), program);
        // Under an overload the client whose bytes are shown is a good one.
        steps(
                "SHOWN",
                clientSteps(
                        load.isPresent()
                                ? List.of(Step.send("${second}"))
                                : one.exchange().client(),
                        messages),
                program);
        steps("BACKEND", backendSteps(script.steps(), messages), program);
        steps("GOOD", backendSteps(Script.GOOD.steps(), messages), program);
        return program.append(PROGRAM).toString();
    }

    private static List<String> clientSteps(List<Step> script, CaseMessages messages) {
        List<String> steps = new ArrayList<>();
        for (Step step : script) {
            steps.add(step(step, messages.client(step.text())));
        }
        return steps;
    }

    private static List<String> backendSteps(List<Step> script, CaseMessages messages) {
        List<String> steps = new ArrayList<>();
        for (Step step : script) {
            steps.add(step(step, messages.backend(step.text(), messages.nonce(0))));
        }
        return steps;
    }

    private static void steps(String name, List<String> steps, StringBuilder program) {
        program.append(name).append(" = [\n");
        steps.forEach(step -> program.append("    ").append(step).append(",\n"));
        program.append("]\n");
    }

    private static String step(Step step, byte[] bytes) {
        String value = switch (step.action()) {
            case SEND -> "b" + text(new String(bytes, ISO_8859_1)) + (step.number() > 1 ? " * " + step.number() : "");
            case PAUSE -> Double.toString(step.number() / 1000.0);
            default -> "None";
        };
        return "(\"" + step.action().name().toLowerCase(Locale.ROOT) + "\", " + value + ", " + step.piece() + ", "
                + step.gapMillis() / 1000.0 + ")";
    }

    /** A literal of Python whose characters are bytes. */
    private static String text(String text) {
        StringBuilder literal = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> literal.append("\\\"");
                case '\\' -> literal.append("\\\\");
                case '\r' -> literal.append("\\r");
                case '\n' -> literal.append("\\n");
                case '\t' -> literal.append("\\t");
                default -> {
                    if (c < ' ' || c > '~') {
                        literal.append(String.format(Locale.ROOT, "\\x%02x", (int) c));
                    } else {
                        literal.append(c);
                    }
                }
            }
        }
        return literal.append('"').toString();
    }
}
