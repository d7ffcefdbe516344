// The lenses: what each puts first, and what each makes of one question.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../client';
import { graphql } from '../gql';
import type { ContextInput, LensQuery, LensesQuery } from '../gql/graphql';
import { kinds, words } from '../kinds';
import { Name, Problem, useQuery, type Named } from '../parts';
import { go, to, type Route } from '../route';

const lensesQuery = graphql(`
  query Lenses {
    lenses { name description relations kinds fields depth }
    plans(first: 1) { nodes { label } }
    projects(first: 1) { nodes { label } }
  }
`);

const lensQuery = graphql(`
  query Lens($input: ContextInput!) {
    contextDocument(input: $input) { tokens confidence answerability nodes { form tokens entity { id kind label stateKey } } }
  }
`);

type Lens = NonNullable<LensesQuery['lenses']>[number];
type Result = NonNullable<LensQuery['contextDocument']>;

export function Lenses({ route }: { route: Route }) {
  const { data, error } = useQuery(lensesQuery, {});
  const topic = data?.plans?.nodes[0]?.label ?? data?.projects?.nodes[0]?.label;
  const question = route.params.get('q') ?? (topic ? `what matters for ${topic}?` : '');
  const budget = Math.min(Math.max(Number(route.params.get('budget')) || 1000, 100), 20_000);
  if (error) return <Problem error={error} />;
  const lenses = data?.lenses ?? [];
  return (
    <section class="lenses">
      <h1>Lenses</h1>
      <p class="hint">A lens decides which relations and kinds weigh more, and which facts are rendered. Below, one question through each of them: what is in every document, and what only some have.</p>
      <form class="question" onSubmit={(e) => { e.preventDefault(); const form = new FormData(e.currentTarget); go(to('lenses', '', { q: String(form.get('q')), budget: String(form.get('budget')) })); }}>
        <label class="unseen" for="lensq">Question</label>
        <input key={question} id="lensq" name="q" defaultValue={question} maxLength={2000} dir="auto" />
        <label class="budgeted">Tokens <input name="budget" type="number" min="100" max="20000" step="100" defaultValue={String(budget)} /></label>
        <button>Compare</button>
      </form>
      {question && lenses.length > 0 && <Compared key={question + budget} lenses={lenses} question={question} budget={budget} />}
      <h2>What each does</h2>
      <div class="wide" tabIndex={0} role="region" aria-label="Lenses"><table>
        <thead><tr><th>Lens</th><th>Puts first</th><th>Kinds</th><th>Relations</th><th>Facts</th><th class="number">Depth</th></tr></thead>
        <tbody>{lenses.map((l) => (
          <tr key={l.name}>
            <th scope="row">{l.name}</th><td>{l.description}</td><td>{l.kinds.map((k) => kinds[k].plural).join(', ') || 'all alike'}</td>
            <td>{l.relations.map(words).join(', ') || 'all alike'}</td><td>{l.fields.map(words).join(', ')}</td><td class="number">{l.depth}</td>
          </tr>
        ))}</tbody>
      </table></div>
    </section>
  );
}

// useResults asks through one lens after the other, so that the first answers are
// there soon.
function useResults(lenses: Lens[], question: string, budget: number) {
  const [results, setResults] = useState<Record<string, Result>>({});
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const cancel = new AbortController();
    void (async () => {
      for (const { name } of lenses) {
        const input: ContextInput = { start: { topic: question }, lens: name, maxTokens: budget };
        const answer = await ask(lensQuery, { input }, cancel.signal);
        if (answer.contextDocument) setResults((all) => ({ ...all, [name]: answer.contextDocument! }));
      }
    })().catch((reason: Error) => cancel.signal.aborted || setError(reason));
    return () => cancel.abort();
  }, [lenses, question, budget]);
  return { results, error };
}

function Compared({ lenses, question, budget }: { lenses: Lens[]; question: string; budget: number }) {
  const { results, error } = useResults(lenses, question, budget);
  if (error) return <Problem error={error} />;
  const found = new Map<string, Named>();
  for (const { name } of lenses) for (const n of results[name]?.nodes ?? []) found.set(n.entity.id, n.entity);
  const has = (id: string) => lenses.filter(({ name }) => results[name]?.nodes.some((n) => n.entity.id === id)).length;
  const rows = [...found.values()].sort((a, b) => has(b.id) - has(a.id)).slice(0, 60);
  return (
    <div class="wide matrix" tabIndex={0} role="region" aria-label="Entities by lens" aria-busy={lenses.some(({ name }) => !results[name])}><table>
      <thead>
        <tr><th>Entity</th>{lenses.map(({ name }) => <th key={name}><a href={to('context', '', { q: question, budget, lens: name })}>{name}</a></th>)}</tr>
        <tr class="hint"><th scope="row">tokens, confidence</th>{lenses.map(({ name }) => <td key={name}>{results[name] ? `${results[name].tokens.toLocaleString('en')}, ${results[name].confidence.toFixed(2)}` : '…'}</td>)}</tr>
      </thead>
      <tbody>{rows.map((e, i) => (
        <tr key={e.id} class={i > 0 && has(rows[i - 1]!.id) === lenses.length && has(e.id) < lenses.length ? 'differs' : ''}>
          <td><Name entity={e} /></td>
          {lenses.map(({ name }) => {
            const node = results[name]?.nodes.find((n) => n.entity.id === e.id);
            return <td key={name}>{node ? words(node.form) : <span class="hint" aria-label="not in it">–</span>}</td>;
          })}
        </tr>
      ))}</tbody>
    </table></div>
  );
}
