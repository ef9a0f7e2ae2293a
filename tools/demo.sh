#!/usr/bin/env bash
# The main job in two minutes: an intent becomes configurations, their text is judged, and a fault
# that somebody typed into one of them is found. Ends with 0 when both verdicts are as expected.
set -euo pipefail
cd "$(dirname "$0")/.."

intent=examples/two-tier/intent.yaml
work=.demo

bold='' plain=''
if [ -t 1 ]; then bold=$'\033[1m' plain=$'\033[0m'; fi
heading() { printf '\n%s== %s%s\n' "$bold" "$1" "$plain"; }
run() {
    printf '$ %s\n' "$*"
    "$@"
}

# The exit code is the verdict: 0 pass, 1 findings, 2 could not judge.
expect() {
    local want=$1 got=0
    shift
    run "$@" || got=$?
    printf '(exit code %d)\n' "$got"
    if [ "$got" -ne "$want" ]; then
        echo "demo: exit code $got, need $want" >&2
        exit 1
    fi
}

mkdir -p "$work"
heading "1. Compile $intent: every switch and NIC configuration"
expect 0 twin compile "$intent" -o "$work/two-tier"

heading "2. Check the text of those configurations"
expect 0 twin check "$work/two-tier"

heading "3. Two people edit a switch each"
rm -rf "$work/broken"
cp -r "$work/two-tier" "$work/broken"
edit() {
    local file=configs/$1/etc/nvue.d/startup.yaml
    sed -i "$2" "$work/broken/$file"
    if diff -U 0 --label "$file" --label "$file" "$work/two-tier/$file" "$work/broken/$file"; then
        echo "demo: the edit of $1 changed nothing" >&2
        exit 1
    fi
}
edit leaf02 's/remote-as: external/remote-as: internal/'
edit leaf03 '0,/xoff-threshold: 47104/s//xoff-threshold: 101376/'

heading "4. Check again: one paragraph for each cause, with what follows from it"
expect 1 twin check "$work/broken"

heading "Next: README.md, \`twin rules\`, \`twin --help\` (in .venv/bin)"
