// The long texts of an entity: rendered, and edited in place. Entities that were
// chosen after [[ are linked when the text is saved.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../client';
import { graphql } from '../gql';
import { Relation, type Kind } from '../gql/graphql';
import { words } from '../kinds';
import type { Named } from '../parts';
import { Markdown } from '../text';
import { change, Refused, type Editable, type Outcome } from './edit';
import type { EditorProps } from './editor';

const candidatesQuery = graphql(`
  query Candidates($prefix: String!, $projectId: ID!) { mentionCandidates(prefix: $prefix, projectId: $projectId, first: 12) { id kind label stateKey } }
`);

const linkMutation = graphql(`
  mutation Link($input: LinkInput!) { linkEntities(input: $input) { changed } }
`);

// candidates returns the entities of a project whose label has a word with a prefix.
export async function candidates(prefix: string, projectId: string): Promise<Named[]> {
  const last = prefix.split(/\s+/).at(-1) ?? '';
  const { mentionCandidates } = await ask(candidatesQuery, { prefix: last || prefix, projectId });
  const typed = prefix.toLowerCase();
  return (mentionCandidates ?? []).filter((e) => e.label.toLowerCase().includes(typed));
}

// link links two entities, and returns why it did not.
export async function link(srcId: string, rel: Relation, dstId: string): Promise<string> {
  return ask(linkMutation, { input: { srcId, rel, dstId } }).then(() => '', (error: Error) => error.message);
}

// mentionedBy is the relation of a text to what it mentions.
export const mentionedBy = (kind: Kind) => (kind === 'PROJECT' ? Relation.RelatesTo : Relation.References);

interface TextsProps {
  entity: Editable & { projectId: string };
  texts: Record<string, string>;
  editable: boolean;
  onChanged: () => void;
}

export function Texts({ entity, texts, editable, onChanged }: TextsProps) {
  const shown = Object.entries(texts).filter(([, text]) => editable || text.trim());
  return (
    <>{shown.map(([field, text]) => (
      <Text key={field} entity={entity} field={field} text={text} named={shown.length > 1} editable={editable} onChanged={onChanged} />
    ))}</>
  );
}

interface TextProps extends Omit<TextsProps, 'texts'> {
  field: string;
  text: string;
  named: boolean;
}

function Text({ entity, field, text, named, editable, onChanged }: TextProps) {
  const [read, setRead] = useState<{ entity: Editable; text: string }>(); // as they were when the editing began
  const [outcome, setOutcome] = useState<Outcome>({});
  const draft = useRef('');
  const chosen = useRef<Named[]>([]);
  const done = async (next: Outcome) => {
    setOutcome(next);
    if (next.problem) return; // the draft remains in the editor
    setRead(undefined);
    if (!next.conflict) {
      const mentioned = chosen.current.filter((e) => e.id !== entity.id && draft.current.includes(`[[${e.label}]]`));
      const problems = await Promise.all(mentioned.map((e) => link(entity.id, mentionedBy(e.kind), e.id)));
      const problem = problems.find(Boolean);
      if (problem) setOutcome({ problem: `The text is saved. A link is not: ${problem}` });
      chosen.current = [];
    }
    onChanged();
  };
  const begin = () => {
    draft.current = text;
    setOutcome({});
    setRead({ entity, text });
  };
  const save = async () => read && done(await change(read.entity, { [field]: draft.current }));
  return (
    <section class="text">
      {(named || editable) && <h2>{words(field)} {editable && !read && <button type="button" class="link" onClick={begin}>{text.trim() ? 'edit' : 'write'}</button>}</h2>}
      <Refused outcome={outcome} onDone={(next) => void done(next)} />
      {read ? (
        <>
          {text !== read.text && <p class="warning" role="status">Somebody else changed this text meanwhile. Saving shows both versions.</p>}
          <Loaded value={text} name={words(field)} offer={(prefix) => candidates(prefix, entity.projectId)} onText={(t) => { draft.current = t; }} onChosen={(e) => chosen.current.push(e)} onSave={() => void save()} onCancel={() => setRead(undefined)} />
          <p class="actions"><button type="button" class="main" onClick={() => void save()}>Save</button><button type="button" onClick={() => setRead(undefined)}>Cancel</button> <span class="hint">Markdown; [[ links an entity; Ctrl-Enter saves</span></p>
        </>
      ) : <Markdown text={text} />}
    </section>
  );
}

// Loaded is the editor as soon as it is loaded.
function Loaded(props: EditorProps) {
  const [loaded, setLoaded] = useState<{ Editor: (props: EditorProps) => preact.JSX.Element }>();
  useEffect(() => void import('./editor').then((m) => setLoaded({ Editor: m.default })), []);
  return loaded ? <loaded.Editor {...props} /> : <p class="hint">Loading the editor …</p>;
}
