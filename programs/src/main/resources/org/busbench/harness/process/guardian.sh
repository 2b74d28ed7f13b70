# Ends what a harness started, when the harness is gone, whatever ended it.
# Standard input: lines "add PID START" and "remove PID START" of processes, "contain NAME PROGRAM" and "release NAME PROGRAM" of
# containers that PROGRAM (docker, podman) runs; its end is the harness's end.
# START is the start time as in /proc/PID/stat; without /proc it is ignored.
trap '' HUP INT QUIT TERM

entries=
containers=

# The start time of process $1; nothing when it has ended.
started() {
    if [ -r /proc/self/stat ]; then
        stat=
        { read -r stat < "/proc/$1/stat"; } 2> /dev/null || return 0
        set -- ${stat##*) }
        [ "$1" = Z ] || [ "$1" = X ] || { shift 19; echo "$1"; }
    elif kill -s 0 "$1" 2> /dev/null; then
        echo 0
    fi
}

# Whether the process of entry $1 (PID:START) is the one that was meant, and runs.
runs() {
    now=$(started "${1%%:*}")
    [ -n "$now" ] && { [ "$now" = "${1#*:}" ] || [ ! -r /proc/self/stat ]; }
}

# "PID PARENT GROUP" of every process.
table() {
    if [ -r /proc/self/stat ]; then
        for file in /proc/[0-9]*/stat; do
            { read -r stat < "$file"; } 2> /dev/null || continue
            pid=${file#/proc/}
            set -- ${stat##*) }
            echo "${pid%/stat} $2 $3"
        done
    else
        ps -A -o pid= -o ppid= -o pgid=
    fi
}

# The entries (PID:START) of all that still runs of entry $1: itself, its descendants, the group that it leads.
tree() {
    root=${1%%:*}
    # Another process has the pid now: neither it nor its children are ours.
    if [ -n "$(started "$root")" ] && ! runs "$1"; then
        return 0
    fi
    found=" $root "
    grew=yes
    while [ "$grew" ]; do
        grew=
        while read -r pid parent group; do
            case $found in *" $pid "*) continue ;; esac
            case $found in *" $parent "*) child=yes ;; *) child= ;; esac
            if [ "$child" ] || [ "$group" = "$root" ]; then
                found="$found$pid "
                grew=yes
            fi
        done << END
$(table)
END
    done
    for pid in $found; do
        start=$(started "$pid")
        [ -z "$start" ] || echo "$pid:$start"
    done
}

while read -r order pid start; do
    case $order in
        add) entries="$entries $pid:$start" ;;
        remove)
            kept=
            for entry in $entries; do
                [ "$entry" = "$pid:$start" ] || kept="$kept $entry"
            done
            entries=$kept
            ;;
        contain) containers="$containers$pid $start
" ;;
        release) containers=$(echo "$containers" | while read -r name program; do
            [ -z "$name" ] || [ "$name" = "$pid" ] || echo "$name $program"
        done)
            [ -z "$containers" ] || containers="$containers
" ;;
    esac
done

all=
for entry in $entries; do
    all="$all $(tree "$entry")"
done
for entry in $all; do
    echo "$(date '+%Y-%m-%dT%H:%M:%S') the harness is gone, ending process ${entry%%:*}"
    kill -s TERM "${entry%%:*}" 2> /dev/null
done

# Five seconds to go, in tenths where sleep knows them.
nap=0.1
naps=50
sleep "$nap" 2> /dev/null || { nap=1 naps=5; }
while [ "$naps" -gt 0 ]; do
    left=
    for entry in $all; do
        ! runs "$entry" || left=yes
    done
    [ "$left" ] || break
    sleep "$nap"
    naps=$((naps - 1))
done

for entry in $entries; do
    all="$all $(tree "$entry")"
done
for entry in $all; do
    if runs "$entry"; then
        echo "$(date '+%Y-%m-%dT%H:%M:%S') killing process ${entry%%:*}"
        kill -s KILL "${entry%%:*}" 2> /dev/null
    fi
done

# A container does not end with the program that runs it, and may come up when that was ended in its start.
echo "$containers" | while read -r name program; do
    [ -n "$name" ] || continue
    echo "$(date '+%Y-%m-%dT%H:%M:%S') removing container $name"
    for second in 0 1 1; do
        sleep "$second"
        "$program" rm --force --volumes "$name" < /dev/null
    done
done
exit 0
