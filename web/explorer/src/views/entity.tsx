// An entity: its fields, its text, what it is linked to, and who changed it.
import { graphql } from '../gql';
import type { EntityPageQuery, Kind } from '../gql/graphql';
import { count, kinds, words } from '../kinds';
import { day, Mark, Name, Problem, useQuery } from '../parts';
import { to } from '../route';
import { Markdown } from '../text';
import { EditState } from './edit';

const entityQuery = graphql(`
  query EntityPage($id: ID!) {
    entity(id: $id) {
      id kind label projectId externalId typeKey stateKey createdAt updatedAt ownerName
      linkedEntities {
        total
        counts { kind count }
        groups(first: 50) { kind total items { label direction entity { id kind label stateKey } } }
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
  if (error) return <Problem error={error} />;
  if (!data) return <p class="hint">Loading …</p>;
  if (!data.entity) return <p class="problem">There is no entity with this id, or it may not be read.</p>;
  const entity = data.entity;
  return (
    <article class="entity">
      <header>
        <p class="hint"><Mark kind={entity.kind} /> {kinds[entity.kind].name} {entity.typeKey && <code>{entity.typeKey}</code>} {entity.externalId && <code>{entity.externalId}</code>}</p>
        <h1 dir="auto">{entity.label}</h1>
        <nav class="actions" aria-label="About this">
          <a href={to('context', '', { q: entity.label, project: entity.projectId })}>Context about this</a>
          <a href={to('graph', entity.id)}>Graph around this</a>
          {entity.kind !== 'PROJECT' && <a href={to('project', entity.projectId)}>Its project</a>}
        </nav>
      </header>
      <div class="columns">
        <div>
          <Facts entity={entity} onChanged={again} />
          <Texts entity={entity} />
          <History events={data.history ?? []} />
        </div>
        <Links entity={entity} />
      </div>
    </article>
  );
}

// factNames are the short fields, in the order of the page.
const factNames: Record<string, string> = {
  ownerName: 'owner', priority: 'priority', impact: 'impact', probability: 'probability', startAt: 'starts', dueAt: 'due',
  targetDate: 'target', completedAt: 'completed', decisionAt: 'decided', progressPercent: 'progress', channel: 'channel', ts: 'time',
};

// shown returns a value as text: dates as days, values of enumerations as words.
function shown(field: string, value: unknown): string {
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return day(text);
  return field === 'ownerName' || field === 'channel' ? text : words(text);
}

function Facts({ entity, onChanged }: { entity: Page; onChanged: () => void }) {
  const values = entity as unknown as Record<string, unknown>;
  const facts = Object.entries(factNames).flatMap(([field, name]) => {
    const value = values[field];
    if (value === null || value === undefined || value === '') return [];
    return [[name, shown(field, value)]] as const;
  });
  return (
    <dl class="facts">
      {entity.stateKey && <div><dt>state</dt><dd><EditState entity={entity} onChanged={onChanged} /></dd></div>}
      {facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
      <div><dt>created</dt><dd>{day(entity.createdAt)}</dd></div>
      <div><dt>changed</dt><dd>{day(entity.updatedAt)}</dd></div>
    </dl>
  );
}

function Texts({ entity }: { entity: Page }) {
  const full = ('full' in entity ? entity.full : {}) as Record<string, unknown>;
  const texts = Object.entries(full).filter(([name, value]) => name !== 'props' && typeof value === 'string' && value.trim());
  const rest = { ...(full.payload ? { payload: full.payload } : {}), ...((full.props as object | null) ?? {}) };
  return (
    <>
      {texts.map(([name, value]) => (
        <section key={name}>{texts.length > 1 && <h2>{words(name)}</h2>}<Markdown text={value as string} /></section>
      ))}
      {Object.keys(rest).length > 0 && (
        <details><summary>{count(Object.keys(rest).length, 'further property', 'further properties')}</summary>
          <pre class="json">{JSON.stringify(rest, null, 2)}</pre></details>
      )}
    </>
  );
}

function Links({ entity }: { entity: Page }) {
  const { groups, total } = entity.linkedEntities;
  return (
    <aside class="links" aria-label="Linked entities">
      <h2>Linked <span class="hint">{total.toLocaleString('en')}</span></h2>
      {groups.map((g) => (
        <section key={g.kind}>
          <h3><Mark kind={g.kind as Kind} /> {kinds[g.kind].plural} <span class="hint">{g.total.toLocaleString('en')}</span></h3>
          <ul>{g.items.map((l) => (
            <li key={l.entity.id + l.label}><span class="rel">{l.direction === 'OUTGOING' ? '→' : '←'} {l.label}</span> <Name entity={l.entity} /></li>
          ))}</ul>
          {g.total > g.items.length && <p class="hint">and {(g.total - g.items.length).toLocaleString('en')} more: <a href={to('graph', entity.id)}>graph</a></p>}
        </section>
      ))}
    </aside>
  );
}

function History({ events }: { events: NonNullable<EntityPageQuery['history']> }) {
  if (events.length === 0) return null;
  return (
    <section class="history">
      <h2>History</h2>
      <ol>{events.map((e) => (
        <li key={e.cursor}>
          <time dateTime={e.at}>{e.at.slice(0, 16).replace('T', ' ')}</time> {words(e.operation)} by {e.actorName} <span class="hint">{e.interface}</span>
          {e.fields.length > 0 && <ul>{e.fields.slice(0, 8).map((f) => <li key={f.name}><code>{f.name}</code> {short(f.old)} → {short(f.new)}</li>)}</ul>}
        </li>
      ))}</ol>
    </section>
  );
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined || value === null ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
