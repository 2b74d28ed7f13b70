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

# JAVA LISTEN [OPTION...]: starts the backend, which is ready when this returns.
start_backend() {
    backend_java=$1
    listen=$2
    shift 2
    "$backend_java" -XX:+UseParallelGC -Xms512m -Xmx512m -cp "$root/backend-stockquote/target/backend/lib/*" org.busbench.backend.Backend \
        --listen "$listen" "$@" > "$work/backend.log" 2>&1 &
    pids="$pids $!"
    await "$work/backend.log"
}

# The suite's own configuration, with its stylesheets and WSDLs.
make_home() {
    cp -r "$root/mediation/src/main/synapse" "$work/home"
    mkdir -p "$work/home/xslt"
    cp -r "$root/xslt/request.xsl" "$root/xslt/response.xsl" "$root/xslt/wsdl" "$work/home/xslt"
}

# FOLDER BACKEND_PORT PORT: makes the configuration of nginx there, tuned as its adapter is.
make_nginx() {
    mkdir "$1"
    sed -e "s/\${backend.A.host}/127.0.0.1/" -e "s/\${backend.A.port}/$2/" -e "s/\${listen}/127.0.0.1/" -e "s/\${port.http}/$3/" \
        "$root/configs/adapters/nginx/nginx.conf" > "$1/nginx.conf"
}
