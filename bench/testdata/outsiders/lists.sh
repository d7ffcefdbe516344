#!/bin/bash
# lists.sh BIN OUT [alpha|beta]: lists about each graph, and paraphrases of the shared lists, at 4,000 tokens, in fresh stores under OUT. alpha and beta are two fixed halves of the questions; without either, all.
set -eu
BIN=$(realpath "$1"); mkdir -p "$2"; OUT=$(realpath "$2"); HALF=${3:-all}; HERE=$(cd "$(dirname "$0")" && pwd); SHARED=${SHARED:-$HERE/../../../../shared}; C=$SHARED/data/compose; PIDS=""; SCORES=()
case $HALF in all|alpha|beta) ;; *) echo "alpha or beta, not $HALF" >&2; exit 2;; esac
trap 'for p in $PIDS; do kill $p 2>/dev/null || true; done; wait 2>/dev/null || true' EXIT
export PYTHONDONTWRITEBYTECODE=1
for g in clinic satellite game seedbank demo kep; do
  case $g in
    demo) data=$HERE/../../../testdata/demo.ndjson;;
    kep) data=$SHARED/data/kep.ndjson.gz;;
    *) data=$HERE/$g.ndjson;;
  esac
  questions=$HERE/questions_$g.jsonl
  if [ ! -f "$questions" ]; then questions=$OUT/paraphrases_$g.jsonl; python3 "$HERE/paraphrases.py" "$SHARED" "$questions" $g; fi
  rm -rf "$OUT/$g.db" "$OUT/$g.db-wal" "$OUT/$g.db-shm" "$OUT/$g.db.index"
  nice "$BIN" import --db "sqlite:$OUT/$g.db" "$data" >"$OUT/$g.import.log" 2>&1 || { cat "$OUT/$g.import.log"; exit 1; }
  port=$(python3 -c 'import socket; s=socket.socket(); s.bind(("127.0.0.1",0)); print(s.getsockname()[1])')
  nice "$BIN" serve --db "sqlite:$OUT/$g.db" --listen 127.0.0.1:$port >"$OUT/$g.serve.log" 2>&1 & pid=$!; PIDS="$PIDS $pid"
  for i in $(seq 150); do (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null && break; kill -0 $pid 2>/dev/null || { tail "$OUT/$g.serve.log"; exit 1; }; sleep .2; done
  python3 "$HERE/half.py" "$questions" "$OUT/questions_$g.$HALF.jsonl" $HALF
  nice python3 $C/score.py "$OUT/questions_$g.$HALF.jsonl" --graph "$g=$data@http://127.0.0.1:$port/graphql" --budget 4000 --answers "$OUT/$g.$HALF.answers.jsonl" --json "$OUT/$g.$HALF.json" >"$OUT/$g.$HALF.score.txt"
  SCORES+=("$OUT/$g.$HALF.json")
  kill $pid; wait $pid 2>/dev/null || true
done
python3 "$HERE/summary.py" "${SCORES[@]}" | tee "$OUT/summary.$HALF.txt"
