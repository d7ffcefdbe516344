// What is not in a document, and what it would take.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../client';
import { graphql } from '../gql';
import type { MissingQuery } from '../gql/graphql';
import { count, kinds, words } from '../kinds';
import { Name, Problem, type Named } from '../parts';
import { inputOf, mostTokens, type Document, type Settings } from './context';

const entitiesQuery = graphql(`
  query ContextEntities($input: ContextInput!) { contextDocument(input: $input) { nodes { entity { id kind label stateKey } } } }
`);

const missingQuery = graphql(`
  query Missing($query: String!) { search(query: $query, first: 5) { hits { entity { id kind label stateKey projectId } } } }
`);

// entitiesIn returns the entities in the document of a setting.
async function entitiesIn(settings: Settings, signal: AbortSignal): Promise<Named[]> {
  const { contextDocument } = await ask(entitiesQuery, { input: inputOf(settings) }, signal);
  return contextDocument?.nodes.map((n) => n.entity) ?? [];
}

const idsIn = async (settings: Settings, signal: AbortSignal) => new Set((await entitiesIn(settings, signal)).map((e) => e.id));

// Budgets has the budget from which on an entity is in the document, by its id.
type Budgets = Record<string, number>;

const step = 1.25; // between budgets that are tried, so that what is said is true within a quarter

// findBudgets tries larger and larger budgets until the document has all entities, and
// calls found as it has some. A larger document contains what a smaller one does.
async function findBudgets(ids: string[], settings: Settings, signal: AbortSignal, found: (budgets: Budgets) => void) {
  const missing = new Set(ids);
  for (let budget = settings.budget; missing.size > 0 && budget < mostTokens;) {
    budget = Math.min(Math.ceil((budget * step) / 10) * 10, mostTokens);
    const has = await idsIn({ ...settings, budget }, signal);
    const now = [...missing].filter((id) => has.has(id));
    for (const id of now) missing.delete(id);
    if (now.length > 0) found(Object.fromEntries(now.map((id) => [id, budget])));
  }
  if (missing.size > 0) found(Object.fromEntries([...missing].map((id) => [id, Infinity])));
}

const rest = 600; // milliseconds without a change after which budgets are tried

// useRested calls work once the settings have rested; what fails is only not shown.
function useRested(settings: Settings, key: string, work: (signal: AbortSignal) => Promise<void>) {
  useEffect(() => {
    const cancel = new AbortController();
    const timer = setTimeout(() => void work(cancel.signal).catch(() => {}), rest);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  }, [key, JSON.stringify(settings)]);
}

// useBudgets finds the budgets of entities.
function useBudgets(ids: string[], settings: Settings): Budgets {
  const [budgets, setBudgets] = useState<Budgets>({});
  useRested(settings, ids.join(), async (signal) => {
    setBudgets({});
    await findBudgets(ids, settings, signal, (found) => setBudgets((all) => ({ ...all, ...found })));
  });
  return budgets;
}

const further = 4; // times the budget, of the document in which more is looked for
const shown = 10;

// useLeftOut returns the best of what did not fit: what the document names, or else what
// a larger one has. It is undefined until that is known.
function useLeftOut(document: Document, settings: Settings): Named[] | undefined {
  const [more, setMore] = useState<Named[]>();
  const named = document.omittedBest;
  useRested(settings, document.text, async (signal) => {
    setMore(undefined);
    if (named.length > 0) return;
    const has = new Set(document.nodes.map((n) => n.entity.id));
    const larger = await entitiesIn({ ...settings, budget: Math.min(settings.budget * further, mostTokens) }, signal);
    setMore(larger.filter((e) => !has.has(e.id)).slice(0, shown));
  });
  return named.length > 0 ? named : more;
}

const inFrom = (budget: number) => (budget === Infinity ? `not within ${mostTokens.toLocaleString('en')} tokens` : `in from ${budget.toLocaleString('en')} tokens on`);

