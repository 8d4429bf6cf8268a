#!/bin/sh
# How long the command takes to start, and what an idle node needs: with the archive of classes, and without.
#
#   cli/src/measure/start-up.sh BIN/BATON [RUNS]
set -eu
baton=$1
runs=${2:-9}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/node.yml" <<END
node:
  id: measured
elector:
  type: sql
  sql:
    url: "jdbc:h2:file:$folder/db;MODE=MySQL"
admin:
  port: 0
  port_file: "$folder/port"
END

now() {
    read -r up rest </proc/uptime
    echo "${up%.*}${up#*.}0"
}

median() {
    sort -n | sed -n "$(((runs + 1) / 2))p"
}

# Wall-clock and CPU milliseconds until the node serves, then kilobytes resident after ten idle seconds.
serve() {
    rm -f "$folder"/port "$folder"/db*
    begin=$(now)
    "$baton" server -c "$folder/node.yml" 2>"$folder/log" &
    node=$!
    while [ ! -s "$folder/port" ]; do sleep 0.01; done
    wall=$(($(now) - begin))
    read -r stat <"/proc/$node/stat"
    set -- ${stat##*) }
    cpu=$(((${12} + ${13}) * 10))
    if [ -n "$idle" ]; then sleep 10; fi
    resident=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$node/status")
    kill "$node"
    wait "$node" || true
    echo "$wall $cpu $resident"
}

for archive in on off; do
    BATON_CDS=$archive
    export BATON_CDS
    "$baton" version >/dev/null
    for _ in $(seq "$runs"); do
        begin=$(now)
        "$baton" version >/dev/null
        echo $(($(now) - begin))
    done >"$folder/version"
    echo "class archive $archive: baton version, median of $runs: $(median <"$folder/version") ms"
    idle=
    for _ in $(seq "$runs"); do serve; done >"$folder/server"
    echo "class archive $archive: server to serving, median of $runs: $(cut -d' ' -f1 <"$folder/server" | median) ms," \
        "$(cut -d' ' -f2 <"$folder/server" | median) ms of CPU"
    idle=yes
    echo "class archive $archive: resident after ten idle seconds: $(($(serve | cut -d' ' -f3) / 1024)) MB"
done
