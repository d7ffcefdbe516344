#!/usr/bin/env python3
"""score.py QUESTIONS.jsonl ANSWERS.jsonl DBDIR GRAPHDIR [--totals] [--failed] [--json OUT]: exact sets, orders, numbers, groups and not-lists, by graph and class.

Answers: {"id", "seconds", "doc": contextDocument of ask -o json}. Exact: the entities listed are those wanted (or those of an alternative), with
their order, groups or number where wanted. LIKELY but wrong: answerability LIKELY and not exact. lacks: exact if nothing is listed and the first
lines say that there is none, or if what is shown is not LIKELY and its first lines say what was not found. notlist: exact if it is no list."""
import sys, json, re, html, unicodedata, sqlite3, os, collections
args = [a for a in sys.argv[1:] if not a.startswith('--')]; flags = {a for a in sys.argv[1:] if a.startswith('--')}
QF, AF, DB, GD = args[:4]
STOP = r"(nearest|related|people|see also|sources|around|background|context|others?|more|notes?|how it was read|graph)\b"
def norm(s):
    s = unicodedata.normalize("NFKC", html.unescape(s or "")).lower().replace("’", "'")
    return re.sub(r"\s+", " ", re.sub(r"[*_`#>\\]", "", s)).strip()
class Graph:
    def __init__(self, name):
        self.kind, self.title, self.uuid = {}, {}, {}
        for l in open(f"{GD}/{name}.ndjson", encoding="utf8"):
            o = json.loads(l)
            if o["kind"] in ("edge", "record_type"): continue
            self.kind[o["id"]] = o["kind"]
            t = o.get("title") or o.get("name") or o.get("text") or (o.get("payload") or {}).get("text") or ""
            self.title.setdefault(norm(t), []).append(o["id"])
        c = sqlite3.connect(f"file:{DB}/{name}.db?mode=ro", uri=True)
        for (t,) in c.execute("select name from sqlite_master where type='table' and name like 'onto_%'").fetchall():
            cols = [r[1] for r in c.execute(f"pragma table_info({t})")]
            if "external_id" in cols:
                for i, e in c.execute(f"select id, external_id from {t} where external_id is not null"):
                    i = i.hex() if isinstance(i, bytes) else str(i)
                    if e in self.kind: self.uuid[i.replace("-", "")[:8]] = e
    def of(self, line):
        for m in re.findall(r"\[([^\[\]\s][^\[\]]*)\]", line):
            if m in self.kind: return m
            if m in self.uuid: return self.uuid[m]
        n = norm(line)
        for k in range(len(n), 2, -1):
            if n[:k] in self.title and not n[k:k + 1].isalnum(): return self.title[n[:k]][0]
        return None
BULLET = re.compile(r"^(\s*)(?:[-*•]|\d+[.)])\s+(.*)$")
def parse(text, g):
    secs, cur, lead, is_list = [], None, [], None
    for line in text.split("\n"):
        h = re.match(r"^(#{1,6})\s+(.*)$", line)
        if h:
            if len(h.group(1)) == 1: continue
            topic = bool(re.search(r"\[[^\[\]]+\]", h.group(2))) and g.of(h.group(2)) is not None
            if is_list is None: is_list = not topic and not re.match(STOP, norm(h.group(2)))
            elif is_list and (re.match(STOP, norm(h.group(2))) or topic and not (cur and not cur["items"])): break
            cur = {"head": h.group(2), "items": [], "lines": []}; secs.append(cur); continue
        b = BULLET.match(line)
        if b:
            if cur is None: cur = {"head": "", "items": [], "lines": []}; secs.append(cur); is_list = True
            cur["items"].append((g.of(re.sub(r"^\*\*\w+\*\*:\s*", "", b.group(2))), b.group(2), len(b.group(1))))
        elif line.strip() and not line.startswith("  "):
            (lead if cur is None else cur["lines"]).append(line)
    return secs, bool(is_list), lead
def numbers(s):
    for m in re.finditer(r"(?<![\w.\-])(\d{1,3}(?:[, ]\d{3})+|\d+)(\.\d+)?\s*(%|percent|prozent)?", s):
        yield float(re.sub(r"[, ]", "", m.group(1)) + (m.group(2) or "")), len(m.group(2) or ".") - 1
def has(s, n):
    return any(v == n or not float(n).is_integer() and d and abs(v - n) <= .5001 * 10 ** -d for v, d in numbers(s))
