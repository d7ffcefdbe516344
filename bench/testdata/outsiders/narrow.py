#!/usr/bin/env python3
"""narrow.py BIN DB NOW FILE [--half alpha|beta] [--answers OUT.jsonl] [--each]
Asks BIN each narrow question of the store sqlite:DB and prints recall (share of gold pieces in the text), the share with all of them, and of the questions without an answer the share that is not LIKELY. NOW "-" takes the clock of each question."""
import argparse, json, os, subprocess, sys
sys.path.insert(0, os.environ.get('SHARED', os.path.dirname(os.path.abspath(__file__)) + '/../../../../shared') + '/data/broad')
from score import norm, load, place, clean
p = argparse.ArgumentParser(); p.add_argument('bin'); p.add_argument('db'); p.add_argument('now'); p.add_argument('file'); p.add_argument('--half'); p.add_argument('--answers'); p.add_argument('--each', action='store_true'); a = p.parse_args()
qs = [json.loads(l) for l in open(a.file)]; qs = [q for q in qs if not a.half or q['half'] == a.half]
here = os.path.dirname(os.path.abspath(a.file)); graphs = {}; out = open(a.answers, 'w') if a.answers else None
rec, full, likely, quiet, errors = [], [], [], [], 0
for q in qs:
    g = graphs.get(q['graph']) or graphs.setdefault(q['graph'], load(f"{here}/{q['graph']}.ndjson"))
    r = subprocess.run(['nice', '-n', '10', a.bin, 'context', q['question'], '--db', 'sqlite:' + a.db.removeprefix('sqlite:'), '--now', q['now'] if a.now == '-' else a.now, '--max-tokens', '2000', '-o', 'json'], capture_output=True, text=True)
    try: d = json.loads(r.stdout); d = d.get('contextDocument') or d['data']['contextDocument']
    except Exception: d = {'text': '', 'answerability': 'ERROR', 'error': (r.stderr or r.stdout)[-300:]}; errors += 1
    t = norm(clean(q['question'], d['text'])); lik = d.get('answerability') == 'LIKELY'
    if q['none']: quiet.append(not lik and d.get('answerability') != 'ERROR'); res = quiet[-1]
    else:
        hit = [place(g, ' | '.join(x if x in g else '~' + x for x in item.split(' | ')), t) is not None for item in q['gold']]
        rec.append(sum(hit) / len(hit)); full.append(all(hit)); likely.append(lik); res = rec[-1]
    if a.each: print(q['id'], res, d.get('answerability'), q['question'])
    if out: out.write(json.dumps({'id': q['id'], 'budget': 2000, 'text': d['text'], 'answerability': d.get('answerability'), 'score': res}, ensure_ascii=False) + '\n')
m = lambda v: 100 * sum(v) / len(v) if v else float('nan')
print(f"{os.path.basename(a.file):<26} n {len(rec):>2}  recall {m(rec):5.1f}  all pieces {m(full):5.1f}  LIKELY {m(likely):5.1f} | none n {len(quiet)}  not LIKELY {m(quiet):5.1f}" + (f"  errors {errors}" if errors else ''))
