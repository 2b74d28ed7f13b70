# Sourced by the benches of this folder, which have set root: a work folder, processes that end with the script, and the mediator's home.
work=$(mktemp -d)
pids=

finish() {
    for pid in $pids; do kill "$pid" 2>/dev/null || true; done
    wait
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM

await() { # FILE: waits for a line that begins with "ready"
    for _ in $(seq 600); do
        grep -q '^ready' "$1" && return
        sleep 0.1
    done
    echo "$(basename "$0"): no 'ready' within 60 s: $(cat "$1")" >&2
    exit 1
}

# The suite's own configuration, with its stylesheets and WSDLs.
make_home() {
    cp -r "$root/mediation/src/main/synapse" "$work/home"
    mkdir -p "$work/home/xslt"
    cp -r "$root/xslt/request.xsl" "$root/xslt/response.xsl" "$root/xslt/wsdl" "$work/home/xslt"
}
