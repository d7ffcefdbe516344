// The tasks of a project by state. A card is moved by dragging it, by the selection
// of its state, or by Alt and an arrow key.
import { useRef, useState } from 'preact/hooks';
import { graphql } from '../gql';
import type { ColumnQuery, TaskOrder, TaskState } from '../gql/graphql';
import { words } from '../kinds';
import { day, Problem, useQuery, type Change } from '../parts';
import { to } from '../route';
import { change, EditState, moved, Refused, type Outcome } from './edit';

// Each column asks for itself: in a project of 20,000 tasks all of them together cost
// more than a request may.
const columnQuery = graphql(`
  query Column($id: ID!, $state: TaskState!, $first: Int!, $orderBy: [TaskOrder!]) {
    tasks(projectId: $id, filter: { states: [$state] }, first: $first, orderBy: $orderBy) {
      totalCount
      nodes { id kind externalId label stateKey priority dueAt updatedAt ownerName }
    }
  }
`);

type Card = NonNullable<ColumnQuery['tasks']>['nodes'][number];

const urgent: TaskOrder[] = [{ field: 'PRIORITY', direction: 'ASC' }, { field: 'DUE', direction: 'ASC' }];

// The build fails here if the schema has a state without a column.
const orders: Record<TaskState, TaskOrder[]> = {
  TODO: urgent, IN_PROGRESS: urgent, BLOCKED: urgent, DONE: [{ field: 'COMPLETED', direction: 'DESC' }], CANCELLED: [{ field: 'UPDATED_AT', direction: 'DESC' }],
};

// columnStates are in the order of the columns: as work goes on.
const columnStates = Object.keys(orders).map((state) => state.toLowerCase());

const nowhere = { id: '', state: '' }; // the card that gets the focus when it is in its new column

// called returns the id of a card in its tracker, such as BACK-7. That of a line of a file is
// a path, which a card has no room for.
const called = (card: Card) => (card.externalId && card.externalId.length <= 16 && !card.externalId.includes('/') ? card.externalId : '');

const isOverdue = (card: Card) => !['done', 'cancelled'].includes(card.stateKey ?? '') && (card.dueAt ?? '').slice(0, 10) < new Date().toISOString().slice(0, 10);

const page = 30;
const most = 200;

export function Board({ id, editable, round, last }: { id: string; editable: boolean; round: number; last: Change | undefined }) {
  const [first, setFirst] = useState(page);
  const [outcome, setOutcome] = useState<Outcome>({});
  const [said, setSaid] = useState('');
  const [own, setOwn] = useState(0);
  const focus = useRef(nowhere);
  const cards = useRef(new Map<string, Card>());
  const done = (next: Outcome) => {
    setOutcome(next);
    setOwn((n) => n + 1);
  };
  const move = async (card: Card, state: string) => {
    if (!state || card.stateKey === state) return;
    focus.current = { id: card.id, state };
    const next = await change(card, moved(state));
    setSaid(next.problem || next.conflict ? '' : `${card.label} is ${words(state)} now`);
    done(next);
  };
  return (
    <section class="board" aria-label="Tasks by state">
      <h2>Tasks {editable && <span class="hint">drag a card to another state; by keyboard, Alt with ← or → moves the one in focus</span>}</h2>
      <Refused outcome={outcome} onDone={done} />
      <p class="unseen" role="status">{said}</p>
      <div class="columns">{columnStates.map((state, at) => (
        <Column key={state} id={id} state={state} first={first} round={round + own} editable={editable} last={last} focus={focus} cards={cards.current}
          onMove={(card, step) => void move(card, columnStates[at + step] ?? '')} onDrop={(card) => void move(card, state)} onChanged={done} onMore={first < most ? () => setFirst(most) : undefined} />
      ))}</div>
    </section>
  );
}

interface ColumnProps {
  id: string;
  state: string;
  first: number;
  round: number;
  editable: boolean;
  last: Change | undefined;
  focus: { current: typeof nowhere };
  cards: Map<string, Card>; // those that some column shows or showed, by id
  onMove: (card: Card, step: number) => void;
  onDrop: (card: Card) => void;
  onChanged: (outcome: Outcome) => void;
  onMore?: () => void;
}

const type = 'application/json';

// later is how long, in milliseconds, columns wait from which and to which nothing was
// moved, so that those two are there first.
const later = 300;

// withMove returns the cards of a column after a change of a state, until the column is
// read again: in a large project that takes longer than the news.
function withMove(nodes: Card[], state: string, last: Change | undefined, cards: Map<string, Card>): Card[] {
  const [was, is] = last?.states ?? [];
  const card = last && cards.get(last.entityId);
  if (!card || was === is) return nodes;
  const others = nodes.filter((n) => n.id !== card.id);
  return is === state ? [{ ...card, stateKey: state }, ...others] : others;
}

function Column({ id, state, first, round, editable, last, focus, cards, onMove, onDrop, onChanged, onMore }: ColumnProps) {
  const [over, setOver] = useState(false);
  const key = state.toUpperCase() as TaskState;
  const { data, error, loading } = useQuery(columnQuery, { id, state: key, first, orderBy: orders[key] }, { round, wait: last && !last.states.includes(state) ? later : 0 });
  const tasks = data?.tasks;
  for (const card of tasks?.nodes ?? []) cards.set(card.id, card);
  const nodes = tasks && (loading ? withMove(tasks.nodes, state, last, cards) : tasks.nodes);
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
      {error && !data && <Problem error={error} />}
      <ul tabIndex={tasks && tasks.nodes.length > 5 ? 0 : undefined} aria-label={`Tasks ${words(state)}`}>{nodes?.map((card) => (
        <li key={card.id} ref={refocus(card)} class={last?.entityId === card.id ? 'card changed' : 'card'} draggable={editable} onKeyDown={editable ? keys(card) : undefined}
          onDragStart={(e) => e.dataTransfer?.setData(type, JSON.stringify(card))}>
          <a href={to('entity', card.id)} dir="auto">{card.label}</a>
          <p class="hint">{called(card) && <code>{called(card)}</code>} {card.priority && `P${card.priority} `}{card.dueAt && (isOverdue(card) ? <span class="alarm">overdue, due {day(card.dueAt)}</span> : `due ${day(card.dueAt)}`)} <bdi>{card.ownerName}</bdi></p>
          {editable && <EditState entity={card} editable onChanged={onChanged} />}
        </li>
      ))}</ul>
      {tasks && tasks.totalCount > tasks.nodes.length && (onMore ? <button type="button" class="link" onClick={onMore}>more</button>
        : <p class="hint">the first {tasks.nodes.length.toLocaleString('en')}</p>)}
    </section>
  );
}
