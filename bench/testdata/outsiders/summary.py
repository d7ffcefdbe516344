"""summary.py SCORE.json: exact and LIKELY-but-wrong per graph, lists alone and all questions; no question is named."""
import json, sys
for f in sys.argv[1:]:
    for budget, x in json.load(open(f)).items():
        rows = x['rows']; real = [r for r in rows if r['type'] not in ('unknown', 'dropped', 'notlist')]
        for name, rs in (('all', rows), ('lists', real), ('en', [r for r in real if r['lang'] == 'en']), ('de fr es', [r for r in real if r['lang'] != 'en'])):
            if rs: print(f"{rows[0]['graph']:<10} {budget} {name:<9} n {len(rs):>2}  exact {100*sum(r['exact'] for r in rs)/len(rs):5.1f}%  LIKELY {100*sum(r['likely'] for r in rs)/len(rs):5.1f}%  LIKELY-but-wrong {100*sum(bool(r['wrong']) for r in rs)/len(rs):5.1f}%")
