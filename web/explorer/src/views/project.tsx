// A project as a page: what needs attention, its tasks as a board, its dates, and
// how well its entities are linked.
import { useState } from 'preact/hooks';
import { graphql } from '../gql';
import type { ProjectPageQuery } from '../gql/graphql';
import { kinds, words } from '../kinds';
import { day, Mark, Name, Problem, useQuery } from '../parts';
import { to } from '../route';
import { changeState, EditState, states } from './edit';

const projectQuery = graphql(`
  query ProjectPage($id: ID!) {
    workspace(projectId: $id, selection: LINKED) {
      project { id kind label stateKey updatedAt nextStepShort full { description } }
      highlights { name kind total items { id kind label stateKey } }
      work { overdue states { state count } }
      coverage { kind total linked unlinked orphaned }
    }
    milestones(projectId: $id, first: 60, orderBy: [{ field: DUE, direction: ASC }]) { nodes { id kind label stateKey dueAt } }
  }
`);

const boardQuery = graphql(`
  query Board($id: ID!, $states: [TaskState!]!, $first: Int!) {
    tasks(projectId: $id, filter: { states: $states }, first: $first, orderBy: [{ field: PRIORITY, direction: ASC }, { field: DUE, direction: ASC }]) {
      totalCount
      nodes { id kind label stateKey priority dueAt updatedAt ownerName }
    }
  }
`);

export function Project({ id }: { id: string }) {
  const { data, error, again } = useQuery(projectQuery, { id });
  if (error) return <Problem error={error} />;
  if (!data) return <p class="hint">Loading …</p>;
  if (!data.workspace) return <p class="problem">There is no project with this id, or it may not be read.</p>;
  const { project, highlights, work, coverage } = data.workspace;
  return (
    <article class="project">
      <header>
        <p class="hint"><Mark kind="PROJECT" /> project</p>
        <h1 dir="auto">{project.label}</h1>
        <p><EditState entity={project} onChanged={again} /> {work.overdue > 0 && <span class="alarm">{work.overdue} overdue</span>} {project.nextStepShort && <>next: {project.nextStepShort}</>}</p>
        {project.full.description && <p dir="auto">{project.full.description}</p>}
        <nav class="actions" aria-label="About this project">
          <a href={to('context', '', { q: 'what needs attention, and what is next?', project: id })}>Ask about it</a>
          <a href={to('graph', id)}>Graph</a>
          <a href={to('entity', id)}>All fields and links</a>
        </nav>
      </header>
      <Board id={id} />
      <Timeline milestones={data.milestones?.nodes ?? []} />
      <section class="highlights">
        <h2>Highlights</h2>
        <div class="cards">{highlights.filter((h) => h.items.length > 0).map((h) => (
          <section key={h.name}>
            <h3><Mark kind={h.kind} /> {words(h.name)} <span class="hint">{h.items.length} of {h.total}</span></h3>
            <ul>{h.items.map((e) => <li key={e.id}><Name entity={e} /></li>)}</ul>
          </section>
        ))}</div>
      </section>
      <Coverage rows={coverage} />
    </article>
  );
}

const page = 30;

function Board({ id }: { id: string }) {
  const [moved, setMoved] = useState(0);
  const [problem, setProblem] = useState('');
  const drop = async (event: DragEvent, state: string) => {
    event.preventDefault();
    const card = JSON.parse(event.dataTransfer?.getData('application/json') || 'null');
    if (!card || card.stateKey === state) return;
    setProblem(await changeState(card, state));
    setMoved((n) => n + 1);
  };
  return (
    <section class="board" aria-label="Tasks by state">
      <h2>Tasks</h2>
      {problem && <p class="problem" role="alert">{problem}</p>}
      <div class="columns">{states.TASK!.map((state) => (
        <Column key={state} id={id} state={state} moved={moved} onDrop={(e) => void drop(e, state)} onChanged={() => setMoved((n) => n + 1)} />
      ))}</div>
    </section>
  );
}

interface ColumnProps {
  id: string;
  state: string;
  moved: number;
  onDrop: (event: DragEvent) => void;
  onChanged: () => void;
}

function Column({ id, state, moved, onDrop, onChanged }: ColumnProps) {
  const [first, setFirst] = useState(page);
  const { data } = useQuery(boardQuery, { id, states: [state.toUpperCase() as never], first, moved } as { id: string; states: never[]; first: number });
  const tasks = data?.tasks;
  return (
    <section class="column" onDragOver={(e) => e.preventDefault()} onDrop={onDrop}>
      <h3>{words(state)} <span class="hint">{tasks?.totalCount.toLocaleString('en')}</span></h3>
      <ul>{tasks?.nodes.map((t) => (
        <li key={t.id} class="card" draggable onDragStart={(e) => e.dataTransfer?.setData('application/json', JSON.stringify(t))}>
          <a href={to('entity', t.id)} dir="auto">{t.label}</a>
          <p class="hint">{t.priority && `P${t.priority} `}{t.dueAt && `due ${day(t.dueAt)} `}{t.ownerName}</p>
          <EditState entity={t} onChanged={onChanged} />
        </li>
      ))}</ul>
      {tasks && tasks.totalCount > tasks.nodes.length && first < 200 && <button type="button" class="link" onClick={() => setFirst(200)}>more</button>}
    </section>
  );
}

type Milestones = NonNullable<ProjectPageQuery['milestones']>['nodes'];

function Timeline({ milestones }: { milestones: Milestones }) {
  const dated = milestones.filter((m) => m.dueAt);
  if (dated.length === 0) return null;
  return (
    <section class="timeline">
      <h2>Milestones</h2>
      <ol>{dated.map((m) => <li key={m.id}><time dateTime={m.dueAt!}>{day(m.dueAt)}</time> <Name entity={m} /></li>)}</ol>
    </section>
  );
}

type Rows = NonNullable<ProjectPageQuery['workspace']>['coverage'];

function Coverage({ rows }: { rows: Rows }) {
  return (
    <section class="coverage">
      <h2>How well it is linked</h2>
      <table>
        <thead><tr><th>Kind</th><th class="number">All</th><th>Linked</th><th class="number">Unlinked</th><th class="number">Orphaned</th></tr></thead>
        <tbody>{rows.filter((r) => r.total > 0).map((r) => (
          <tr key={r.kind}>
            <td><Mark kind={r.kind} /> {kinds[r.kind].plural}</td>
            <td class="number">{r.total.toLocaleString('en')}</td>
            <td><meter min={0} max={r.total} value={r.linked} aria-label={`${r.linked} of ${r.total} linked`} /> {r.linked.toLocaleString('en')}</td>
            <td class="number">{r.unlinked.toLocaleString('en')}</td>
            <td class="number">{r.orphaned.toLocaleString('en')}</td>
          </tr>
        ))}</tbody>
      </table>
    </section>
  );
}
