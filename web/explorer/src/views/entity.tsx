// An entity: its fields, its text, what it is linked to, and who changed it.
import { useState } from 'preact/hooks';
import { graphql } from '../gql';
import type { EntityPageQuery } from '../gql/graphql';
import { count, kinds, words } from '../kinds';
import { day, Live, Mark, Problem, useChanges, useMayWrite, useQuery } from '../parts';
import { to } from '../route';
import { EditField, EditState, isEditable, Refused, type Outcome } from './edit';
import { Links } from './links';
import { Texts } from './texts';

const entityQuery = graphql(`
  query EntityPage($id: ID!) {
    entity(id: $id) {
      id kind label projectId externalId typeKey stateKey createdAt updatedAt ownerName
      linkedEntities {
        total
        counts { kind count }
        groups(first: 50) { kind total items { label direction relation entity { id kind label stateKey } } }
      }
      ... on Project { name full { description props } }
      ... on Task { title priority startAt dueAt completedAt full { description props } }
      ... on Plan { name full { plan description props } }
      ... on Goal { name targetDate progressPercent full { goal description props } }
      ... on Milestone { title dueAt full { milestone description props } }
      ... on Document { title full { content description props } }
      ... on Output { name full { description props } }
      ... on Risk { title impact probability full { content props } }
      ... on Decision { title decisionAt full { outcome rationale description props } }
      ... on Requirement { priority full { text props } }
      ... on Signal { channel ts full { payload props } }
      ... on Insight { title full { summary props } }
      ... on Record { name full { props } }
    }
    history(id: $id, first: 20) { cursor at operation actorName interface fields { name old new } }
  }
`);

type Page = NonNullable<EntityPageQuery['entity']>;

export function Entity({ id }: { id: string }) {
  const { data, error, again } = useQuery(entityQuery, { id });
  const [outcome, setOutcome] = useState<Outcome>({});
  const entity = data?.entity;
  const editable = useMayWrite(entity?.projectId);
  const last = useChanges(entity?.projectId, again);
  if (error && !data) return <Problem error={error} />;
  if (!data) return <p class="hint">Loading …</p>;
  if (!entity) return <p class="problem">There is no entity with this id, or it may not be read.</p>;
  const done = (next: Outcome) => {
    setOutcome(next);
    again();
  };
  const { texts, rest } = textsOf(entity);
  return (
    <article class="entity">
      <header>
        <div class="kind hint"><Mark kind={entity.kind} /> {kinds[entity.kind].name} {entity.typeKey && <code>{entity.typeKey}</code>} {entity.externalId && <code>{entity.externalId}</code>} <Live change={last?.entityId === entity.id ? last : undefined} /></div>
        <h1 dir="auto">{entity.label}</h1>
        <nav class="actions" aria-label="About this">
          <a href={to('context', '', { q: entity.label, project: entity.projectId })}>Context about this</a>
          <a href={to('graph', entity.id)}>Graph around this</a>
          {entity.kind !== 'PROJECT' && <a href={to('project', entity.projectId)}>Its project</a>}
        </nav>
      </header>
      <div class="columns">
        <div>
          <Refused outcome={outcome} onDone={done} />
          <Facts entity={entity} editable={editable} onChanged={done} />
          <Texts entity={entity} texts={texts} editable={editable} onChanged={again} />
          <Further values={rest} />
          <History events={data.history ?? []} />
        </div>
        <Links entity={entity} editable={editable} onChanged={again} />
      </div>
    </article>
  );
}

// factNames are the short fields, in the order of the page.
const factNames: Record<string, string> = {
  title: 'title', name: 'name',
  ownerName: 'owner', priority: 'priority', impact: 'impact', probability: 'probability', startAt: 'starts', dueAt: 'due',
  targetDate: 'target', completedAt: 'completed', decisionAt: 'decided', progressPercent: 'progress', channel: 'channel', ts: 'time',
};

// isName reports whether a field is the heading of the page.
const isName = (field: string) => field === 'title' || field === 'name';

// shown returns a value as text: dates as days, values of enumerations as words.
function shown(field: string, value: unknown): string {
  const text = String(value);
  if (isName(field)) return text;
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return day(text);
  return field === 'ownerName' || field === 'channel' ? text : words(text);
}

function Facts({ entity, editable, onChanged }: { entity: Page; editable: boolean; onChanged: (outcome: Outcome) => void }) {
  const values = entity as unknown as Record<string, unknown>;
  const facts = Object.entries(factNames).filter(([field]) => field in values).map(([field, name]) => {
    const value = values[field];
    const isEmpty = value === null || value === undefined || value === '';
    return { field, name, value, text: isEmpty ? '' : shown(field, value) };
  }).filter(({ field, text }) => (isName(field) ? editable : text || (editable && isEditable(field))));
  return (
    <dl class="facts">
      {entity.stateKey && <div><dt>state</dt><dd><EditState entity={entity} editable={editable} onChanged={onChanged} /></dd></div>}
      {facts.map(({ field, name, value, text }) => (
        <div key={field}><dt>{name}</dt><dd>{editable && isEditable(field) ? <EditField entity={entity} field={field} name={name} value={value} shown={text} onChanged={onChanged} /> : <bdi>{text}</bdi>}</dd></div>
      ))}
      <div><dt>created</dt><dd>{day(entity.createdAt)}</dd></div>
      <div><dt>changed</dt><dd>{day(entity.updatedAt)}</dd></div>
    </dl>
  );
}

// textsOf returns the long texts of an entity, and what else is stored of it.
function textsOf(entity: Page): { texts: Record<string, string>; rest: Record<string, unknown> } {
  const full = ('full' in entity ? entity.full : {}) as Record<string, unknown>;
  const { props, payload, ...long } = full;
  const texts = Object.fromEntries(Object.entries(long).map(([name, text]) => [name, typeof text === 'string' ? text : '']));
  return { texts, rest: { ...(payload ? { payload } : {}), ...((props as object | null) ?? {}) } };
}

function Further({ values }: { values: Record<string, unknown> }) {
  const n = Object.keys(values).length;
  if (n === 0) return null;
  return <details><summary>{count(n, 'further property', 'further properties')}</summary><pre class="json" tabIndex={0}>{JSON.stringify(values, null, 2)}</pre></details>;
}

function History({ events }: { events: NonNullable<EntityPageQuery['history']> }) {
  if (events.length === 0) return null;
  return (
    <section class="history">
      <h2>History</h2>
      <ol>{events.map((e) => (
        <li key={e.cursor}>
          <time dateTime={e.at}>{e.at.slice(0, 16).replace('T', ' ')}</time> {words(e.operation)} by {e.actorName} <span class="hint">{e.interface}</span>
          {e.fields.length > 0 && <ul>{e.fields.filter((f) => f.name !== 'updated_at').slice(0, 8).map((f) => <li key={f.name}><code>{f.name}</code> {short(f.old)} → {short(f.new)}</li>)}</ul>}
        </li>
      ))}</ol>
    </section>
  );
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined || value === null ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
