"""paraphrases.py SHARED OUT GRAPH: writes the paraphrases of the shared compose questions about a graph, with what these have."""
import json, os, sys
shared, out, graph = sys.argv[1:]
of = {q['id']: q for q in map(json.loads, open(shared + '/data/compose/questions_dev.jsonl')) if q['graph'] == graph}
with open(out, 'w') as f:
    for line in open(os.path.join(os.path.dirname(__file__), 'paraphrases.jsonl')):
        p = json.loads(line)
        if p['id'][:-3] in of: f.write(json.dumps(of[p['id'][:-3]] | p) + '\n')
