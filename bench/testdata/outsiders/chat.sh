#!/bin/bash
# chat.sh BIN OUT [alpha|beta]: chatty broad questions about two graphs of lists, the imported tracker and the enhancement proposals of the shared data.
set -eu
BIN=$(realpath "$1"); mkdir -p "$2"; OUT=$(realpath "$2"); HALF=${3:-all}; HERE=$(cd "$(dirname "$0")" && pwd); DATA="${SHARED:-$HERE/../../../../shared}/data"
export PYTHONDONTWRITEBYTECODE=1
rm -rf "$OUT"/chat; mkdir -p "$OUT/chat"; cd "$OUT/chat"
cp "$HERE/../lists/opal.ndjson" "$HERE/../lists/bridge.ndjson" .; gunzip -c "$DATA/kep.ndjson.gz" >kep.ndjson; tar xzf "$DATA/sources/backlog-md.tar.gz"; : >backlog.ndjson
for g in opal bridge kep; do "$BIN" import --db "sqlite:$g.db" $g.ndjson >import.log 2>&1 || { cat import.log; exit 1; }; done
"$BIN" import --db sqlite:backlog.db backlog-md >import.log 2>&1 || { cat import.log; exit 1; }
grep -E "$([ $HALF = all ] && echo . || echo "\"half\": \"$HALF\"")" "$HERE/broad_chat.jsonl" >questions.jsonl
a=(); for g in opal bridge kep backlog; do a+=(--graph $g=$g.ndjson --db $g=sqlite:$g.db); done
nice python3 "$DATA/broad/score.py" questions.jsonl "${a[@]}" --run "$BIN" --answers answers.jsonl --json scores.json >scores.txt
grep -E '^(all|opal|bridge|kep|backlog) ' scores.txt
