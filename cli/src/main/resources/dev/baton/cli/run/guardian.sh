# Runs a command, and ends it when its time is up or Baton is gone. Outside of Baton's process, so that it works when
# that is killed or stands still. Leader of a session and process group of its own; the command is in the same group.
#
#   guardian GRACE DEADLINE COMMAND...
#
# Standard input has a new deadline per line, and ends with Baton. Deadlines are milliseconds since the machine was
# started, as in /proc/uptime; GRACE is how long before its deadline the command is told to end.
grace=$1
deadline=$2
shift 2

look_at_clock() {
    read -r up idle </proc/uptime
    now=${up%.*}${up#*.}0
}

doze() {
    [ "$1" -gt 0 ] || return 0
    sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))" >/dev/null 2>&1 &
    nap=$!
    wait "$nap"
}

# Deaf to what the group is sent, but for the signal that calls it off.
alarm() {
    nap=
    trap '' HUP INT QUIT USR1 USR2 TERM
    trap '[ -z "$nap" ] || { kill -KILL "$nap"; wait "$nap"; } 2>/dev/null; exit' ALRM
    look_at_clock
    doze $(($1 - grace - now))
    kill -TERM 0
    look_at_clock
    doze $(($1 - now))
    kill -KILL 0
}

keep_time() {
    trap '' HUP INT QUIT USR1 USR2 TERM ALRM
    alarm "$deadline" &
    armed=$!
    while read -r deadline; do
        alarm "$deadline" &
        next=$!
        kill -ALRM "$armed"
        wait "$armed"
        armed=$next
    done
    look_at_clock
    [ $((now + grace)) -lt "$deadline" ] && deadline=$((now + grace))
    alarm "$deadline" &
    wait
}

# Started too late, as after a pause: not at all.
look_at_clock
[ "$now" -lt "$deadline" ] || exit 75

exec 3<&0 </dev/null
keep_time <&3 3<&- >/dev/null 2>&1 &
exec 3<&-
# Signals to the group are the command's; this shell waits for it.
trap : HUP INT QUIT USR1 USR2 TERM ALRM
env "$@"
