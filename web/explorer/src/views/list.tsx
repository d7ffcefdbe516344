// The entities of a kind as a table, chosen by a filter whose conditions can be
// changed one by one. A question that was read as a list opens here, and so do the
// numbers of a project.
import { graphql } from '../gql';
import { Kind, type ListQueryVariables } from '../gql/graphql';
import { kinds, words } from '../kinds';
import { day, Mark, Name, Problem, useQuery } from '../parts';
import { go, to, type Route } from '../route';
import { Chips, type Filter } from './chips';

const listQuery = graphql(`
  query List(
    $id: ID, $after: String
    $project: ProjectFilter, $plan: PlanFilter, $goal: GoalFilter, $task: TaskFilter, $milestone: MilestoneFilter
    $document: DocumentFilter, $output: OutputFilter, $risk: RiskFilter, $decision: DecisionFilter, $requirement: RequirementFilter
    $signal: SignalFilter, $insight: InsightFilter, $record: RecordFilter
    $isProject: Boolean!, $isPlan: Boolean!, $isGoal: Boolean!, $isTask: Boolean!, $isMilestone: Boolean!
    $isDocument: Boolean!, $isOutput: Boolean!, $isRisk: Boolean!, $isDecision: Boolean!, $isRequirement: Boolean!
    $isSignal: Boolean!, $isInsight: Boolean!, $isRecord: Boolean!
  ) {
    PROJECT: projects(first: 100, after: $after, filter: $project) @include(if: $isProject) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey ownerName updatedAt } }
    PLAN: plans(projectId: $id, first: 100, after: $after, filter: $plan) @include(if: $isPlan) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey ownerName updatedAt } }
    GOAL: goals(projectId: $id, first: 100, after: $after, filter: $goal) @include(if: $isGoal) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey ownerName updatedAt targetDate } }
    TASK: tasks(projectId: $id, first: 100, after: $after, filter: $task) @include(if: $isTask) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey ownerName updatedAt priority dueAt } }
    MILESTONE: milestones(projectId: $id, first: 100, after: $after, filter: $milestone) @include(if: $isMilestone) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey ownerName updatedAt dueAt } }
    DOCUMENT: documents(projectId: $id, first: 100, after: $after, filter: $document) @include(if: $isDocument) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey ownerName updatedAt } }
    OUTPUT: outputs(projectId: $id, first: 100, after: $after, filter: $output) @include(if: $isOutput) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey ownerName updatedAt } }
    RISK: risks(projectId: $id, first: 100, after: $after, filter: $risk) @include(if: $isRisk) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey ownerName updatedAt impact probability } }
    DECISION: decisions(projectId: $id, first: 100, after: $after, filter: $decision) @include(if: $isDecision) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey ownerName updatedAt decisionAt } }
    REQUIREMENT: requirements(projectId: $id, first: 100, after: $after, filter: $requirement) @include(if: $isRequirement) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey ownerName updatedAt priority } }
    SIGNAL: signals(projectId: $id, first: 100, after: $after, filter: $signal) @include(if: $isSignal) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey ownerName updatedAt } }
    INSIGHT: insights(projectId: $id, first: 100, after: $after, filter: $insight) @include(if: $isInsight) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey ownerName updatedAt } }
    RECORD: records(projectId: $id, first: 100, after: $after, filter: $record) @include(if: $isRecord) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind label stateKey ownerName updatedAt } }
  }
`);

function filterOf(text: string | null): Filter | Error {
  try {
    const parsed: unknown = JSON.parse(text || '{}');
    return parsed && typeof parsed === 'object' && !Array.isArray(parsed) ? parsed as Filter : new Error('The filter in the address is no object of JSON.');
  } catch {
    return new Error('The filter in the address is not JSON.');
  }
}

// variablesOf returns the variables of the query for one kind.
function variablesOf(id: string, kind: Kind, filter: Filter, after: string | null): ListQueryVariables {
  const chosen = Object.fromEntries(Object.values(Kind).map((k) => [`is${k[0]}${k.slice(1).toLowerCase()}`, k === kind]));
  return { id: id || undefined, after, [kind.toLowerCase()]: filter, ...chosen } as unknown as ListQueryVariables;
}

export function List({ route }: { route: Route }) {
  const kind = Object.values(Kind).find((k) => k === route.params.get('kind')) ?? Kind.Task;
  const filter = filterOf(route.params.get('filter'));
  const broken = filter instanceof Error;
  const { data, error, loading } = useQuery(listQuery, variablesOf(route.id, kind, broken ? {} : filter, route.params.get('after')), { skip: broken });
  const show = (next: Filter, of = kind) => go(to('list', route.id, { kind: of, filter: Object.keys(next).length > 0 ? JSON.stringify(next) : undefined }));
  const page = data?.[kind];
  return (
    <section class="list" aria-busy={loading}>
      <h1><Mark kind={kind} /> {kinds[kind].plural} <span class="hint">{page?.totalCount.toLocaleString('en')}{route.id && <> in <a href={to('project', route.id)}>the project</a></>}</span></h1>
      <div class="controls"><label>Kind <select value={kind} onChange={(e) => show({}, e.currentTarget.value as Kind)}>{Object.values(Kind).map((k) => <option key={k} value={k}>{kinds[k].plural}</option>)}</select></label></div>
      {broken ? <Problem error={filter} /> : <Chips filter={filter} onChange={show} />}
      {error && <Problem error={error} />}
      {page && <Rows nodes={page.nodes} />}
      {page?.pageInfo.hasNextPage && <p><a href={to('list', route.id, { ...Object.fromEntries(route.params), after: page.pageInfo.endCursor ?? '' })}>Further ones</a></p>}
    </section>
  );
}

// columns are the fields that some kinds have, with what heads them.
const columns: Record<string, string> = { priority: 'Priority', impact: 'Impact', probability: 'Probability', dueAt: 'Due', targetDate: 'Target', decisionAt: 'Decided', ownerName: 'Owner', updatedAt: 'Changed' };

type Node = { id: string; kind: Kind; label: string; stateKey?: string | null } & Record<string, unknown>;

function Rows({ nodes }: { nodes: unknown[] }) {
  const rows = nodes as Node[];
  const present = Object.keys(columns).filter((c) => rows.some((r) => r[c] !== null && r[c] !== undefined && r[c] !== ''));
  const shown = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? day(value) : typeof value === 'string' && /^[A-Z_]+$/.test(value) ? words(value) : String(value ?? ''));
  if (rows.length === 0) return <p>Nothing is like this.</p>;
  return (
    <div class="wide" tabIndex={0} role="region" aria-label="Entities"><table>
      <thead><tr><th>Entity</th>{present.map((c) => <th key={c}>{columns[c]}</th>)}</tr></thead>
      <tbody>{rows.map((r) => <tr key={r.id}><td><Name entity={r} /></td>{present.map((c) => <td key={c} class="date"><bdi>{shown(r[c])}</bdi></td>)}</tr>)}</tbody>
    </table></div>
  );
}
