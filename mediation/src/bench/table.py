"""Loads nginx and the mediator in turns and prints the speed table. Called by the script beside it, which starts them."""

import csv
import os
import statistics

from process import cpu_micros
from wrk import ROUNDS, SCENARIOS, SECONDS, SIZES, WARM_SECONDS, answered, levels, targets

# The bars: the most that a ratio may be. Those of XSLT are CPU-microseconds on a machine on which nginx needs NGINX_MICROS.
BARS = {
    ("virtualization", 20): {"500": 1.0, "10K": 1.0, "100K": 1.0},
    ("virtualization", 200): {"500": 0.85, "10K": 0.85, "100K": 1.1},
    ("cbr", 20): {"500": 1.25, "10K": 1.15, "100K": 1.1},
    ("cbr-last", 20): {"500": 1.25, "10K": 1.7, "100K": 3.2},
    ("xslt", 20): {"500": 31.0, "10K": 220.0, "100K": 1900.0},
}
NGINX_MICROS = {"500": 18.0, "10K": 24.0, "100K": 96.0}


def load(name, url, pid, file, action, connections, seconds):
    """Returns the CPU-microseconds that a process has spent on each message."""
    before = cpu_micros(pid)
    count, _ = answered(name, url, file, action, connections, seconds)
    return (cpu_micros(pid) - before) / count


def cell(scenario, size, connections):
    """Measures nginx, our virtualization and the scenario in turns; returns each one's rounds."""
    who = targets(scenario, size)
    rounds = {name: [] for name in who}
    for name, target in who.items():
        load(name, *target, connections, WARM_SECONDS)
    for number in range(ROUNDS):
        for name in list(who) if number % 2 else reversed(list(who)):
            rounds[name].append(load(name, *who[name], connections, SECONDS))
    return rounds


def judged(scenario, size, connections, rounds):
    """Returns the figure that has a bar, that bar, and the quartiles of the rounds."""
    base = rounds["virtualization" if scenario.startswith("cbr") else "nginx"]
    if scenario == "xslt":
        figures = [own * NGINX_MICROS[size] / other for own, other in zip(rounds[scenario], base)]
    else:
        figures = [own / other for own, other in zip(rounds[scenario], base)]
    figures.sort()
    return (
        statistics.median(figures),
        BARS.get((scenario, connections), {}).get(size),
        figures[len(figures) // 4],
        figures[-1 - len(figures) // 4],
    )


def main():
    print(f"{ROUNDS} rounds of {SECONDS} s after {WARM_SECONDS} s; CPU-µs per message, medians; quartiles of the rounds in brackets")
    print("| scenario | size | c | nginx | virtualization | scenario | figure | bar | |")
    print("|---|---|---|---|---|---|---|---|---|")
    replay = csv.writer(open(os.environ["REPLAY"], "a", encoding="ascii")) if "REPLAY" in os.environ else None
    for scenario in SCENARIOS:
        for size in SIZES:
            for connections in levels(scenario):
                rounds = cell(scenario, size, connections)
                figure, bar, low, high = judged(scenario, size, connections, rounds)
                micros = {name: statistics.median(values) for name, values in rounds.items()}
                verdict = "" if bar is None else "reached" if figure <= bar else "**missed**"
                shown = "%.1f (%.1f-%.1f)" if scenario == "xslt" else "%.2f (%.2f-%.2f)"
                print(
                    f"| {scenario} | {size} | {connections} | {micros['nginx']:.1f} | {micros['virtualization']:.1f} | {micros[scenario]:.1f} |"
                    f" {shown % (figure, low, high)} | {'' if bar is None else bar} | {verdict} |",
                    flush=True,
                )
                if replay:
                    for name, values in rounds.items():
                        replay.writerows([scenario, size, connections, name, number, value] for number, value in enumerate(values))


main()
