// Why an entity is in a document, and what would be in a larger one.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../client';
import { graphql } from '../gql';
import type { Kind } from '../gql/graphql';
import { count, kinds, words } from '../kinds';
import { Name, useQuery, type Named } from '../parts';
import { inputOf, type Document, type Settings } from './context';

const namesQuery = graphql(`
  query Names($ids: [ID!]!) { entities(ids: $ids) { id kind label stateKey } }
`);

const idsQuery = graphql(`
  query ContextIds($input: ContextInput!) { contextDocument(input: $input) { nodes { entity { id } } } }
`);

type Node = Document['nodes'][number];

// Paths shows the edges by which an entity was reached, and the parts of its score.
export function Paths({ node, document }: { node: Node; document: Document }) {
  const known = new Map<string, Named>(document.nodes.map((n) => [n.entity.id, n.entity]));
  const missing = node.path.flatMap((e) => [e.srcId, e.dstId]).filter((id) => !known.has(id));
  const { data } = useQuery(namesQuery, { ids: [...new Set(missing)] }, { skip: missing.length === 0 });
  for (const e of data?.entities ?? []) if (e) known.set(e.id, e);
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

// Omitted lists the best of what did not fit.
export function Omitted({ document, settings }: { document: Document; settings: Settings }) {
  if (document.omittedBest.length === 0) return <p class="hint">Nothing that was found is left out.</p>;
  return (
    <section class="omitted">
      <h2>Left out <span class="hint">{document.omitted.map((o) => count(o.count, kinds[o.kind].name, kinds[o.kind].plural)).join(', ')}</span></h2>
      <ul>{document.omittedBest.map((e) => <li key={e.id}><Name entity={e} /> <NeededBudget id={e.id} settings={settings} /></li>)}</ul>
    </section>
  );
}

const most = 20_000;

// NeededBudget finds the smallest budget, within a tenth, whose document has the
// entity. Larger documents contain what smaller ones do, so halving finds it.
function NeededBudget({ id, settings }: { id: string; settings: Settings }) {
  const [found, setFound] = useState('');
  const key = JSON.stringify([id, settings]);
  useEffect(() => setFound(''), [key]);
  const find = async () => {
    setFound('…');
    const has = async (maxTokens: number) => {
      const answer = await ask(idsQuery, { input: { ...inputOf(settings), maxTokens } });
      return answer.contextDocument?.nodes.some((n) => n.entity.id === id) ?? false;
    };
    try {
      let [without, within] = [settings.budget, most];
      if (!(await has(within))) return setFound(`not within ${most.toLocaleString('en')} tokens`);
      while (within > without * 1.1) {
        const middle = Math.round(Math.sqrt(without * within));
        if (await has(middle)) within = middle;
        else without = middle;
      }
      setFound(`in from about ${within.toLocaleString('en')} tokens on`);
    } catch (error) {
      setFound((error as Error).message);
    }
  };
  return found ? <span class="hint" role="status">{found}</span> : <button type="button" class="link" onClick={find}>from which budget on?</button>;
}

