#!/bin/bash
# chat.sh BIN OUT [alpha|beta]: chatty broad questions: broad_chat about two graphs of lists, the imported tracker and the enhancement proposals of the shared data; broad_trades about six more graphs of lists.
set -eu
BIN=$(realpath "$1"); mkdir -p "$2"; OUT=$(realpath "$2"); HALF=${3:-all}; HERE=$(cd "$(dirname "$0")" && pwd); DATA="${SHARED:-$HERE/../../../../shared}/data"
export PYTHONDONTWRITEBYTECODE=1
rm -rf "$OUT"/chat; mkdir -p "$OUT/chat"; cd "$OUT/chat"
for set in chat trades; do
  grep -E "$([ $HALF = all ] && echo . || echo "\"half\": \"$HALF\"")" "$HERE/broad_$set.jsonl" >$set.jsonl
  a=()
  for g in $(grep -o '"graph": "[a-z]*"' $set.jsonl | cut -d'"' -f4 | sort -u); do
    from=$g.ndjson
    case $g in
      kep) gunzip -c "$DATA/kep.ndjson.gz" >kep.ndjson;;
      backlog) from=backlog-md; tar xzf "$DATA/sources/backlog-md.tar.gz"; : >backlog.ndjson;;
      *) cp "$HERE/../lists/$g.ndjson" .;;
    esac
    "$BIN" import --db sqlite:$g.db $from >import.log 2>&1 || { cat import.log; exit 1; }
    a+=(--graph $g=$g.ndjson --db $g=sqlite:$g.db)
  done
  nice python3 "$DATA/broad/score.py" $set.jsonl "${a[@]}" --run "$BIN" --answers $set.answers.jsonl --json $set.json >$set.txt
  echo "broad_$set (recall 800, 2000; first third 800, 2000; wrong)"; grep -E "^(all|$(ls *.ndjson | sed 's/.ndjson//' | paste -sd'|')) " $set.txt
done