// Omitted lists the best of what did not fit.
export function Omitted({ document, settings }: { document: Document; settings: Settings }) {
  const leftOut = useLeftOut(document, settings);
  const budgets = useBudgets(leftOut?.map((e) => e.id) ?? [], settings);
  if (!leftOut) return <p class="hint">…</p>;
  if (leftOut.length === 0) return <p class="hint">Nothing is left out: a larger document has no more.</p>;
  return (
    <section class="omitted">
      <h2>Left out <span class="hint">{document.omitted.map((o) => count(o.count, kinds[o.kind].name, kinds[o.kind].plural)).join(', ')}</span></h2>
      <ul>{leftOut.map((e) => <li key={e.id}><Name entity={e} /> <span class="hint">{budgets[e.id] ? inFrom(budgets[e.id]!) : '…'}</span></li>)}</ul>
    </section>
  );
}

type Hit = NonNullable<MissingQuery['search']>['hits'][number]['entity'];

// Missing says of an entity that a reader looks for whether it is in the document, and
// else what it would take.
export function Missing({ document, settings }: { document: Document; settings: Settings }) {
  const [hits, setHits] = useState<Hit[]>();
  const [error, setError] = useState<Error>();
  const look = async (query: string) => {
    setError(undefined);
    setHits(undefined);
    if (query) await ask(missingQuery, { query }).then(({ search }) => setHits(search?.hits.map((h) => h.entity) ?? []), setError);
  };
  return (
    <section class="missing">
      <h2>Is something missing?</h2>
      <form class="inline" onSubmit={(e) => { e.preventDefault(); void look(String(new FormData(e.currentTarget).get('sought')).trim()); }}>
        <input name="sought" aria-label="What should be in it" placeholder="the name of what should be in it" maxLength={500} dir="auto" /><button>Why not?</button>
      </form>
      {error && <Problem error={error} />}
      <div role="status">
        {hits?.length === 0 && <p>Nothing in this store has these words.</p>}
        {hits && hits.length > 0 && <ul>{hits.map((e) => <li key={e.id}><Name entity={e} /> <Explained entity={e} document={document} settings={settings} /></li>)}</ul>}
      </div>
    </section>
  );
}

const farthest = 4;

// Explained is why an entity is in the document or not.
function Explained({ entity, document, settings }: { entity: Hit; document: Document; settings: Settings }) {
  const [said, setSaid] = useState('…');
  const node = document.nodes.find((n) => n.entity.id === entity.id);
  useEffect(() => {
    const cancel = new AbortController();
    if (node) setSaid(`is in it: ${words(node.form)}, ${count(node.tokens, 'token')}`);
    else whyNot(entity, settings, cancel.signal).then(setSaid, (reason: Error) => cancel.signal.aborted || setSaid(reason.message));
    return () => cancel.abort();
  }, [entity.id, document, JSON.stringify(settings)]);
  return <span class={node ? 'hint' : 'warning'}>{said}</span>;
}

async function whyNot(entity: Hit, settings: Settings, signal: AbortSignal): Promise<string> {
  if (settings.kinds.length > 0 && !settings.kinds.includes(entity.kind)) return `${kinds[entity.kind].plural} are not among the kinds that are chosen`;
  if (settings.project && entity.projectId !== settings.project) return 'it belongs to another project than the chosen one';
  const has = async (other: Partial<Settings>) => (await idsIn({ ...settings, budget: mostTokens, ...other }, signal)).has(entity.id);
  if (await has({})) {
    let budgets: Budgets = {};
    await findBudgets([entity.id], settings, signal, (found) => { budgets = found; });
    return `there is no room for it: ${inFrom(budgets[entity.id]!)}`;
  }
  if (settings.depth < farthest && await has({ depth: farthest })) return `it is further away than ${count(settings.depth, 'edge')}: a greater depth has it`;
  return 'the question does not lead to it: neither its words nor its edges. Name it in the question';
}
