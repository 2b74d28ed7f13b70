"""Prints the rounds of one cell as lines of a table. Called by the script beside it; each line of the input is SIZE CONNECTIONS ROUND NAME MICROS."""

import statistics
import sys

rounds = {}
for line in sys.stdin:
    size, connections, number, name, micros = line.split()
    rounds.setdefault(name, {})[number] = float(micros)


def shown(values):
    values = sorted(values)
    return f"{statistics.median(values):.2f} ({values[len(values) // 4]:.2f}-{values[-1 - len(values) // 4]:.2f})"


for name, values in rounds.items():
    ratio = shown([values[number] / rounds["nginx"][number] for number in values]) if "nginx" in rounds else ""
    print(f"| {size} | {connections} | {name} | {shown(values.values())} | {ratio} |", flush=True)
