// The tasks of a project by state. A card is moved by dragging it, by the selection
// of its state, or by Alt and an arrow key.
import { useRef, useState } from 'preact/hooks';
import { graphql } from '../gql';
import type { BoardQuery, TaskState } from '../gql/graphql';
import { words } from '../kinds';
import { day, Problem, useQuery } from '../parts';
import { to } from '../route';
import { change, EditState, moved, Refused, type Outcome } from './edit';

const boardQuery = graphql(`
  query Board($id: ID!, $first: Int!) {
    TODO: tasks(projectId: $id, filter: { states: [TODO] }, first: $first, orderBy: [{ field: PRIORITY, direction: ASC }, { field: DUE, direction: ASC }]) { totalCount nodes { ...Card } }
    IN_PROGRESS: tasks(projectId: $id, filter: { states: [IN_PROGRESS] }, first: $first, orderBy: [{ field: PRIORITY, direction: ASC }, { field: DUE, direction: ASC }]) { totalCount nodes { ...Card } }
    BLOCKED: tasks(projectId: $id, filter: { states: [BLOCKED] }, first: $first, orderBy: [{ field: PRIORITY, direction: ASC }, { field: DUE, direction: ASC }]) { totalCount nodes { ...Card } }
    DONE: tasks(projectId: $id, filter: { states: [DONE] }, first: $first, orderBy: [{ field: COMPLETED, direction: DESC }]) { totalCount nodes { ...Card } }
    CANCELLED: tasks(projectId: $id, filter: { states: [CANCELLED] }, first: $first, orderBy: [{ field: UPDATED_AT, direction: DESC }]) { totalCount nodes { ...Card } }
  }
  fragment Card on Task { id kind label stateKey priority dueAt updatedAt ownerName }
`);

// The build fails here if the schema has a state without a column.
type Columns = Record<TaskState, NonNullable<BoardQuery['TODO']>>;
type Card = Columns['TODO']['nodes'][number];

// order is that of the columns: as work goes on.
const order: TaskState[] = ['TODO', 'IN_PROGRESS', 'BLOCKED', 'DONE', 'CANCELLED'];
const columnStates = order.map((state) => state.toLowerCase());

const nowhere = { id: '', state: '' }; // the card that gets the focus when it is in its new column

const page = 30;
const most = 200;

export function Board({ id, editable, round, changedId }: { id: string; editable: boolean; round: number; changedId: string }) {
  const [first, setFirst] = useState(page);
  const [outcome, setOutcome] = useState<Outcome>({});
  const [said, setSaid] = useState('');
  const { data, error, again } = useQuery(boardQuery, { id, first }, { round });
  const focus = useRef(nowhere);
  if (error && !data) return <Problem error={error} />;
  const done = (next: Outcome) => {
    setOutcome(next);
    again();
  };
  const move = async (card: Card, state: string) => {
    if (!state || card.stateKey === state) return;
    focus.current = { id: card.id, state };
    const next = await change(card, moved(state));
    setSaid(next.problem || next.conflict ? '' : `${card.label} is ${words(state)} now`);
    done(next);
  };
  const columns = data as Partial<Columns> | undefined;
  return (
    <section class="board" aria-label="Tasks by state">
      <h2>Tasks {editable && <span class="hint">drag a card to another state; by keyboard, Alt with ← or → moves the one in focus</span>}</h2>
      <Refused outcome={outcome} onDone={done} />
      <p class="unseen" role="status">{said}</p>
      <div class="columns">{columnStates.map((state, at) => (
        <Column key={state} state={state} page={columns?.[state.toUpperCase() as TaskState]} editable={editable} changedId={changedId} focus={focus}
          onMove={(card, step) => void move(card, columnStates[at + step] ?? '')} onDrop={(card) => void move(card, state)} onChanged={done} onMore={first < most ? () => setFirst(most) : undefined} />
      ))}</div>
    </section>
  );
}

interface ColumnProps {
  state: string;
  page?: Columns['TODO'];
  editable: boolean;
  changedId: string;
  focus: { current: typeof nowhere };
  onMove: (card: Card, step: number) => void;
  onDrop: (card: Card) => void;
  onChanged: (outcome: Outcome) => void;
  onMore?: () => void;
}

const type = 'application/json';

function Column({ state, page: tasks, editable, changedId, focus, onMove, onDrop, onChanged, onMore }: ColumnProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const card = JSON.parse(event.dataTransfer?.getData(type) || 'null') as Card | null;
    if (card) onDrop(card);
  };
  const keys = (card: Card) => (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !event.altKey) return;
    event.preventDefault(); // Alt and an arrow is also "back" of the browser
    onMove(card, step);
  };
  const refocus = (card: Card) => (element: HTMLLIElement | null) => {
    if (!element || focus.current.id !== card.id || focus.current.state !== state) return;
    focus.current = nowhere;
    element.querySelector('a')?.focus();
  };
  const targets = editable ? { onDragOver: (e: DragEvent) => { e.preventDefault(); setOver(true); }, onDragLeave: () => setOver(false), onDrop: drop } : {};
  return (
    <section class={over ? 'column over' : 'column'} {...targets} aria-label={words(state)}>
      <h3>{words(state)} <span class="hint">{tasks?.totalCount.toLocaleString('en')}</span></h3>
      <ul tabIndex={tasks && tasks.nodes.length > 5 ? 0 : undefined} aria-label={`Tasks ${words(state)}`}>{tasks?.nodes.map((card) => (
        <li key={card.id} ref={refocus(card)} class={changedId === card.id ? 'card changed' : 'card'} draggable={editable} onKeyDown={editable ? keys(card) : undefined}
          onDragStart={(e) => e.dataTransfer?.setData(type, JSON.stringify(card))}>
          <a href={to('entity', card.id)} dir="auto">{card.label}</a>
          <p class="hint">{card.priority && `P${card.priority} `}{card.dueAt && `due ${day(card.dueAt)} `}<bdi>{card.ownerName}</bdi></p>
          {editable && <EditState entity={card} editable onChanged={onChanged} />}
        </li>
      ))}</ul>
      {tasks && tasks.totalCount > tasks.nodes.length && (onMore ? <button type="button" class="link" onClick={onMore}>more</button>
        : <p class="hint">the first {tasks.nodes.length.toLocaleString('en')}</p>)}
    </section>
  );
}
