#!/bin/bash
# run.sh BIN dev|held OUT: imports the graphs with BIN into OUT/db, asks the questions of a half, and prints the scores: of held only the totals.
# Of dev, OUT/dev.failed.txt names what failed and how it was read.
set -eu
BIN=$(realpath "$1"); HALF=$2; mkdir -p "$3/db" "$3/g"; OUT=$(realpath "$3"); HERE=$(cd "$(dirname "$0")" && pwd)
case $HALF in dev|held) ;; *) echo "dev or held, not $HALF" >&2; exit 2;; esac
export PYTHONDONTWRITEBYTECODE=1
for g in pod klinik film tally wed lag brett bridge fire mus vino ward parsnip opal kelp werke ong trial launch; do
  f=$HERE/$g.ndjson; [ -f "$f" ] || f=$HERE/../../../testdata/$g.ndjson
  cp "$f" "$OUT/g/"; rm -rf "$OUT/db/$g.db"*
  nice "$BIN" import --db "sqlite:$OUT/db/$g.db" "$f" >"$OUT/db/$g.log" 2>&1 || { tail "$OUT/db/$g.log"; exit 1; }
done
if [ "$HALF" = held ]; then gzip -dc "$HERE/held.jsonl.gz" >"$OUT/held.jsonl"; else cp "$HERE/dev.jsonl" "$OUT/"; fi
nice python3 "$HERE/ask.py" "$BIN" "$OUT/$HALF.jsonl" "$OUT/db" "$OUT/$HALF.answers.jsonl"
S="python3 $HERE/score.py $OUT/$HALF.jsonl $OUT/$HALF.answers.jsonl $OUT/db $OUT/g"
if [ "$HALF" = held ]; then $S --totals | tee "$OUT/held.score.txt"; else $S "--json=$OUT/dev.json" | tee "$OUT/dev.score.txt"; $S --failed --subjects >"$OUT/dev.failed.txt"; fi
