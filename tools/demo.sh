#!/usr/bin/env bash
# The main job in two minutes: an intent becomes configurations, their text is judged, and a fault
# that somebody typed into one of them is found. Ends with 0 when both verdicts are as expected.
set -euo pipefail
cd "$(dirname "$0")/.."

intent=examples/two-tier/intent.yaml
work=.demo
edited=$work/broken/configs/leaf02/etc/nvue.d/startup.yaml

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

heading "3. Somebody edits one value on leaf02: the MTU of its uplink swp31"
rm -rf "$work/broken"
cp -r "$work/two-tier" "$work/broken"
sed -i '/^ *swp31:$/,/mtu:/ s/mtu: 9216/mtu: 1500/' "$edited"
diff -U 0 "$work/two-tier/${edited#"$work"/broken/}" "$edited" | tail -n +3 && {
    echo "demo: the edit changed nothing" >&2
    exit 1
}

heading "4. Check again"
expect 1 twin check "$work/broken"

heading "Next: README.md, \`twin rules\`, \`twin --help\` (in .venv/bin)"