def heading_count(secs):
    m = secs and (re.search(r"\((\d+)\)\s*$", secs[0]["head"]))
    return int(m.group(1)) if m else None
MONTHS = "January February March April May June July August September October November December".split()
def forms(l):
    out = [l, l.replace("_", " "), l.replace("-", " ")]
    if re.fullmatch(r"\d{4}-\d\d", l): out += [MONTHS[int(l[5:]) - 1] + " " + l[:4], MONTHS[int(l[5:]) - 1]]
    return out
def match(head, labels):
    """The label of a heading; of "of Ann or of Bob: Ann (5)" that after the last colon."""
    if ": " in head:
        m = match(head.rsplit(": ", 1)[1], labels)
        if m is not None: return m
    n, best = norm(head), None
    for l in labels:
        if any(re.search(r"(?<!\w)" + re.escape(norm(f)) + r"(?!\w)", n) for f in forms(l)) and (best is None or len(l) > len(best)): best = l
    return best
def judge(w, secs, is_list, lead, g, view=False):
    items = [(i, b, n) for s in secs for i, b, n in s["items"] if n == 0]
    listed = list(dict.fromkeys(i for i, b, n in items if i)) if is_list else []
    first = " ".join(lead[:5] + [s["head"] for s in secs[:1]] + [l for s in secs[:1] for l in s["lines"][:2]] + [b for s in secs[:1] for i, b, n in s["items"][:2] if not i])
    if view and "ids" in w and w["ids"]:
        for s in secs:
            got = [i for i, b, n in s["items"] if n == 0 and i]
            if got: return set(got) == set(w["ids"]) or set(listed) == set(w["ids"]), "set"
    if "number" in w: return has(first, w["number"]) and (is_list or not secs or bool(lead)), "number"
    if "groups" in w or "table" in w:
        labels = list(w.get("groups") or w["table"]); found, bad = {}, 0
        rows = [(s["head"], [i for i, b, n in s["items"] if n == 0 and i], len([1 for x in s["items"] if x[2] == 0])) for s in secs]
        if "table" in w: rows += [(b, [], None) for s in secs for i, b, n in s["items"]] + [(l, [], None) for l in lead] + [(l, [], None) for s in secs for l in s["lines"]]
        for head, ids, n in rows:
            l = match(head, labels)
            if l is None or l in found: continue
            if "groups" in w: found[l] = set(ids) == set(w["groups"][l])
            else:
                rest = norm(head)
                for f in forms(l): rest = rest.replace(norm(f), " ")
                found[l] = has(rest, w["table"][l]) or n == w["table"][l]
        extra = "groups" in w and bool({i for i in listed} - {i for v in w["groups"].values() for i in v} - set(w.get("rest") or []))
        return is_list and len(found) == len(labels) and all(found.values()) and not extra, "group"
    want = list(w["ids"])
    if not is_list and len(want) == 1 and secs and g.of(secs[0]["head"]) == want[0]: return True, "subject"
    if not is_list and want and not w.get("ordered") and not re.search(r"\b(none|nothing|has no)\b", norm(" ".join(lead[:3]))):
        for n, s in enumerate(secs[:6]):  # a topic whose first part has just the entities wanted
            if n and g.of(s["head"]): break
            got = [i for i, b, k in s["items"] if k == 0]
            if got: return set(got) == set(want), "part"
    if not want:
        said = bool(re.search(r"\b(none|no|nothing|not|0|keine?[nrs]?|nichts|aucune?|ninguna?|ninguno)\b", norm(" ".join(lead[:5] + [s["head"] for s in secs[:1]]))))
        if view: said = listed = None; said = any(re.match(r"(no|none|nothing|keine?)\b", norm(b)) for s in [s for s in secs if s["items"]][:1] for i, b, n in s["items"])
        return bool(said) and not listed, "empty"
    if w.get("may"):
        must = [i for i in want if i not in w["may"]]; want = must + [i for i in listed if i in w["may"]][:len(want) - len(must)]
        if len(want) < len(w["ids"]): return False, "set"
    ok = set(listed) == set(want)
    if not ok and len(listed) >= 10 and set(listed) < set(want) and heading_count(secs) == len(want): ok = True
    if ok and w.get("ordered") and len(w["ids"]) > 1:
        t = dict(zip(w["ids"], w["ties"])); top = max(w["ties"]); r = [t.get(i, top) for i in listed]; ok = all(a <= b for a, b in zip(r, r[1:]))
        return ok, "order"
    return ok, "set"
