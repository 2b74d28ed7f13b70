"""Starts the distribution again and again and times its first answers. Started by the script startup."""

import http.client
import os
import statistics
import subprocess
import sys
import time

from process import cpu_micros

WORK, MESSAGES, PORT, ROUNDS = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
PROXIES = {"virtualization": ("VirtualizationProxy", "getQuote"), "cbr": ("CbrProxy", "getQuote"), "xslt": ("XsltProxy", "checkPrice")}
EXPECTED = {"getQuote": b"getQuoteResponse", "checkPrice": b"CheckPriceResponse"}
PATIENCE_SECONDS = 60


def answered(proxy, message):
    """Sends the message once; returns whether something listens and answers rightly, and ends the program when the answer is wrong."""
    with open(os.path.join(MESSAGES, message + ".xml"), "rb") as file:
        body = file.read()
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=PATIENCE_SECONDS)
    try:
        connection.request(
            "POST", "/services/" + proxy, body, {"Content-Type": "text/xml; charset=UTF-8", "SOAPAction": f'"urn:{message}"'})
        answer = connection.getresponse()
        text = answer.read()
    except ConnectionRefusedError:
        return False
    finally:
        connection.close()
    if answer.status != 200 or EXPECTED[message] not in text:
        sys.exit(f"startup: {proxy} answered {answer.status} {text[:200]!r}, not {EXPECTED[message].decode()}")
    return True


def start(kind):
    """Starts the mediator once; returns the milliseconds after which each scenario had its first answer, and its CPU time until then."""
    log = os.path.join(WORK, kind + ".log")
    begin = time.monotonic()
    with open(log, "wb") as output:
        process = subprocess.Popen(
            [os.path.join(WORK, kind, "bin/mediator"), "--listen", f"127.0.0.1:{PORT}"], stdout=output, stderr=subprocess.STDOUT)
    try:
        times = {}
        for scenario, (proxy, message) in PROXIES.items():
            while not answered(proxy, message):
                if process.poll() is not None or time.monotonic() - begin > PATIENCE_SECONDS:
                    with open(log, encoding="utf-8") as output:
                        sys.exit(f"startup: {kind} does not answer, it printed: {output.read()}")
                time.sleep(0.001)
            times[scenario] = (time.monotonic() - begin) * 1000
        times["CPU"] = cpu_micros(process.pid) / 1000
        return times
    finally:
        process.terminate()
        process.wait()


kinds = ("plain", "shared")
taken = {kind: [] for kind in kinds}
for number in range(ROUNDS):
    for kind in kinds if number % 2 == 0 else reversed(kinds):
        taken[kind].append(start(kind))
print(f"ms from exec to the first right answer, median of {ROUNDS} starts (smallest - largest); CPU-ms when all three had been given")
for kind in kinds:
    columns = []
    for what in (*PROXIES, "CPU"):
        values = [times[what] for times in taken[kind]]
        columns.append(f"{what} {statistics.median(values):.0f} ({min(values):.0f} - {max(values):.0f})")
    print(f"{kind:8}" + "   ".join(columns))
