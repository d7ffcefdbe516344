// Changes of an entity, with the precondition that nobody else changed it since it
// was read. A conflict shows both versions, and neither is lost.
import { useState } from 'preact/hooks';
import { ask, Refusal, type Conflict } from '../client';
import { graphql } from '../gql';
import { DecisionState, DocumentState, GoalState, Impact, MilestoneState, OutputState, PlanState, ProjectState, RiskState, TaskState, type EntityUpdate, type Kind } from '../gql/graphql';
import { words } from '../kinds';
import { day } from '../parts';

const updateMutation = graphql(`
  mutation ChangeEntity($input: EntityUpdate!) { updateEntity(input: $input) { changed entity { id stateKey updatedAt } } }
`);

// states are the states of the kinds that have some, as the schema lists them.
export const states: Partial<Record<Kind, string[]>> = Object.fromEntries(Object.entries({
  PROJECT: ProjectState, PLAN: PlanState, GOAL: GoalState, TASK: TaskState, MILESTONE: MilestoneState,
  DOCUMENT: DocumentState, OUTPUT: OutputState, RISK: RiskState, DECISION: DecisionState,
}).map(([kind, values]) => [kind, Object.values(values).map((state) => state.toLowerCase())]));

export interface Editable {
  id: string;
  kind: Kind;
  label: string;
  stateKey?: string | null;
  updatedAt: string;
}

export type Fields = Record<string, unknown>;

// An Outcome is what came of a change: a problem, or a conflict with the fields that
// were to be set; neither if it was made.
export interface Outcome {
  problem?: string;
  conflict?: { conflict: Conflict; entity: Editable; fields: Fields };
}

// change sets fields of an entity unless it is another one than that which was read.
export async function change(entity: Editable, fields: Fields): Promise<Outcome> {
  const update = { id: entity.id, ifUpdatedAt: entity.updatedAt, ...fields };
  try {
    await ask(updateMutation, { input: { [entity.kind.toLowerCase()]: update } as unknown as EntityUpdate });
    return {};
  } catch (error) {
    if (error instanceof Refusal && error.conflict) return { conflict: { conflict: error.conflict, entity, fields } };
    return { problem: (error as Error).message };
  }
}

export const moved = (state: string): Fields => ({ state: state.toUpperCase() });

const shown = (value: unknown) => (value === null || value === undefined || value === '' ? 'nothing' : typeof value === 'string' ? (/^\d{4}-\d\d-\d\dT/.test(value) ? day(value) : value) : JSON.stringify(value));

// Refused shows what came of a change that was not made. Of a conflict it has the
// stored version beside the one that was to be written, and asks which is to be.
export function Refused({ outcome, onDone }: { outcome: Outcome; onDone: (next: Outcome) => void }) {
  if (outcome.problem) return <p class="problem" role="alert">{outcome.problem}</p>;
  if (!outcome.conflict) return null;
  const { conflict, entity, fields } = outcome.conflict;
  const again = async () => onDone(await change({ ...entity, updatedAt: String(conflict.current.updated_at) }, fields));
  return (
    <section class="conflict" role="alert" aria-label="Conflict">
      <h3>“<bdi>{entity.label}</bdi>” was changed meanwhile. Nothing was overwritten.</h3>
      <table>
        <thead><tr><th>Field</th><th>Stored now</th><th>Your change</th></tr></thead>
        <tbody>
          {conflict.fields.map((f) => <tr key={f.name}><th scope="row">{words(f.name.replace(/_key$/, ''))}</th><td class="version" dir="auto">{shown(f.old)}</td><td class="version" dir="auto">{shown(f.new)}</td></tr>)}
          {conflict.fields.length === 0 && <tr><td colSpan={3}>The stored version already has your values.</td></tr>}
        </tbody>
      </table>
      <p class="actions">
        {conflict.fields.length > 0 && <button type="button" onClick={() => void again()}>Make my change</button>}
        <button type="button" onClick={() => onDone({})}>Keep what is stored</button>
      </p>
    </section>
  );
}

// EditState is the state of an entity, to be chosen by those who may change it.
export function EditState({ entity, editable, onChanged }: { entity: Editable; editable: boolean; onChanged: (outcome: Outcome) => void }) {
  const state = entity.stateKey ?? '';
  if (!editable) return <span class={`state ${state}`}>{words(state)}</span>;
  return (
    <select aria-label={`State of ${entity.label}`} class={`state ${state}`} value={state} onChange={(e) => void change(entity, moved(e.currentTarget.value)).then(onChanged)}>
      {(states[entity.kind] ?? []).map((s) => <option key={s} value={s}>{words(s)}</option>)}
    </select>
  );
}

// editors say how the short fields of entities are written.
const editors: Record<string, { type: 'text' | 'number' | 'date'; options?: string[]; min?: number; max?: number; step?: number }> = {
  title: { type: 'text' }, name: { type: 'text' }, ownerName: { type: 'text' },
  priority: { type: 'number', min: 1, max: 5 }, probability: { type: 'number', min: 0, max: 1, step: 0.01 },
  impact: { type: 'text', options: Object.values(Impact) },
  startAt: { type: 'date' }, dueAt: { type: 'date' }, targetDate: { type: 'date' }, decisionAt: { type: 'date' },
};

export const isEditable = (field: string) => field in editors;

// valueOf returns what a mutation takes for the text of an input, null for none.
function valueOf(field: string, text: string): unknown {
  const { type } = editors[field]!;
  if (text === '') return field === 'title' || field === 'name' ? '' : null;
  if (type === 'number') return Number(text);
  return type === 'date' ? `${text}T00:00:00Z` : text;
}

interface FieldProps {
  entity: Editable;
  field: string;
  name: string;
  value: unknown;
  shown: string;
  onChanged: (outcome: Outcome) => void;
}

// EditField is a short field: a click, or Enter, makes it an input.
export function EditField({ entity, field, name, value, shown: text, onChanged }: FieldProps) {
  const [read, setRead] = useState<Editable>(); // the entity as it was when the editing began
  if (!read) return <button type="button" class="field" aria-label={`Change ${name}: ${text || 'nothing'}`} onClick={() => setRead(entity)} dir="auto">{text || '–'}</button>;
  const save = async (form: HTMLFormElement) => {
    const outcome = await change(read, { [field === 'ownerName' ? 'owner' : field]: valueOf(field, String(new FormData(form).get('value') ?? '').trim()) });
    setRead(undefined);
    onChanged(outcome);
  };
  const { options, ...kind } = editors[field]!;
  const initial = value === null || value === undefined ? '' : kind.type === 'date' ? day(String(value)) : String(value);
  const common = { name: 'value', 'aria-label': name, autofocus: true, ref: (e: HTMLElement | null) => e?.focus() };
  return (
    <form class="inline" onSubmit={(e) => { e.preventDefault(); void save(e.currentTarget); }} onKeyDown={(e) => e.key === 'Escape' && setRead(undefined)}>
      {options ? <select {...common}><option value="">–</option>{options.map((o) => <option key={o} value={o} selected={o === initial}>{words(o)}</option>)}</select>
        : <input {...common} {...kind as object} defaultValue={initial} maxLength={500} />}
      <button>Save</button><button type="button" onClick={() => setRead(undefined)}>Cancel</button>
    </form>
  );
}
