// A project as a page: what needs attention, its tasks as a board, its dates, and
// how well its entities are linked.
import { useState } from 'preact/hooks';
import { graphql } from '../gql';
import type { Kind, ProjectPageQuery } from '../gql/graphql';
import { count, kinds, words } from '../kinds';
import { day, Live, Mark, Name, Problem, useChanges, useMayWrite, useQuery, type Named } from '../parts';
import { to } from '../route';
import { Board } from './board';
import { EditState, Refused, type Outcome } from './edit';

const projectQuery = graphql(`
  query ProjectPage($id: ID!, $now: DateTime!) {
    workspace(projectId: $id, selection: LINKED) {
      project { id kind label stateKey updatedAt nextStepShort full { description } }
      highlights { name kind total items { id kind label stateKey } }
      work { overdue }
      coverage { kind total linked unlinked orphaned }
    }
    graphSnapshot(projectId: $id, depth: 1, maxNodes: 1, maxEdges: 1) { dangling }
    milestones(projectId: $id, first: 60, orderBy: [{ field: DUE, direction: ASC }]) { nodes { id kind label stateKey at: dueAt } }
    tasks(projectId: $id, first: 30, filter: { states: [TODO, IN_PROGRESS, BLOCKED], due: { from: $now } }, orderBy: [{ field: DUE, direction: ASC }]) { nodes { id kind label stateKey at: dueAt } }
    goals(projectId: $id, first: 30, filter: { states: [DRAFT, ACTIVE] }, orderBy: [{ field: DUE, direction: ASC }]) { nodes { id kind label stateKey at: targetDate } }
  }
`);

export function Project({ id }: { id: string }) {
  const [round, setRound] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>({});
  const [now] = useState(() => `${new Date().toISOString().slice(0, 10)}T00:00:00Z`);
  const { data, error } = useQuery(projectQuery, { id, now }, { round, wait: round > 0 ? 300 : 0 }); // the board is first
  const editable = useMayWrite(id);
  const last = useChanges(id, () => setRound((n) => n + 1));
  const done = (next: Outcome) => {
    setOutcome(next);
    setRound((n) => n + 1);
  };
  if (error && !data) return <Problem error={error} />;
  if (!data) return <p class="hint">Loading …</p>;
  if (!data.workspace) return <p class="problem">There is no project with this id, or it may not be read.</p>;
  const { project, highlights, work, coverage } = data.workspace;
  return (
    <article class="project">
      <header>
        <div class="kind hint"><Mark kind="PROJECT" /> project <Live change={last} /></div>
        <h1 dir="auto">{project.label}</h1>
        <p><EditState entity={project} editable={editable} onChanged={done} /> {work.overdue > 0 && <a class="alarm" href={to('list', id, { kind: 'TASK', filter: '{"overdue":true}' })}>{work.overdue.toLocaleString('en')} overdue</a>} {project.nextStepShort && <>next: {project.nextStepShort}</>}</p>
        <Refused outcome={outcome} onDone={done} />
        {project.full.description && <p dir="auto">{project.full.description}</p>}
        <nav class="actions" aria-label="About this project">
          <a href={to('context', '', { q: 'what needs attention, and what is next?', project: id })}>Ask about it</a>
          <a href={to('graph', id)}>Graph</a>
          <a href={to('entity', id)}>All fields and links</a>
        </nav>
      </header>
      {coverage.some((row) => row.kind === 'TASK' && row.total > 0) ? <Board id={id} editable={editable} round={round} last={last} /> : <p class="hint">It has no tasks.</p>}
      <Timeline dates={[data.milestones, data.goals, data.tasks].flatMap((page) => page?.nodes ?? [])} now={now} />
      <section class="highlights">
        <h2>Highlights</h2>
        <div class="cards">{highlights.filter((h) => h.items.length > 0).map((h) => (
          <section key={h.name}>
            <h3><Mark kind={h.kind} /> {words(h.name)} <span class="hint">{h.items.length} of {h.total}</span></h3>
            <ul>{h.items.map((e) => <li key={e.id}><Name entity={e} /></li>)}</ul>
          </section>
        ))}</div>
      </section>
      <Coverage id={id} rows={coverage} dangling={data.graphSnapshot?.dangling ?? 0} />
    </article>
  );
}

interface Dated extends Named {
  at?: string | null;
}

// Timeline has milestones, targets of goals and dates at which open tasks are due, in
// their order; those before today are folded.
function Timeline({ dates, now }: { dates: Dated[]; now: string }) {
  const dated = dates.filter((d) => d.at).sort((a, b) => (a.at! < b.at! ? -1 : a.at! > b.at! ? 1 : 0));
  const [past, next] = [dated.filter((d) => d.at! < now), dated.filter((d) => d.at! >= now)];
  const list = (those: Dated[]) => <ol>{those.map((d) => <li key={d.id}><time dateTime={d.at!}>{day(d.at)}</time> <Name entity={d} /></li>)}</ol>;
  if (dated.length === 0) return null;
  return (
    <section class="timeline">
      <h2>Dates</h2>
      {past.length > 0 && <details><summary>before today ({past.length})</summary>{list(past)}</details>}
      {next.length > 0 ? list(next) : <p class="hint">Nothing is due from today on.</p>}
    </section>
  );
}

type Rows = NonNullable<ProjectPageQuery['workspace']>['coverage'];

function Coverage({ id, rows, dangling }: { id: string; rows: Rows; dangling: number }) {
  const counted = (kind: Kind, filter: object, n: number) => (n === 0 ? '0' : <a href={to('list', id, { kind, filter: JSON.stringify(filter) })}>{n.toLocaleString('en')}</a>);
  return (
    <section class="coverage">
      <h2>How well it is linked</h2>
      <table>
        <thead><tr><th>Kind</th><th class="number">All</th><th>Linked</th><th class="number">Unlinked</th><th class="number">Orphaned</th></tr></thead>
        <tbody>{rows.filter((r) => r.total > 0).map((r) => (
          <tr key={r.kind}>
            <td><Mark kind={r.kind} /> {kinds[r.kind].plural}</td>
            <td class="number">{counted(r.kind, {}, r.total)}</td>
            <td><meter min={0} max={r.total} value={r.linked} aria-label={`${r.linked} of ${r.total} linked`} /> {r.linked.toLocaleString('en')}</td>
            <td class="number">{counted(r.kind, { not: { linked: { ids: [id] } } }, r.unlinked)}</td>
            <td class="number">{counted(r.kind, { not: { linked: {} } }, r.orphaned)}</td>
          </tr>
        ))}</tbody>
      </table>
      <p class="hint">Linked: edges lead to it from the project. Unlinked: it has no edge to the project itself. Orphaned: it has no edge at all.{dangling > 0 && ` ${count(dangling, 'edge')} of the project lead nowhere.`}</p>
    </section>
  );
}
