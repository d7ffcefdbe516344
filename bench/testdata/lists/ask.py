#!/usr/bin/env python3
"""ask.py BIN QUESTIONS DBDIR OUT: asks each question with the command line; a line of answers each."""
import sys, json, subprocess, time
BIN, QF, DB, OUT = sys.argv[1:5]
with open(OUT, "w", encoding="utf8") as f:
    for l in open(QF, encoding="utf8"):
        q = json.loads(l); t = time.time()
        p = subprocess.run([BIN, "--db", f"sqlite:{DB}/{q['graph']}.db", "ask", "-o", "json", "--now", q["now"], "--max-tokens", "12000", "--", q["question"]], capture_output=True, text=True, timeout=120)
        s = time.time() - t
        try: doc = json.loads(p.stdout)["contextDocument"]
        except Exception: doc = {"text": "", "answerability": "UNLIKELY", "error": (p.stderr or p.stdout)[:400]}; print(q["id"], doc["error"], file=sys.stderr)
        doc.pop("readings", None)
        f.write(json.dumps({"id": q["id"], "seconds": round(s, 3), "doc": doc}, ensure_ascii=False) + "\n")
