"""Starts mediators again and again and storms them at once. Started by the script storm."""

import collections
import os
import re
import signal
import statistics
import subprocess
import sys
import time

from process import cpu_micros

ROOT, WORK, PORT, ROUNDS, CONNECTIONS, SECONDS = sys.argv[1], sys.argv[2], *(int(argument) for argument in sys.argv[3:7])
DELAY_SECONDS = 0.5
PATIENCE_SECONDS = 60
JAVA = os.path.join(os.environ["JAVA_HOME"], "bin/java") if "JAVA_HOME" in os.environ else "java"
FLAGS = os.environ.get("JAVA_FLAGS", "-XX:+UseParallelGC -Xms256m -Xmx256m").split()
OPTIONS = os.environ.get("OPTIONS", "").split()
KINDS = os.environ.get("WHO", "nginx busbench").split()
POST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "post.lua")


def start(kind):
    """Starts nginx or the mediator; returns the process and the seconds until it is ready."""
    begin = time.monotonic()
    if kind == "nginx":
        folder = os.path.join(WORK, "nginx")
        process = subprocess.Popen(
            ["nginx", "-p", folder, "-e", "error.log", "-c", os.path.join(folder, "nginx.conf"), "-g", "daemon off;"])
        time.sleep(0.5)
        return process, 0
    log = os.path.join(WORK, "mediator.log")
    with open(log, "wb") as output:
        process = subprocess.Popen(
            [JAVA, *FLAGS, "-cp", f"{ROOT}/mediation/target/mediation/lib/*", "org.busbench.mediation.Mediator",
             "--config", os.path.join(WORK, "home"), "--listen", f"127.0.0.1:{PORT}", *OPTIONS],
            stdout=output, stderr=subprocess.STDOUT)
    while True:
        with open(log, encoding="utf-8") as output:
            said = output.read()
        if said.startswith("ready"):
            return process, time.monotonic() - begin
        if process.poll() is not None or time.monotonic() - begin > PATIENCE_SECONDS:
            sys.exit(f"storm: the mediator is not ready: {said}")
        time.sleep(0.002)


def complaints():
    """What nginx says most often in its log, without the numbers of connections; empties the log."""
    path = os.path.join(WORK, "nginx", "error.log")
    with open(path, "r+", encoding="utf-8") as log:
        counts = collections.Counter(re.sub(r"^\S+ \S+ \[(\w+)\] \S+ (?:\*\d+ )?([^,]*).*", r"\1: \2", line.strip()) for line in log)
        log.truncate(0)
    return "".join(f"; its log, {count} times: {text}" for text, count in counts.most_common(2))


def millis(text):
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60000}[unit]


def storm(kind):
    """Returns the share of the possible answers, p50 and p99 in ms, seconds until ready, and CPU-us for each answer."""
    process, ready = start(kind)
    try:
        path = "/services/SimpleStockQuoteService" if kind == "nginx" else "/services/VirtualizationProxy"
        run = subprocess.run(
            ["wrk", "--timeout", "30s", "--latency", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-s", POST,
             f"http://127.0.0.1:{PORT}{path}"],
            env=dict(os.environ, BODY=os.path.join(ROOT, "xslt/messages/500/getQuote.xml")), capture_output=True, text=True, check=True)
        wrong = re.search(r"Non-2xx.*|Socket errors.*", run.stdout)
        count = int(re.search(r"(\d+) requests in", run.stdout).group(1))
        p50, p99 = (millis(re.search(rf"^ +{p}%\s+(\S+)", run.stdout, re.MULTILINE).group(1)) for p in (50, 99))
        pid = process.pid
        if kind == "nginx":
            pid = int(subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=True).stdout.split()[0])
        errors = wrong.group() + (complaints() if kind == "nginx" else "") if wrong else ""
        return count / (SECONDS / DELAY_SECONDS * CONNECTIONS), p50, p99, ready, cpu_micros(pid) / count, errors
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


taken = {kind: [] for kind in KINDS}
for number in range(ROUNDS):
    for kind in KINDS if number % 2 == 0 else reversed(KINDS):
        taken[kind].append(storm(kind))
print(f"{CONNECTIONS} connections at once for {SECONDS} s, backend {DELAY_SECONDS} s, median of {ROUNDS} rounds (smallest - largest)")
for kind in KINDS:
    share, p50, p99, ready, cpu = (
        f"{statistics.median(values):{form}} ({min(values):{form}} - {max(values):{form}})"
        for values, form in zip(list(zip(*taken[kind]))[:5], (".1%", ".0f", ".0f", ".2f", ".1f")))
    print(f"{kind:9} of the possible {share}  p50 {p50} ms  p99 {p99} ms  ready after {ready} s  CPU {cpu} us/answer")
    for errors in filter(None, (each[5] for each in taken[kind])):
        print(f"{kind:9} {errors}")
