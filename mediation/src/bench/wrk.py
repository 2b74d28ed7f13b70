"""One stretch of load with wrk on one member of the field. Imported by the measuring programs beside it, which the scripts start."""

import os
import re
import subprocess
import sys

MESSAGES, WORK, NGINX_URL, NGINX_PID, MEDIATOR_URL, MEDIATOR_PID = sys.argv[1:7]
ROUNDS, SECONDS, WARM_SECONDS = (int(argument) for argument in sys.argv[7:10])
SIZES = os.environ.get("SIZES", "500,10K,100K").split(",")
LEVELS = [int(level) for level in os.environ.get("LEVELS", "20,200").split(",")]
SCENARIOS = os.environ.get("SCENARIOS", "virtualization,cbr,cbr-last,xslt").split(",")
PROXIES = {"virtualization": "VirtualizationProxy", "cbr": "CbrProxy", "cbr-last": "CbrLastProxy", "xslt": "XsltProxy"}

POST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "post.lua")


def targets(scenario, size):
    """Returns who is to be loaded for a scenario, each as URL, process id, message file and action: nginx, our virtualization, the scenario."""
    action = "urn:checkPrice" if scenario == "xslt" else "urn:getQuote"
    quote = os.path.join(MESSAGES, size, "getQuote.xml")
    message = os.path.join(MESSAGES, size, "checkPrice.xml") if scenario == "xslt" else quote
    who = {"nginx": (NGINX_URL, NGINX_PID, quote, "urn:getQuote")}
    who["virtualization"] = (f"{MEDIATOR_URL}/{PROXIES['virtualization']}", MEDIATOR_PID, quote, "urn:getQuote")
    if scenario != "virtualization":
        who[scenario] = (f"{MEDIATOR_URL}/{PROXIES[scenario]}", MEDIATOR_PID, message, action)
    return who


def levels(scenario):
    """Returns the numbers of connections at which a scenario is measured."""
    return LEVELS if scenario == "virtualization" else LEVELS[:1]


def answered(name, url, file, action, connections, seconds, under=()):
    """Loads a URL with wrk, started by the command `under`; returns how many answers came, and what was said on standard error."""
    run = subprocess.run(
        [*under, "wrk", "--timeout", "30s", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", POST, url],
        env=dict(os.environ, BODY=file, ACTION=action),
        capture_output=True,
        text=True,
        check=True,
    )
    wrong = re.search(r"Non-2xx.*|Socket errors.*", run.stdout)
    if wrong:
        sys.exit(f"{name}, {os.path.basename(os.path.dirname(file))}, {connections} connections: {wrong.group()}")
    count = int(re.search(r"(\d+) requests in", run.stdout).group(1))
    if count == 0:
        sys.exit(f"{name}: no answer within {seconds} s; warm up for longer")
    return count, run.stderr