def named(text, g):
    """The entities that the title of a document names: # Context: A, B."""
    m = re.match(r"(?:>.*\n|\n)*# Context: (.*)", text); n, out = norm(m.group(1)) if m else "", []
    while n:
        k = next((k for k in range(len(n), 2, -1) if n[:k] in g.title and n[k:k + 2] in ("", ", ")), None)
        if k is None: return []
        out.append(g.title[n[:k]]); n = n[k + 2:]
    return out
def score(q, doc, g):
    text = doc.get("text") or ""; secs, is_list, lead = parse(text, g); likely = doc.get("answerability") == "LIKELY"
    read = (doc.get("readAs") or {}).get("text"); items = [i for s in secs for i, b, n in s["items"]] if is_list else []
    r = {"id": q["id"], "graph": q["graph"], "cls": q["cls"], "lang": q["lang"], "likely": likely, "list": is_list, "read": read, "question": q["question"], "listed": items}
    if q["want"] is None:
        bad = is_list and bool(items) and bool(read); r.update(exact=not bad, wrong=bad and likely, how="notlist")
        first = [x for x in text.split("\n") if x.strip()]; n, near = 0, []
        for x in first:
            near.append(x); n += min(len(x), 300)
            if n > 1200: break
        r["subject"] = None if not q.get("subject") else any(g.of(re.sub(r"^[\s#>*-]*", "", x)) == q["subject"] for x in near)
    else:
        ok, how = False, ""
        for w in [q["want"]] + q["want"].get("alt", []):
            ok, how = judge(w, secs, is_list, lead, g, str(read).startswith('view'))
            if ok: break
            ns = named(text, g)
            if not is_list and w.get("ids") and len(ns) == len(w["ids"]) and all(any(i in n for n in ns) for i in w["ids"]): ok, how = True, "subject"; break
        if not ok and q["cls"] == "lacks":
            said = bool(re.search(r"\b(none|no|nothing|not|unused|keine?[nrs]?|nichts|nicht)\b", norm(" ".join(lead[:5] + [s["head"] for s in secs[:1]]))))
            ok = said and not likely
        r.update(exact=ok, wrong=likely and not ok, how=how)
    return r
graphs, rows = {}, []
A = {}
for l in open(AF, encoding="utf8"): o = json.loads(l); A[o["id"]] = o
for l in open(QF, encoding="utf8"):
    q = json.loads(l)
    if q["id"] not in A: continue
    if q["graph"] not in graphs: graphs[q["graph"]] = Graph(q["graph"])
    r = score(q, A[q["id"]]["doc"], graphs[q["graph"]]); r["seconds"] = A[q["id"]]["seconds"]; rows.append(r)
def show(name, rs):
    lists = [r for r in rs if r["cls"] not in ("notlist", "lacks")]; nots = [r for r in rs if r["cls"] == "notlist"]; lacks = [r for r in rs if r["cls"] == "lacks"]
    part = lambda xs, k="exact": f"{sum(bool(r[k]) for r in xs):>3}/{len(xs):<3}" if xs else "   -   "
    num = [r for r in lists if r["how"] == "number"]; order = [r for r in lists if r["how"] == "order"]; grp = [r for r in lists if r["how"] == "group"]
    print(f"{name:<16} all {part(rs)} lists {part(lists)} wrong {part(rs, 'wrong')} numbers {part(num)} orders {part(order)} groups {part(grp)} no lists {part(nots)} lacks {part(lacks)} LIKELY {part(rs, 'likely')} {sum(r['seconds'] for r in rs):6.1f} s")
if "--failed" not in flags: show("total", rows)
if "--totals" not in flags and "--failed" not in flags:
    for k in ("graph", "lang", "cls"):
        print(f"-- by {k}")
        for v in sorted({r[k] for r in rows}): show(v, [r for r in rows if r[k] == v])
    sub = [r for r in rows if r.get("subject") is not None]
    if sub: print(f"subject of the not-lists right {sum(r['subject'] for r in sub)}/{len(sub)}")
if "--failed" in flags:
    for r in rows:
        if not r["exact"]: print(f"{r['id']:<6} {r['cls']:<13} {'WRONG ' if r['wrong'] else '      '} {'list' if r['list'] else '-':<5}{r['question']}\n        read: {r['read']}")
if "--subjects" in flags:
    for r in rows:
        if r.get("subject") is False: print("subject", r["id"], r["question"])
i = [a for a in sys.argv if a.startswith('--json=')]
if i: json.dump(rows, open(i[0][7:], "w"), ensure_ascii=False, indent=1)
