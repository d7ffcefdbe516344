// What an agent gets for a question: the prompt text, and why each piece is in it.
import { useEffect, useState } from 'preact/hooks';
import { graphql } from '../gql';
import type { ContextInput, ContextQuery, Kind } from '../gql/graphql';
import { count, kinds, words } from '../kinds';
import { Copy, Problem, useQuery } from '../parts';
import { go, server, to, type Route } from '../route';
import { commands } from './commands';
import { Omitted, Missing } from './leftout';
import { Bars, Prompt } from './prompt';
import { ReadAs } from './readas';
import { Pieces } from './why';

export const contextQuery = graphql(`
  query Context($input: ContextInput!) {
    contextDocument(input: $input) {
      text tokens maxTokens encoding confidence answerability reasons
      sections { name tokens }
      nodes {
        form tokens score distance why
        scoreParts { text walk tie }
        path { srcId srcKind rel dstId dstKind }
        entity { id kind label stateKey }
      }
      omitted { kind count }
      omittedBest { id kind label stateKey }
      warnings { code message }
      readAs { text kind filter unused }
      readings { text kind filter unused }
    }
  }
`);

const choicesQuery = graphql(`
  query Choices {
    lenses { name description }
    encodings { name }
    projects(first: 200, orderBy: [{ field: LABEL, direction: ASC }]) { nodes { id label } }
    tasks(first: 20, filter: { states: [BLOCKED] }) { nodes { title blockedBy(first: 1) { totalCount } } }
    plans(first: 1) { nodes { label } }
    documents(first: 1) { nodes { title } }
  }
`);

export type Document = NonNullable<ContextQuery['contextDocument']>;

export interface Settings {
  topic: string;
  project: string;
  question: string; // about entities, when there is no topic
  ids: string[];
  focus: string;
  global: boolean;
  kinds: Kind[];
  budget: number;
  lens: string;
  ranking: string;
  depth: number;
  encoding: string;
}

const least = 100;
export const mostTokens = 20_000;

// settingsOf reads the settings of one side from the address; the names of the
// second side have a 2 behind them, and what it lacks is as on the first.
function settingsOf(params: URLSearchParams, side: '' | '2', first?: Settings): Settings {
  const text = (name: string, otherwise: string) => params.get(name + side) ?? otherwise;
  const budget = Number(text('budget', String(first?.budget ?? 2000)));
  return {
    topic: first?.topic ?? params.get('q') ?? '',
    project: first?.project ?? params.get('project') ?? '',
    question: params.get('question') ?? '', ids: listOf(params.get('ids')), focus: params.get('focus') ?? '', global: params.get('global') === 'true',
    kinds: listOf(text('kinds', first?.kinds.join(',') ?? '')).filter((k): k is Kind => k in kinds),
    budget: Number.isFinite(budget) ? Math.min(Math.max(Math.round(budget), least), mostTokens) : 2000,
    lens: text('lens', first?.lens ?? 'general'),
    ranking: text('ranking', first?.ranking ?? 'RELEVANCE'),
    depth: Number(text('depth', String(first?.depth ?? 2))) || 0,
    encoding: text('encoding', first?.encoding ?? 'o200k_base'),
  };
}

const listOf = (text: string | null) => (text ?? '').split(',').filter(Boolean);

// startOf returns what a document starts from. Entities come before a topic, which
// is then the question about them, as in the tool of agents.
export function startOf(s: Settings): ContextInput['start'] {
  if (s.ids.length > 0) return { ids: s.ids };
  if (s.focus) return { focusId: s.focus };
  if (s.topic) return { topic: s.topic };
  return s.project ? { projectId: s.project } : { global: true };
}

export const hasStart = (s: Settings) => s.topic !== '' || s.project !== '' || s.focus !== '' || s.ids.length > 0 || s.global;

export function inputOf(s: Settings): ContextInput {
  const start = startOf(s);
  const question = [start.topic ? '' : s.topic, s.question].filter(Boolean).join('\n');
  return {
    start, question: question || undefined, kinds: s.kinds.length > 0 ? s.kinds : undefined,
    projectId: !start.projectId && s.project ? s.project : undefined,
    maxTokens: s.budget, lens: s.lens, ranking: s.ranking as ContextInput['ranking'], depth: s.depth, encoding: s.encoding,
  };
}

// named returns the parameters with the id of a project that they name, as agents may.
function named(params: URLSearchParams, projects: { id: string; label: string }[]): URLSearchParams {
  const found = projects.find((p) => p.label.toLowerCase() === params.get('project')?.toLowerCase());
  const given = new URLSearchParams(params);
  if (found) given.set('project', found.id);
  return given;
}

