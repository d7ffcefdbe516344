#!/bin/bash
# others.sh BIN OUT [alpha|beta]: broad (800 and 2,000 tokens) and narrow (2,000) questions on both graphs, in fresh stores under OUT.
set -eu
BIN=$(realpath "$1"); mkdir -p "$2"; OUT=$(realpath "$2"); HALF=${3:-all}; HERE=$(cd "$(dirname "$0")" && pwd)
case $HALF in all|alpha|beta) ;; *) echo "alpha or beta, not $HALF" >&2; exit 2;; esac
export PYTHONDONTWRITEBYTECODE=1
for g in clinic satellite; do
  rm -rf "$OUT/$g-b.db" "$OUT/$g-b.db-wal" "$OUT/$g-b.db-shm" "$OUT/$g-b.db.index"
  nice "$BIN" import --db "sqlite:$OUT/$g-b.db" "$HERE/$g.ndjson" >"$OUT/$g-b.import.log" 2>&1 || { cat "$OUT/$g-b.import.log"; exit 1; }
  python3 "$HERE/half.py" "$HERE/broad_$g.jsonl" "$OUT/broad_$g.$HALF.jsonl" $HALF
  nice python3 "${SHARED:-$HERE/../../../../shared}/data/broad/score.py" "$OUT/broad_$g.$HALF.jsonl" --graph $g="$HERE/$g.ndjson" --run "$BIN" --db $g="sqlite:$OUT/$g-b.db" --answers "$OUT/broad_$g.$HALF.answers.jsonl" --json "$OUT/broad_$g.$HALF.json" >"$OUT/broad_$g.$HALF.txt"
  echo "broad $g (recall 800, 2000; first third 800, 2000; wrong)"; grep -E '^all ' "$OUT/broad_$g.$HALF.txt"
  now=$(head -1 "$HERE/narrow_$g.jsonl" | python3 -c 'import json,sys; print(json.loads(sys.stdin.readline())["now"])')
  python3 "$HERE/narrow.py" "$BIN" "$OUT/$g-b.db" "$now" "$HERE/narrow_$g.jsonl" --answers "$OUT/narrow_$g.$HALF.answers.jsonl" $([ $HALF = all ] || echo --half $HALF)
done
