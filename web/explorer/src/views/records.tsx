// Record types with their fields, and the records of a type with their values, also
// computed ones.
import { graphql } from '../gql';
import type { RecordTypesQuery } from '../gql/graphql';
import { words } from '../kinds';
import { Name, Problem, useQuery } from '../parts';
import { to, type Route } from '../route';

const typesQuery = graphql(`
  query RecordTypes {
    recordTypes { key name icon fields { name type typeKey options entityType query } }
    recordGroups(by: [RECORD_TYPE], first: 1000) { count keys { value } }
  }
`);

const recordsQuery = graphql(`
  query Records($type: String!, $after: String) {
    records(filter: { recordType: $type }, first: 50, after: $after, orderBy: [{ field: LABEL, direction: ASC }]) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { id kind label projectId fields { name text warning entities { id kind label stateKey } } }
    }
  }
`);

type Types = NonNullable<RecordTypesQuery['recordTypes']>;

export function Records({ route }: { route: Route }) {
  const { data, error } = useQuery(typesQuery, {});
  if (error) return <Problem error={error} />;
  if (!data) return <p class="hint">Loading …</p>;
  const types = data.recordTypes ?? [];
  const counts = new Map(data.recordGroups?.map((g) => [String(g.keys[0]?.value ?? ''), g.count]));
  const unknown = [...counts.keys()].filter((key) => key && !types.some((t) => t.key === key));
  const chosen = route.id || types[0]?.key || unknown[0] || '';
  return (
    <section class="records">
      <h1>Records</h1>
      <p class="hint">Types that this deployment defines, such as people or suppliers, with their fields. Computed fields are queries that are answered whenever they are read.</p>
      {!chosen && <p>This store has no record types. <code>dossier record-type --help</code> says how to make one.</p>}
      <nav class="chips" aria-label="Record types">{[...types.map((t) => [t.key, `${t.icon} ${t.name}`]), ...unknown.map((k) => [k, k])].map(([key, name]) => (
        <a key={key} href={to('records', key)} aria-current={key === chosen ? 'page' : undefined}>{name} <span class="hint">{(counts.get(key!) ?? 0).toLocaleString('en')}</span></a>
      ))}</nav>
      {chosen && <Type type={types.find((t) => t.key === chosen)} />}
      {chosen && <Rows key={chosen} type={chosen} after={route.params.get('after') ?? ''} />}
    </section>
  );
}

function Type({ type }: { type: Types[number] | undefined }) {
  if (!type) return <p class="warning">Records of a type that this deployment does not define: their values are shown as they are stored.</p>;
  return (
    <details><summary>{type.fields.length} fields of {type.name}</summary>
      <table>
        <thead><tr><th>Field</th><th>Type</th><th>Values</th></tr></thead>
        <tbody>{type.fields.map((f) => (
          <tr key={f.name}>
            <td>{f.name}</td><td>{words(f.type ?? f.typeKey)}</td>
            <td>{f.options.join(', ') || f.entityType || (f.query ? <code>{JSON.stringify(f.query)}</code> : '')}</td>
          </tr>
        ))}</tbody>
      </table>
    </details>
  );
}

function Rows({ type, after }: { type: string; after: string }) {
  const { data, error } = useQuery(recordsQuery, { type, after: after || undefined });
  if (error) return <Problem error={error} />;
  const page = data?.records;
  if (!page) return <p class="hint">Loading …</p>;
  const names = [...new Set(page.nodes.flatMap((r) => r.fields.map((f) => f.name)))];
  return (
    <>
      <div class="wide" tabIndex={0} role="region" aria-label="Records"><table>
        <thead><tr><th>Record</th>{names.map((n) => <th key={n}>{words(n)}</th>)}</tr></thead>
        <tbody>{page.nodes.map((r) => (
          <tr key={r.id}>
            <td><Name entity={r} /></td>
            {names.map((n) => <td key={n}><Value field={r.fields.find((f) => f.name === n)} /></td>)}
          </tr>
        ))}</tbody>
      </table></div>
      {page.pageInfo.hasNextPage && <p><a href={to('records', type, { after: page.pageInfo.endCursor ?? '' })}>Further ones</a></p>}
    </>
  );
}

interface Field {
  text: string;
  warning: string;
  entities: { id: string; kind: 'TASK'; label: string; stateKey?: string | null }[];
}

function Value({ field }: { field: unknown }) {
  const value = field as Field | undefined;
  if (!value) return null;
  return (
    <>
      {value.entities.length > 0 ? value.entities.slice(0, 5).map((e) => <div key={e.id}><Name entity={e} /></div>) : <bdi class={/^\d{4}-\d\d-\d\d$/.test(value.text) ? 'date' : ''}>{value.text}</bdi>}
      {value.entities.length > 5 && <span class="hint">and {value.entities.length - 5} more</span>}
      {value.warning && <span class="alarm" title={value.warning}>{value.warning}</span>}
    </>
  );
}
