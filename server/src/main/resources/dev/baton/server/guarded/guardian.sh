# Runs a command, and ends it when its time is up or Baton is gone. For bash, by its builtins alone: once the command
# runs nothing here starts a process, so that none of it fails where no more processes can be had.
#
#   baton-guardian   guard GRACE DEADLINE COMMAND...
#   baton-timekeeper watch GUARDIAN GRACE DEADLINE
#
# The guardian is the command's parent, and the command gets KILL from the kernel when it dies. It leads a session in which
# the command and all that it starts are; the number of the session is its own. The timekeeper is in a session of its
# own. Each of the two ends the command at the deadline, and when the other is gone or stopped.
#
# The guardian reads from Baton "deadline MILLISECONDS", "signal NAME" (to the command) and "stop NAME" (to all of the
# session). The end of its input means that Baton is gone. It tells the timekeeper "command PID" and the deadlines.
# Deadlines are milliseconds since the machine was started, as in /proc/uptime; GRACE is how long before its deadline
# the command is told to end.

# How often the two look at each other, and at the command.
tick=100
# How often KILL is repeated to what does not go away, every 10 ms. Counted, since the clock may be what failed.
last_resort=1000
# Later than any deadline.
never=999999999999999
command=

# A clock that cannot be read has passed every deadline: what cannot be timed does not run.
look_at_clock() {
    local up= idle
    { read -r up idle </proc/uptime; } 2>/dev/null
    if [[ $up =~ ^([0-9]+)\.([0-9][0-9])$ ]]; then
        now=${BASH_REMATCH[1]}${BASH_REMATCH[2]}0
    else
        now=$never
    fi
}

# Sets state, group and session of a process; fails if there is none.
look_at() {
    local line= fields
    { IFS= read -r -d '' line <"/proc/$1/stat"; } 2>/dev/null
    # 1234 (any name) S 1 1234 1234 ...: state, parent, group, session.
    fields=(${line##*) })
    state=${fields[0]} group=${fields[2]} session=${fields[3]}
    [ -n "$session" ]
}

is_running() {
    look_at "$1" && [[ $state != [ZXT] ]]
}

# Reads a line from a descriptor into "word" and "value", for so many milliseconds at most; fails at the end of input.
listen() {
    local span=$(($2 > 0 ? $2 : 1)) seconds
    printf -v seconds '%d.%03d' $((span / 1000)) $((span % 1000))
    word= value=
    read -r -t "$seconds" -u "$1" word value || (($? > 128))
}

# Sends a signal once to every process group of the guardian's session but the guardian's own; fails if there is none.
signal_all() {
    local process signalled=
    for process in /proc/[0-9]*; do
        process=${process#/proc/}
        look_at "$process" && [ "$session" = "$guardian" ] && [ "$process" != "$guardian" ] || continue
        [[ $state != [ZX] ]] || continue
        # Whoever joins the guardian's group is signalled alone.
        [ "$group" = "$guardian" ] && group=$process || group=-$group
        if [[ " $signalled " != *" $group "* ]]; then
            signalled+=" $group"
            kill -s "$1" -- "$group"
        fi
    done
    [ -n "$signalled" ]
}

kill_all() {
    local round=0
    # First, since looking for all the others takes time.
    [ -z "$command" ] || kill -KILL -- "-$command"
    while signal_all KILL && ((round++ < last_resort)); do
        listen 5 10
    done
}

# From now on the command has the grace time left, and no more than that.
end_soon() {
    look_at_clock
    term_at=$now
    [ $((now + grace)) -ge "$kill_at" ] || kill_at=$((now + grace))
}

set_deadline() {
    term_at=$(($1 - grace))
    kill_at=$1
}

# Whether a new deadline may be taken: not once the present one is over, as after a suspension of the machine.
may_prolong() {
    look_at_clock
    [ "$now" -lt "$kill_at" ]
}

# How long to wait for news: until the next look, or the next thing to do.
pause() {
    look_at_clock
    pause=$tick
    [ $((kill_at - now)) -ge "$pause" ] || pause=$((kill_at - now))
    [ "$told" = yes ] || [ $((term_at - now)) -ge "$pause" ] || pause=$((term_at - now))
}

# Tells the command once that it has to end, when that is due; fails when it is due to be killed.
is_in_time() {
    look_at_clock
    if [ "$told" = no ] && [ "$now" -ge "$term_at" ]; then
        told=yes
        signal_all TERM
    fi
    [ "$now" -lt "$kill_at" ]
}

watch() {
    guardian=$1 grace=$2
    set_deadline "$3"
    # The guardian tells the command to end, and the timekeeper only if the guardian is stopped: a command may take a
    # second TERM for more than the first.
    told=yes stopped=no
    trap '' HUP INT QUIT USR1 USR2 TERM PIPE
    while :; do
        pause
        if ! listen 0 "$pause"; then
            # The guardian is gone, and by the kernel the command.
            kill_all
            exit
        elif [ "$word" = command ]; then
            command=$value
        elif [ "$word" = deadline ] && [ "$stopped" = no ] && may_prolong; then
            set_deadline "$value"
        fi
        if [ "$stopped" = no ] && ! is_running "$guardian"; then
            told=no stopped=yes
            end_soon
        fi
        is_in_time || break
    done
    kill_all
    kill -KILL "$guardian"
}

guard() {
    guardian=$$ grace=$1
    set_deadline "$2"
    told=no
    shift 2
    # Not ignored: that would be passed on to the command.
    trap : HUP INT QUIT USR1 USR2 TERM PIPE
    exec 3<&0 </dev/null
    # A descriptor on which nothing ever comes, for both to wait on. The process that made it is gone before they start.
    exec 5<> <(:)
    wait $!
    exec 4> >(exec setsid bash -p -c "$BASH_EXECUTION_STRING" baton-timekeeper watch "$guardian" "$grace" "$kill_at" \
        >/dev/null 2>&1 3<&-)
    timekeeper=$!
    look_at_clock
    # Started too late, as after a pause: not at all.
    [ "$now" -lt "$kill_at" ] || exit 75

    # In a process group of its own. Asks for the kernel's KILL, and then whether it is too late to have asked.
    set -m
    setpriv --pdeathsig KILL sh -c '[ "$PPID" = "$1" ] || exit 75; shift; exec "$@"' baton-run "$guardian" "$@" \
        3<&- 4>&- 5<&- &
    command=$!
    set +m
    echo "command $command" >&4
    # Or bash would comment on a command that is killed.
    exec 6>&2 2>/dev/null

    lost= input=3
    while [ -e "/proc/$command" ]; do
        pause
        if ! listen "$input" "$pause"; then
            input=5
            end_soon
        elif [ "$word" = deadline ] && [ -z "$lost" ] && may_prolong; then
            # A timekeeper that is gone is noticed below.
            set_deadline "$value"
            echo "deadline $value" >&4
        elif [ "$word" = signal ]; then
            kill -s "$value" "$command"
        elif [ "$word" = stop ]; then
            told=yes
            signal_all "$value"
        fi
        if [ -z "$lost" ] && ! is_running "$timekeeper"; then
            echo "baton: the timekeeper of the command was killed or stopped: ending the command" >&6
            lost=125
            end_soon
        fi
        if ! is_in_time; then
            kill_all
            break
        fi
    done
    wait "$command"
    code=$? command=
    # What the command has left behind.
    kill_all
    kill -KILL "$timekeeper"
    exit "${lost:-$code}"
}

"$@"
