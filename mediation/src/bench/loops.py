"""Loads nginx and the mediators in turns until they answer no faster. Called by the script beside it; each system is NAME=URL=PID[,PID...]."""

import os
import re
import statistics
import subprocess
import sys

from process import cpu_micros

MESSAGES, SIZES, CONNECTIONS = sys.argv[1], sys.argv[2].split(), sys.argv[3]
ROUNDS, SECONDS, WARM_SECONDS = (int(argument) for argument in sys.argv[4:7])
POST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "post.lua")


def load(name, url, pids, size, seconds):
    """Returns answers a second and CPU-microseconds of the processes on each."""
    before = sum(cpu_micros(pid) for pid in pids)
    run = subprocess.run(
        ["wrk", "--timeout", "30s", "-t2", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", POST, url],
        env=dict(os.environ, BODY=os.path.join(MESSAGES, size, "getQuote.xml"), ACTION="urn:getQuote"),
        capture_output=True,
        text=True,
        check=True,
    )
    used = sum(cpu_micros(pid) for pid in pids) - before
    wrong = re.search(r"Non-2xx.*|Socket errors.*", run.stdout)
    if wrong:
        sys.exit(f"loops: {name}, {size}: {wrong.group()}")
    count = int(re.search(r"(\d+) requests in", run.stdout).group(1))
    rate = float(re.search(r"Requests/sec:\s*([\d.]+)", run.stdout).group(1))
    return rate, used / count


def shown(values, form):
    """The median, and the quartiles in brackets."""
    values = sorted(values)
    return f"{statistics.median(values):{form}} ({values[len(values) // 4]:{form}}-{values[-1 - len(values) // 4]:{form}})"


def main():
    systems = {}
    for argument in sys.argv[7:]:
        name, url, pids = argument.split("=")
        systems[name] = (url, pids.split(","))
    print(f"{ROUNDS} rounds of {SECONDS} s, {CONNECTIONS} connections; medians, quartiles in brackets")
    print("| size | system | answers/s | ratio | CPU-µs per message | ratio |")
    print("|---|---|---|---|---|---|")
    for size in SIZES:
        for name, (url, pids) in systems.items():
            load(name, url, pids, size, WARM_SECONDS)
        rounds = {name: [] for name in systems}
        for number in range(ROUNDS):
            for name in list(systems) if number % 2 else reversed(list(systems)):
                rounds[name].append(load(name, *systems[name], size, SECONDS))
        for name, values in rounds.items():
            rates = [rate / other for (rate, _), (other, _) in zip(values, rounds["nginx"])]
            costs = [cost / other for (_, cost), (_, other) in zip(values, rounds["nginx"])]
            print(
                f"| {size} | {name} | {shown([rate for rate, _ in values], ',.0f')} | {shown(rates, '.2f')} |"
                f" {shown([cost for _, cost in values], '.1f')} | {shown(costs, '.2f')} |",
                flush=True,
            )


main()
