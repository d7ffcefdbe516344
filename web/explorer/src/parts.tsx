// Parts that several views share.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, follow, Refusal, setToken } from './client';
import { graphql } from './gql';
import type { ChangesSubscription, Kind, TypedDocumentString } from './gql/graphql';
import { kinds, words } from './kinds';
import { to } from './route';

export interface Loaded<T> {
  data?: T;
  error?: Error;
  loading: boolean;
}

// useQuery asks when its variables or the round change. The last answer remains until the next
// one arrives, so that a page does not jump while a slider moves; a request that
// is no longer needed is cancelled.
export function useQuery<T, V>(document: TypedDocumentString<T, V>, variables: V, { skip = false, wait = 0, round = 0 } = {}): Loaded<T> & { again: () => void } {
  const [loaded, setLoaded] = useState<Loaded<T> & { key?: string }>({ loading: !skip });
  const [own, setOwn] = useState(0);
  const key = JSON.stringify(variables);
  useEffect(() => {
    if (skip) return;
    const cancel = new AbortController();
    setLoaded((last) => ({ ...last, loading: true }));
    const timer = setTimeout(() => {
      ask(document, variables, cancel.signal).then(
        (data) => cancel.signal.aborted || setLoaded({ data, key, loading: false }),
        (error: Error) => cancel.signal.aborted || setLoaded({ error, key, loading: false }),
      );
    }, wait);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  }, [document, key, skip, round, own]);
  // The effect runs after the page was drawn with the new variables and the last answer.
  const loading = loaded.loading || (!skip && loaded.key !== key);
  return { ...loaded, loading, again: () => setOwn((n) => n + 1) };
}

// useEvery returns a round that counts up every some milliseconds, while the page can
// be seen.
export function useEvery(milliseconds: number): number {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setRound((n) => n + 1), milliseconds);
    return () => clearInterval(timer);
  }, []);
  return round;
}

const changesSubscription = graphql(`
  subscription Changes($projectId: ID!) {
    projectChanges(projectId: $projectId) { event { at operation entityId actorName interface fields { name old new } } }
  }
`);

// A Change is what somebody did to an entity of the project that is shown.
export interface Change {
  at: string;
  entityId: string;
  text: string;
  states: string[]; // which the entity had and has, if its state changed
}

// settle is the time in milliseconds in which further changes are waited for
// before a view asks again.
const settle = 200;

// useChanges calls changed at a change of a project, and once more after those that
// follow at once. It also calls it when some may be missing, as at the start. It
// returns the last of them.
export function useChanges(projectId: string | undefined, changed: () => void): Change | undefined {
  const [last, setLast] = useState<Change>();
  const current = useRef(changed);
  current.current = changed;
  useEffect(() => {
    if (!projectId) return;
    let timer = 0;
    let more = false;
    const stop = follow(changesSubscription, { projectId }, ({ projectChanges: { event } }) => {
      if (event) setLast(changeOf(event));
      if (!timer) current.current();
      else more = true;
      timer ||= window.setTimeout(() => {
        if (more) current.current();
        more = false;
        timer = 0;
      }, settle);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [projectId]);
  return last;
}

type Event = NonNullable<ChangesSubscription['projectChanges']['event']>;

function changeOf({ at, operation, entityId, actorName, interface: via, fields }: Event): Change {
  const what = fields.length > 0 && operation === 'UPDATED' ? `changed ${fields.map((f) => words(f.name.replace(/_key$/, ''))).join(', ')}` : words(operation);
  const states = fields.filter((f) => f.name === 'state_key').flatMap((f) => [String(f.old), String(f.new)]);
  return { at, states, entityId: entityId ?? '', text: `${actorName || 'Somebody'} ${what}${via ? ` by ${via}` : ''}` };
}

// Live shows the last change that came in while the view was open.
export function Live({ change }: { change: Change | undefined }) {
  return <p class="live" role="status">{change && <><span aria-hidden="true">●</span> {change.text} <time dateTime={change.at}>{change.at.slice(11, 19)}</time></>}</p>;
}

const accessQuery = graphql(`query MyAccess($projectId: ID!) { access(projectId: $projectId) }`);

// useMayWrite reports whether the reader may change a project.
export function useMayWrite(projectId: string | undefined): boolean {
  const { data } = useQuery(accessQuery, { projectId: projectId ?? '' }, { skip: !projectId });
  return data?.access === 'WRITE' || data?.access === 'ADMIN';
}

// Problem shows why there is no answer, with a field for a key if one would help.
export function Problem({ error }: { error: Error }) {
  if (!(error instanceof Refusal && error.signIn)) return <p class="problem" role="alert">{error.message}</p>;
  return (
    <form class="signin" onSubmit={(event) => {
      event.preventDefault();
      setToken(String(new FormData(event.currentTarget).get('token') ?? ''));
    }}>
      <h1>Sign in</h1>
      <p>{error.message} It is kept until this tab is closed.</p>
      <label>Key or token <input name="token" type="password" autocomplete="off" required /></label>
      <button>Sign in</button>
    </form>
  );
}

export function Mark({ kind }: { kind: Kind }) {
  return <span class="mark" style={{ color: kinds[kind].colour }} title={kinds[kind].name} aria-label={kinds[kind].name} role="img">{kinds[kind].sign}</span>;
}

export interface Named {
  id: string;
  kind: Kind;
  label: string;
  stateKey?: string | null;
}

const namesQuery = graphql(`
  query Names($ids: [ID!]!) { entities(ids: $ids) { id kind label stateKey } }
`);

// useNames returns the entities with some ids, without those that may not be read.
export function useNames(ids: string[]): Named[] {
  const { data } = useQuery(namesQuery, { ids: [...new Set(ids)] }, { skip: ids.length === 0 });
  return (data?.entities ?? []).filter((e) => e !== null);
}

// Name is a link to an entity, with its kind and state.
export function Name({ entity, children }: { entity: Named; children?: ComponentChildren }) {
  return (
    <span class="name">
      <Mark kind={entity.kind} />
      <a href={entity.kind === 'PROJECT' ? to('project', entity.id) : to('entity', entity.id)} dir="auto">{entity.label}</a>
      {entity.stateKey && <span class={`state ${entity.stateKey}`}>{words(entity.stateKey)}</span>}
      {children}
    </span>
  );
}

// Copy is a button that copies a text, and says so.
export function Copy({ label, text }: { label: string; text: string | (() => string) }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setSaid('copied');
    } catch {
      setSaid('not copied: the browser refuses');
    }
    setTimeout(() => setSaid(''), 1500);
  };
  return <button type="button" class="copy" onClick={copy}>{said || label}<span class="unseen" role="status">{said}</span></button>;
}

// day returns the date of a time, as prompts write it.
export const day = (time: string | null | undefined) => (time ?? '').slice(0, 10);
