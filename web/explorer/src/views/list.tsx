// The entities of a kind in a project: all, or those without an edge, which the
// bars of a project count.
import { graphql } from '../gql';
import { Kind } from '../gql/graphql';
import { kinds } from '../kinds';
import { Mark, Name, Problem, useQuery } from '../parts';
import { to, type Route } from '../route';

// An entity is in the list unless it is linked to one of the ids: without ids to
// any entity, and with an empty list to none.
const listQuery = graphql(`
  query List(
    $id: ID!, $after: String, $ids: [ID!]
    $plan: Boolean!, $goal: Boolean!, $task: Boolean!, $milestone: Boolean!, $document: Boolean!, $output: Boolean!, $risk: Boolean!, $decision: Boolean!, $requirement: Boolean!, $signal: Boolean!, $insight: Boolean!, $record: Boolean!
  ) {
    entity(id: $id) { id kind label }
    PLAN: plans(projectId: $id, first: 100, after: $after, filter: { not: { linked: { ids: $ids } } }) @include(if: $plan) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey } }
    GOAL: goals(projectId: $id, first: 100, after: $after, filter: { not: { linked: { ids: $ids } } }) @include(if: $goal) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey } }
    TASK: tasks(projectId: $id, first: 100, after: $after, filter: { not: { linked: { ids: $ids } } }) @include(if: $task) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey } }
    MILESTONE: milestones(projectId: $id, first: 100, after: $after, filter: { not: { linked: { ids: $ids } } }) @include(if: $milestone) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey } }
    DOCUMENT: documents(projectId: $id, first: 100, after: $after, filter: { not: { linked: { ids: $ids } } }) @include(if: $document) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey } }
    OUTPUT: outputs(projectId: $id, first: 100, after: $after, filter: { not: { linked: { ids: $ids } } }) @include(if: $output) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey } }
    RISK: risks(projectId: $id, first: 100, after: $after, filter: { not: { linked: { ids: $ids } } }) @include(if: $risk) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey } }
    DECISION: decisions(projectId: $id, first: 100, after: $after, filter: { not: { linked: { ids: $ids } } }) @include(if: $decision) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey } }
    REQUIREMENT: requirements(projectId: $id, first: 100, after: $after, filter: { not: { linked: { ids: $ids } } }) @include(if: $requirement) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey } }
    SIGNAL: signals(projectId: $id, first: 100, after: $after, filter: { not: { linked: { ids: $ids } } }) @include(if: $signal) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey } }
    INSIGHT: insights(projectId: $id, first: 100, after: $after, filter: { not: { linked: { ids: $ids } } }) @include(if: $insight) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey } }
    RECORD: records(projectId: $id, first: 100, after: $after, filter: { not: { linked: { ids: $ids } } }) @include(if: $record) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey } }
  }
`);

const without: Record<string, { ids: (id: string) => string[] | null; text: string }> = {
  '': { ids: () => [], text: '' },
  project: { ids: (id) => [id], text: 'without an edge to the project' },
  any: { ids: () => null, text: 'without any edge' },
};

export function List({ route }: { route: Route }) {
  const kind = Object.values(Kind).find((k) => k === route.params.get('kind') && k !== 'PROJECT') ?? Kind.Task;
  const which = without[route.params.get('without') ?? ''] ?? without['']!;
  const chosen = (k: Kind) => k === kind;
  const { data, error } = useQuery(listQuery, {
    id: route.id, after: route.params.get('after'), ids: which.ids(route.id),
    plan: chosen('PLAN'), goal: chosen('GOAL'), task: chosen('TASK'), milestone: chosen('MILESTONE'), document: chosen('DOCUMENT'), output: chosen('OUTPUT'), risk: chosen('RISK'), decision: chosen('DECISION'), requirement: chosen('REQUIREMENT'), signal: chosen('SIGNAL'), insight: chosen('INSIGHT'), record: chosen('RECORD'),
  });
  if (error) return <Problem error={error} />;
  if (data && !data.entity) return <p class="problem">There is no project with this id, or it may not be read.</p>;
  const page = data?.[kind as Exclude<Kind, 'PROJECT'>];
  if (!data?.entity || !page) return <p class="hint">Loading …</p>;
  return (
    <section class="list">
      <h1><Mark kind={kind} /> {kinds[kind].plural} {which.text} <span class="hint">{page.totalCount.toLocaleString('en')} in <Name entity={data.entity} /></span></h1>
      <ul class="rows">{page.nodes.map((e) => <li key={e.id}><Name entity={e} /></li>)}</ul>
      {page.pageInfo.hasNextPage && <p><a href={to('list', route.id, { ...Object.fromEntries(route.params), after: page.pageInfo.endCursor ?? '' })}>Further ones</a></p>}
    </section>
  );
}
