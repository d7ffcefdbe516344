// Why each entity is in a document.
import { Fragment } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Kind } from '../gql/graphql';
import { count, words } from '../kinds';
import { Name, useNames, type Named } from '../parts';
import type { Document } from './context';

type Node = Document['nodes'][number];

const reasons: Record<string, string> = {
  SUBJECT: 'the question is about it', START: 'the question starts from it', MATCH: 'its words match',
  MENTION: 'mentioned', PIN: 'pinned',
};

// reasonOf says why an entity is in it: of what edges lead to the last of them, and of
// what a broad question asks for the heading that it is under.
function reasonOf({ why, path }: Node, heading: string | undefined): string {
  const last = path.at(-1);
  if (why !== 'EDGE') return reasons[why] ?? words(why);
  if (last) return `linked: ${words(last.rel)}`;
  return heading ? `under “${heading}”` : 'the question asks for it';
}

// headingsOf returns the headings under which the entities of a document first are. It
// searches the whole text for each, because a large document has hundreds of entities and
// thousands of lines.
function headingsOf({ text, nodes }: Document): Map<string, string> {
  const starts = [...text.matchAll(/^#+ (.*)$/gm)].map((m) => ({ at: m.index, end: m.index + m[0].length, name: m[1]!.replace(/ [[(].*$/, '') }));
  const above = (at: number) => starts.findLast((s) => s.at <= at);
  const first = (wanted: string) => {
    if (!wanted) return -1;
    let at = text.indexOf(wanted);
    while (at >= 0 && at < (above(at)?.end ?? 0)) at = text.indexOf(wanted, at + 1); // in a heading
    return at;
  };
  const headings = new Map<string, string>();
  for (const { entity } of nodes) {
    const places = [first(`[${entity.id.slice(0, 8)}`), first(entity.label)].filter((at) => at >= 0);
    if (places.length > 0) headings.set(entity.id, above(Math.min(...places))?.name ?? '');
  }
  return headings;
}

// Pieces lists the entities of a document, each with its reason. Those that the
// document of the other setting lacks are marked.
export function Pieces({ document, other }: { document: Document; other?: Document }) {
  const [open, setOpen] = useState('');
  const headings = useMemo(() => headingsOf(document), [document]);
  return useMemo(() => { // the page is rendered for each move of a slider
    const others = other && new Set(other.nodes.map((n) => n.entity.id));
    return (
      <section class="pieces">
        <h2>Why each piece is in it <span class="hint">{count(document.nodes.length, 'entity', 'entities')}</span></h2>
        <table>
          <thead><tr><th>Entity</th><th>Why</th><th>Form</th><th class="number">Tokens</th><th class="number">Score</th></tr></thead>
          <tbody>{document.nodes.map((n) => (
            <Fragment key={n.entity.id}>
              <tr class={open === n.entity.id ? 'open' : ''}>
                <td><Name entity={n.entity} />{others && !others.has(n.entity.id) && <span class="only hint"> only here</span>}</td>
                <td><button type="button" class="link" aria-expanded={open === n.entity.id} onClick={() => setOpen(open === n.entity.id ? '' : n.entity.id)}>{reasonOf(n, headings.get(n.entity.id))}</button></td>
                <td>{words(n.form)}</td>
                <td class="number">{n.tokens}</td>
                <td class="number"><meter min={0} max={1} value={Math.min(n.score, 1)} aria-label={`score ${n.score.toFixed(2)}`} /> {n.score.toFixed(2)}</td>
              </tr>
              {open === n.entity.id && <tr><td colSpan={5}><Paths node={n} document={document} /></td></tr>}
            </Fragment>
          ))}</tbody>
        </table>
      </section>
    );
  }, [document, other, open]);
}

// Paths shows the edges by which an entity was reached, and the parts of its score.
function Paths({ node, document }: { node: Node; document: Document }) {
  const known = new Map<string, Named>(document.nodes.map((n) => [n.entity.id, n.entity]));
  const missing = node.path.flatMap((e) => [e.srcId, e.dstId]).filter((id) => !known.has(id));
  for (const e of useNames(missing)) known.set(e.id, e);
  const named = (id: string, kind: Kind): Named => known.get(id) ?? { id, kind, label: id.slice(0, 8) };
  return (
    <div class="paths">
      {node.path.length === 0 ? <p class="hint">No path was needed: its own words match, or the question starts from it.</p> : (
        <ol>{node.path.map((e, i) => (
          <li key={i}><Name entity={named(e.srcId, e.srcKind)} /> <span class="rel">{words(e.rel)} →</span> <Name entity={named(e.dstId, e.dstKind)} /></li>
        ))}</ol>
      )}
      {node.scoreParts && (
        <p class="hint">Score {node.score.toFixed(3)}: its words {node.scoreParts.text.toFixed(3)}, its neighbours {node.scoreParts.walk.toFixed(3)}, recent or active {node.scoreParts.tie.toFixed(3)}. {count(node.distance, 'step')} from the start.</p>
      )}
    </div>
  );
}
