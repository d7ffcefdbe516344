// All projects as cards.
import { graphql } from '../gql';
import { kinds, words } from '../kinds';
import { day, Mark, Problem, useQuery } from '../parts';
import { to } from '../route';

const projectsQuery = graphql(`
  query Projects($after: String) {
    projects(first: 60, after: $after, orderBy: [{ field: LABEL, direction: ASC }]) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { id name description stateKey updatedAt entityCounts { kind count } }
    }
  }
`);

// The counts are requests of their own, because they cost as much as there are tasks.
const overdueQuery = graphql(`query Overdue { taskGroups(by: [PROJECT], filter: { overdue: true }, first: 1000) { keys { value } count } }`);
const blockedQuery = graphql(`query Blocked { taskGroups(by: [PROJECT], filter: { states: [BLOCKED] }, first: 1000) { keys { value } count } }`);

export function Projects({ after }: { after: string }) {
  const { data, error } = useQuery(projectsQuery, { after: after || undefined });
  const [late, stuck] = [useQuery(overdueQuery, {}), useQuery(blockedQuery, {})];
  if (error) return <Problem error={error} />;
  const projects = data?.projects;
  if (!projects) return <p class="hint">Loading …</p>;
  const by = (groups: { keys: { value?: string | null }[]; count: number }[] | null | undefined) => new Map(groups?.map((g) => [String(g.keys[0]?.value), g.count]));
  const [overdue, blocked] = [by(late.data?.taskGroups), by(stuck.data?.taskGroups)];
  return (
    <section>
      <h1>Projects <span class="hint">{projects.totalCount.toLocaleString('en')}</span></h1>
      {projects.totalCount === 0 && <p>There is none yet. <a href={to('sources')}>Import a folder or a file</a>, or <a href={to('connect')}>connect an agent</a> that may write.</p>}
      <ul class="cards">{projects.nodes.map((p) => (
        <li key={p.id}>
          <h2><a href={to('project', p.id)} dir="auto">{p.name}</a></h2>
          <p><span class={`state ${p.stateKey}`}>{words(p.stateKey)}</span>
            {(overdue.get(p.id) ?? 0) > 0 && <span class="alarm">{overdue.get(p.id)} overdue</span>}
            {(blocked.get(p.id) ?? 0) > 0 && <span class="alarm">{blocked.get(p.id)} blocked</span>}</p>
          {p.description && <p class="cut" dir="auto">{p.description}</p>}
          <p class="counts">{p.entityCounts.filter((c) => c.count > 0 && c.kind !== 'PROJECT').map((c) => (
            <span key={c.kind}><Mark kind={c.kind} /> {c.count.toLocaleString('en')} {c.count === 1 ? kinds[c.kind].name : kinds[c.kind].plural}</span>
          ))}</p>
          <p class="hint">changed {day(p.updatedAt)}</p>
        </li>
      ))}</ul>
      {projects.pageInfo.hasNextPage && <p><a href={to('projects', '', { after: projects.pageInfo.endCursor ?? '' })}>More projects</a></p>}
    </section>
  );
}