export function Context({ route }: { route: Route }) {
  const choices = useQuery(choicesQuery, {});
  const first = settingsOf(named(route.params, choices.data?.projects?.nodes ?? []), '');
  const compared = route.params.has('compare');
  const second = settingsOf(route.params, '2', first);
  const data = choices.data;
  const blocked = data?.tasks?.nodes.find((t) => (t.blockedBy?.totalCount ?? 0) > 0);
  const example = data && (blocked ? `what blocks ${blocked.title}?` : data.plans?.nodes[0] ? `what is the state of ${data.plans.nodes[0].label}?`
    : data.documents?.nodes[0]?.title ?? data.projects?.nodes[0]?.label ?? '');
  useEffect(() => {
    if (example && !hasStart(first)) change({ q: example }, true);
  }, [example]);

  function change(to_: Record<string, string | number | undefined>, replace = false) {
    const params = Object.fromEntries(route.params);
    go(to('context', '', { ...params, ...to_ }), { replace });
  }

  if (choices.error) return <Problem error={choices.error} />;
  const empty = data && !data.projects?.nodes.length;
  return (
    <div class="context">
      <header class="ask">
        <h1>What does the agent see?</h1>
        <p class="hint">Dossier gives an AI agent the part of your projects that answers its question, within a budget of tokens. Ask as an agent does, and see the text that goes into its prompt, why each piece is in it, and what is left out.</p>
        <Question key={route.params.get('q') ?? ''} topic={first.topic} onAsk={(q) => change({ q })} />
        <div class="controls">
          <label>Project <select value={first.project} onChange={(e) => change({ project: e.currentTarget.value })}>
            <option value="">all</option>
            {data?.projects?.nodes.map((p) => <option key={p.id} value={p.id}>{p.label}</option>)}
          </select></label>
          <button type="button" aria-pressed={compared} onClick={() => change({ compare: compared ? undefined : 'on' })}>Compare two settings</button>
        </div>
      </header>
      {empty && <Empty />}
      {!empty && hasStart(first) && (
        <Sides first={first} second={compared ? second : undefined} lenses={data?.lenses ?? []} encodings={data?.encodings ?? []} change={change} />
      )}
    </div>
  );
}

function Empty() {
  return (
    <section class="empty">
      <h2>This store is empty</h2>
      <p>Import a folder of notes, decisions or tasks, an export of a tracker, or NDJSON, then ask:</p>
      <pre tabIndex={0} aria-label="Commands">{`dossier import FOLDER --server ${server}\ndossier demo     # a graph to look at`}</pre>
      <p class="actions"><a href={to('sources')}>Drop a folder or a file here</a><a href={to('connect')}>Connect an agent</a></p>
    </section>
  );
}

function Question({ topic, onAsk }: { topic: string; onAsk: (q: string) => void }) {
  const [text, setText] = useState(topic);
  return (
    <form class="question" onSubmit={(e) => { e.preventDefault(); onAsk(text.trim()); }}>
      <label class="unseen" for="q">Question</label>
      <textarea id="q" rows={2} value={text} dir="auto" placeholder="what blocks the launch?" maxLength={20_000}
        onInput={(e) => setText(e.currentTarget.value)}
        onKeyDown={(e) => { if (e.key === 'Enter' && !e.shiftKey) { e.preventDefault(); onAsk(text.trim()); } }} />
      <button>Ask</button>
    </form>
  );
}

interface SidesProps {
  first: Settings;
  second?: Settings;
  lenses: { name: string; description: string }[];
  encodings: { name: string }[];
  change: (to: Record<string, string | number | undefined>, replace?: boolean) => void;
}

function Sides({ first, second, change, ...choices }: SidesProps) {
  const [documents, setDocuments] = useState<Record<string, Document>>({});
  const got = (side: string) => (document: Document) => setDocuments((last) => ({ ...last, [side]: document }));
  return (
    <div class={second ? 'sides two' : 'sides'}>
      <Side settings={first} side="" {...choices} change={change} onDocument={got('1')} other={second && documents['2']} />
      {second && <Side settings={second} side="2" {...choices} change={change} onDocument={got('2')} other={documents['1']} />}
    </div>
  );
}

interface SideProps extends Omit<SidesProps, 'first' | 'second'> {
  settings: Settings;
  side: '' | '2';
  other?: Document;
  onDocument: (document: Document) => void;
}

