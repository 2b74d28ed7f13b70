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
        for line in data.split(b"\n"):
            print(who, repr(line + b"\n")[1:] if data else "''")


def act(connection, steps, who):
    for step in steps:
        action = step["action"]
        if action == "SEND":
            value = step["text"].encode("latin-1") * step["number"]
            piece = step["piece"] or max(1, len(value))
            for at in range(0, len(value), piece):
                time.sleep(step["gapMillis"] / 1000 if at else 0)
                connection.sendall(value[at : at + piece])
            show(who, value)
        elif action == "PAUSE":
            time.sleep(step["number"] / 1000)
        elif action == "HALF_CLOSE":
            connection.shutdown(socket.SHUT_WR)
        elif action == "RESET":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
            return False
        elif action == "CLOSE":
            connection.close()
            return False
        elif action == "HOLD":
            over.wait(chosen.wait)
            return False
        elif action == "AWAIT":
            time.sleep(0.5)
    return True


def whole(data):
    head, separator, body = data.partition(b"\r\n\r\n")
    if not separator:
        return False
    lower = head.lower()
    if b"transfer-encoding" in lower:
        return body.endswith(b"0\r\n\r\n")
    for line in lower.split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return len(body) >= int(line.split(b":")[1].strip() or b"0")
    return True


def serve(connection):
    global played
    try:
        if AT == "ACCEPT":
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
            if (AT == "HEAD" and b"\r\n\r\n" in data) or whole(data):
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
