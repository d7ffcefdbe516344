// Changes of a state, with the precondition that nobody else changed the entity
// since it was read.
import { useState } from 'preact/hooks';
import { ask, Refusal } from '../client';
import { graphql } from '../gql';
import { DecisionState, DocumentState, GoalState, MilestoneState, OutputState, PlanState, ProjectState, RiskState, TaskState, type EntityUpdate, type Kind } from '../gql/graphql';
import { words } from '../kinds';

const updateMutation = graphql(`
  mutation ChangeState($input: EntityUpdate!) { updateEntity(input: $input) { changed entity { id stateKey updatedAt } } }
`);

// states are the states of the kinds that have some, as the schema lists them.
export const states: Partial<Record<Kind, string[]>> = Object.fromEntries(Object.entries({
  PROJECT: ProjectState, PLAN: PlanState, GOAL: GoalState, TASK: TaskState, MILESTONE: MilestoneState,
  DOCUMENT: DocumentState, OUTPUT: OutputState, RISK: RiskState, DECISION: DecisionState,
}).map(([kind, values]) => [kind, Object.values(values).map((state) => state.toLowerCase())]));

export interface Editable {
  id: string;
  kind: Kind;
  stateKey?: string | null;
  updatedAt: string;
}

// changeState moves an entity to another state, and returns why it did not.
export async function changeState(entity: Editable, state: string): Promise<string> {
  const update = { id: entity.id, ifUpdatedAt: entity.updatedAt, state: state.toUpperCase() };
  try {
    await ask(updateMutation, { input: { [entity.kind.toLowerCase()]: update } as unknown as EntityUpdate });
    return '';
  } catch (error) {
    if (error instanceof Refusal && error.code === 'CONFLICT') return `Somebody else changed it meanwhile: ${error.message}`;
    return (error as Error).message;
  }
}

export function EditState({ entity, onChanged }: { entity: Editable; onChanged: () => void }) {
  const [problem, setProblem] = useState('');
  const all = states[entity.kind] ?? [];
  const change = async (state: string) => {
    setProblem(await changeState(entity, state));
    onChanged();
  };
  return (
    <>
      <select aria-label="State" class={`state ${entity.stateKey}`} value={entity.stateKey ?? ''} onChange={(e) => void change(e.currentTarget.value)}>
        {all.map((s) => <option key={s} value={s}>{words(s)}</option>)}
      </select>
      {problem && <p class="problem" role="alert">{problem}</p>}
    </>
  );
}