function Side({ settings, side, lenses, encodings, change, other, onDocument }: SideProps) {
  const set = (name: string, value: string | number, replace = false) => change({ [name + side]: value }, replace);
  const { data, error, loading } = useQuery(contextQuery, { input: inputOf(settings) }, { wait: 15 });
  const document = data?.contextDocument;
  useEffect(() => { if (document) onDocument(document); }, [document]);
  return (
    <section class="side" aria-label={side ? 'second setting' : 'document'} aria-busy={loading}>
      <Budget value={settings.budget} used={loading ? undefined : document?.tokens} onChange={(n) => set('budget', n, true)} />
      <div class="controls">
        <label>Lens <select value={settings.lens} onChange={(e) => set('lens', e.currentTarget.value)}>
          {lenses.map((l) => <option key={l.name} value={l.name} title={l.description}>{l.name}</option>)}
        </select></label>
        <label>Ranking <select value={settings.ranking} onChange={(e) => set('ranking', e.currentTarget.value)}>
          <option value="RELEVANCE">relevance</option><option value="CLASSIC">classic</option>
        </select></label>
        <label>Depth <input type="number" min="0" max="4" value={settings.depth} onChange={(e) => set('depth', e.currentTarget.value)} /></label>
        <Kinds chosen={settings.kinds} onChange={(chosen) => set('kinds', chosen.join(','))} />
        <label>Tokens of <select value={settings.encoding} onChange={(e) => set('encoding', e.currentTarget.value)}>
          {encodings.map((x) => <option key={x.name} value={x.name}>{x.name}</option>)}
        </select></label>
      </div>
      {error && <Problem error={error} />}
      {!document && loading && <p class="hint">Asking …</p>}
      {document && <Answer document={document} settings={settings} other={other} />}
    </section>
  );
}

function Kinds({ chosen, onChange }: { chosen: Kind[]; onChange: (kinds: Kind[]) => void }) {
  const toggled = (k: Kind) => (chosen.includes(k) ? chosen.filter((c) => c !== k) : [...chosen, k]);
  return (
    <details class="menu">
      <summary>Kinds: {chosen.length === 0 ? 'all' : chosen.map((k) => kinds[k].plural).join(', ')}</summary>
      <fieldset><legend class="unseen">Kinds</legend>{(Object.keys(kinds) as Kind[]).map((k) => (
        <label key={k}><input type="checkbox" checked={chosen.includes(k)} onChange={() => onChange(toggled(k))} /> {kinds[k].plural}</label>
      ))}</fieldset>
    </details>
  );
}

// Budget is a slider over orders of magnitude: the steps between 100 and 1,000
// tokens matter as much as those between 2,000 and 20,000.
function Budget({ value, used, onChange }: { value: number; used?: number; onChange: (n: number) => void }) {
  const scale = Math.log(mostTokens / least);
  const atSlider = Math.round((1000 * Math.log(value / least)) / scale);
  const fromSlider = (at: number) => {
    const exact = least * Math.exp((at / 1000) * scale);
    const step = exact < 1000 ? 10 : 100;
    return Math.round(exact / step) * step;
  };
  return (
    <div class="budget">
      <label>Budget <input type="range" min="0" max="1000" value={atSlider} aria-valuetext={`${value} tokens`}
        onInput={(e) => onChange(fromSlider(Number(e.currentTarget.value)))} /></label>
      <output>{used === undefined ? '' : `${used.toLocaleString('en')} of `}{value.toLocaleString('en')} tokens</output>
    </div>
  );
}

const judged = { LIKELY: 'has an answer', PARTLY: 'may have an answer', UNLIKELY: 'probably has no answer' };

function Answer({ document, settings, other }: { document: Document; settings: Settings; other?: Document }) {
  return (
    <div class="answer">
      <div class="verdict">
        <p class={`judged ${document.answerability}`}>
          <strong>{words(document.answerability)}</strong> {judged[document.answerability]} <span class="hint">confidence {document.confidence.toFixed(2)}</span>
          {document.reasons.map((r) => <span key={r} class="reason">{r}</span>)}
        </p>
        <ReadAs document={document} project={settings.project} />
        {document.warnings.map((w) => <p key={w.code + w.message} class="warning">{w.message}</p>)}
      </div>
      <div class="sheet">
        <h2>The prompt <span class="hint">as it goes to the model, {count(document.tokens, 'token')}</span></h2>
        <Bars document={document} />
        <Prompt text={document.text} other={other?.text} />
        <div class="copies" role="group" aria-label="Copy as">
          <Copy label="Copy the prompt text" text={document.text} />
          {commands(settings).map((c) => <Copy key={c.name} label={c.name} text={c.text} />)}
        </div>
      </div>
      <div class="why">
        <Pieces document={document} other={other} />
        <Omitted document={document} settings={settings} />
        <Missing document={document} settings={settings} />
      </div>
    </div>
  );
}
