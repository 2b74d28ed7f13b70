# Sourced by the benches that load the whole field, which have set root: a backend, nginx as configs/adapters/nginx tunes it, and the mediator with the
# suite's own configuration, ready for load. PORT (26800) is the first of five ports; JAVA_HOME, JAVA_FLAGS and TRANSPORT are the mediator's.
port=${PORT:-26800}
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
# shellcheck source=mediation/src/bench/rig.sh
. "$root/mediation/src/bench/rig.sh"

start_backend "$java" "backend-A=127.0.0.1:$port,backend-B=127.0.0.1:$((port + 1)),backend-C=127.0.0.1:$((port + 2))"

make_nginx "$work/nginx" "$port" "$((port + 3))"
nginx -p "$work/nginx" -e error.log -c "$work/nginx/nginx.conf" -g 'daemon off;' &
nginx=$!
pids="$pids $nginx"

# The suite's own configuration, and one proxy more: it asks for an element that does not come, so that every message has to be read to its end.
make_home
find "$work/home" -name '*.xml' -exec sed -i \
    -e "s/127.0.0.1:9000/127.0.0.1:$port/" -e "s/127.0.0.1:9001/127.0.0.1:$((port + 1))/" -e "s/127.0.0.1:9002/127.0.0.1:$((port + 2))/" {} +
sed -e 's/name="CbrProxy"/name="CbrLastProxy"/' -e 's/source="[^"]*"/source="$body\/m:getQuote[1]\/m:last[1]"/' \
    "$work/home/synapse-config/proxy-services/CbrProxy.xml" > "$work/home/synapse-config/proxy-services/CbrLastProxy.xml"

# shellcheck disable=SC2086
"$java" ${JAVA_FLAGS:--XX:+UseParallelGC -Xms1g -Xmx1g} -cp "$root/mediation/target/mediation/lib/*" org.busbench.mediation.Mediator \
    --config "$work/home" --listen "127.0.0.1:$((port + 4))" --transport "${TRANSPORT:-auto}" > "$work/mediator.log" 2>&1 &
mediator=$!
pids="$pids $mediator"
await "$work/mediator.log"

measure() { # PROGRAM ARGUMENT...
    program=$1
    shift
    python3 "$root/mediation/src/bench/$program" "$root/xslt/messages" "$work" \
        "http://127.0.0.1:$((port + 3))/services/SimpleStockQuoteService" "$(pgrep -P "$nginx" | head -1)" \
        "http://127.0.0.1:$((port + 4))/services" "$mediator" "$@"
}
