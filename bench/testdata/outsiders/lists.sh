#!/bin/bash
# lists.sh BIN OUT [alpha|beta]: compose questions on both graphs at 4000 tokens, in fresh stores under OUT. alpha and beta are two fixed halves of the questions; without either, all.
set -eu
BIN=$(realpath "$1"); mkdir -p "$2"; OUT=$(realpath "$2"); HALF=${3:-all}; HERE=$(cd "$(dirname "$0")" && pwd); C=${SHARED:-$HERE/../../../../shared}/data/compose; PIDS=""
case $HALF in all|alpha|beta) ;; *) echo "alpha or beta, not $HALF" >&2; exit 2;; esac
trap 'for p in $PIDS; do kill $p 2>/dev/null || true; done; wait 2>/dev/null || true' EXIT
for g in clinic satellite; do
  rm -rf "$OUT/$g.db" "$OUT/$g.db-wal" "$OUT/$g.db-shm" "$OUT/$g.db.index"
  nice "$BIN" import --db "sqlite:$OUT/$g.db" "$HERE/$g.ndjson" >"$OUT/$g.import.log" 2>&1 || { cat "$OUT/$g.import.log"; exit 1; }
  port=$(python3 -c 'import socket; s=socket.socket(); s.bind(("127.0.0.1",0)); print(s.getsockname()[1])')
  nice "$BIN" serve --db "sqlite:$OUT/$g.db" --listen 127.0.0.1:$port >"$OUT/$g.serve.log" 2>&1 & pid=$!; PIDS="$PIDS $pid"
  for i in $(seq 150); do (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null && break; kill -0 $pid 2>/dev/null || { tail "$OUT/$g.serve.log"; exit 1; }; sleep .2; done
  python3 "$HERE/half.py" "$HERE/questions_$g.jsonl" "$OUT/questions_$g.$HALF.jsonl" $HALF
  PYTHONDONTWRITEBYTECODE=1 nice python3 $C/score.py "$OUT/questions_$g.$HALF.jsonl" --graph "$g=$HERE/$g.ndjson@http://127.0.0.1:$port/graphql" --budget 4000 --answers "$OUT/$g.$HALF.answers.jsonl" --json "$OUT/$g.$HALF.json" >"$OUT/$g.$HALF.score.txt"
  kill $pid; wait $pid 2>/dev/null || true
done
python3 "$HERE/summary.py" "$OUT/clinic.$HALF.json" "$OUT/satellite.$HALF.json" | tee "$OUT/summary.$HALF.txt"
