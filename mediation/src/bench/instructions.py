"""Loads nginx and the mediator and prints the instructions and cycles that each spends on a message. Called by the script beside it, which starts them."""

import os
import statistics
import time

from wrk import ROUNDS, SCENARIOS, SECONDS, SIZES, WARM_SECONDS, answered, levels, targets

EVENTS = ["instructions:u", "instructions:k", "cycles:u", "cycles:k", "raw_syscalls:sys_enter"]


def load(name, url, pid, file, action, connections, seconds):
    """Returns how often each event came in a process for each message."""
    perf = ["perf", "stat", "-x", ";", "-e", ",".join(EVENTS), "-p", pid, "--"]
    count, said = answered(name, url, file, action, connections, seconds, perf)
    found = dict.fromkeys(EVENTS, float("nan"))
    for line in said.splitlines():
        fields = line.split(";")
        if len(fields) > 2 and fields[2] in found and fields[0].isdigit():
            found[fields[2]] = int(fields[0]) / count
    return [found[event] for event in EVENTS]


def main():
    print(f"Medians of {ROUNDS} rounds of {SECONDS} s after {WARM_SECONDS} s, per message")
    print("| scenario | size | c | who | instructions, user | instructions, kernel | cycles, user | cycles, kernel | system calls |")
    print("|---|---|---|---|---|---|---|---|---|")
    shown = set()
    for scenario in SCENARIOS:
        for size in SIZES:
            for connections in levels(scenario):
                for name, target in targets(scenario, size).items():
                    if (name, size, connections) in shown:
                        continue
                    shown.add((name, size, connections))
                    answered(name, target[0], target[2], target[3], connections, WARM_SECONDS)
                    rounds = [load(name, *target, connections, SECONDS) for _ in range(ROUNDS)]
                    *counts, calls = (statistics.median(values) for values in zip(*rounds))
                    figures = " | ".join(f"{value:,.0f}" for value in counts)
                    print(f"| {scenario} | {size} | {connections} | {name} | {figures} | {calls:.2f} |", flush=True)
                    time.sleep(float(os.environ.get("PAUSE", "0")))


main()
