#!/bin/bash
# run.sh BIN SET OUT: imports the graphs with BIN into OUT/db, asks the questions of a set (dev, held, reworded-dev or reworded-held), and prints
# the scores: of a held one only the totals. Of others, OUT/SET.failed.txt names what failed and how it was read.
set -eu
BIN=$(realpath "$1"); SET=$2; mkdir -p "$3/db" "$3/g"; OUT=$(realpath "$3"); HERE=$(cd "$(dirname "$0")" && pwd)
case $SET in dev|held|reworded-dev|reworded-held) ;; *) echo "dev, held, reworded-dev or reworded-held, not $SET" >&2; exit 2;; esac
export PYTHONDONTWRITEBYTECODE=1
for g in pod klinik film tally wed lag brett bridge fire mus vino ward parsnip opal kelp werke ong trial launch; do
  f=$HERE/$g.ndjson; [ -f "$f" ] || f=$HERE/../../../testdata/$g.ndjson
  cp "$f" "$OUT/g/"; rm -rf "$OUT/db/$g.db"*
  nice "$BIN" import --db "sqlite:$OUT/db/$g.db" "$f" >"$OUT/db/$g.log" 2>&1 || { tail "$OUT/db/$g.log"; exit 1; }
done
case $SET in *held) gzip -dc "$HERE/$SET.jsonl.gz" >"$OUT/$SET.jsonl";; *) cp "$HERE/$SET.jsonl" "$OUT/";; esac
nice python3 "$HERE/ask.py" "$BIN" "$OUT/$SET.jsonl" "$OUT/db" "$OUT/$SET.answers.jsonl"
S="python3 $HERE/score.py $OUT/$SET.jsonl $OUT/$SET.answers.jsonl $OUT/db $OUT/g"
case $SET in
  *held) $S --totals | tee "$OUT/$SET.score.txt";;
  *) $S "--json=$OUT/$SET.json" | tee "$OUT/$SET.score.txt"; $S --failed --subjects >"$OUT/$SET.failed.txt";;
esac
