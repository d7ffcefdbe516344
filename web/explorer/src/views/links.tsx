// What an entity is linked to, in both directions; links are added by typing [[ or a
// name, and removed.
import { useState } from 'preact/hooks';
import { ask } from '../client';
import { graphql } from '../gql';
import { Relation, type EntityPageQuery, type Kind } from '../gql/graphql';
import { kinds, words } from '../kinds';
import { Mark, Name, type Named } from '../parts';
import { to } from '../route';
import { candidates, link, mentionedBy } from './texts';

const unlinkMutation = graphql(`
  mutation Unlink($input: LinkInput!) { unlinkEntities(input: $input) { changed } }
`);

type Page = NonNullable<EntityPageQuery['entity']>;
type Linked = Page['linkedEntities']['groups'][number]['items'][number];

export function Links({ entity, editable, onChanged }: { entity: Page; editable: boolean; onChanged: () => void }) {
  const [problem, setProblem] = useState('');
  const { groups, total } = entity.linkedEntities;
  const remove = async (l: Linked) => {
    const [srcId, dstId] = l.direction === 'OUTGOING' ? [entity.id, l.entity.id] : [l.entity.id, entity.id];
    setProblem(await ask(unlinkMutation, { input: { srcId, rel: l.relation, dstId } }).then(() => '', (error: Error) => error.message));
    onChanged();
  };
  return (
    <aside class="links" aria-label="Linked entities">
      <h2>Linked <span class="hint">{total.toLocaleString('en')}</span></h2>
      {editable && <Add entity={entity} onChanged={onChanged} />}
      {problem && <p class="problem" role="alert">{problem}</p>}
      {groups.map((g) => (
        <section key={g.kind}>
          <h3><Mark kind={g.kind as Kind} /> {kinds[g.kind].plural} <span class="hint">{g.total.toLocaleString('en')}</span></h3>
          <ul>{g.items.map((l) => (
            <li key={l.entity.id + l.label}>
              <span class="rel">{l.direction === 'OUTGOING' ? '→' : '←'} {l.label}</span> <Name entity={l.entity} />
              {editable && <button type="button" class="remove" aria-label={`Remove the link: ${l.label} ${l.entity.label}`} title="Remove the link" onClick={() => void remove(l)}>×</button>}
            </li>
          ))}</ul>
          {g.total > g.items.length && <p class="hint">and {(g.total - g.items.length).toLocaleString('en')} more: <a href={to('graph', entity.id)}>graph</a></p>}
        </section>
      ))}
    </aside>
  );
}

// The types of Preact ask for a datalist beside this role.
const combobox: object = { role: 'combobox' };

function Add({ entity, onChanged }: { entity: Page; onChanged: () => void }) {
  const [text, setText] = useState('');
  const [offered, setOffered] = useState<Named[]>([]);
  const [at, setAt] = useState(0);
  const [rel, setRel] = useState<Relation | ''>('');
  const [problem, setProblem] = useState('');
  const type = async (value: string) => {
    setText(value);
    setAt(0);
    const name = value.replace(/^\[\[/, '').replace(/\]\]$/, '').trim();
    setOffered(name ? (await candidates(name, entity.projectId)).filter((e) => e.id !== entity.id).slice(0, 8) : []);
  };
  const choose = async (other: Named | undefined) => {
    if (!other) return;
    setProblem(await link(entity.id, rel || mentionedBy(other.kind), other.id));
    setText('');
    setOffered([]);
    onChanged();
  };
  const keys = (e: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => setAt(Math.min(at + 1, offered.length - 1)), ArrowUp: () => setAt(Math.max(at - 1, 0)),
      Enter: () => void choose(offered[at]), Escape: () => setOffered([]),
    };
    if (!moves[e.key] || offered.length === 0) return;
    e.preventDefault();
    moves[e.key]!();
  };
  return (
    <div class="add">
      <select aria-label="Relation" value={rel} onChange={(e) => setRel(e.currentTarget.value as Relation | '')}>
        <option value="">references</option>
        {Object.values(Relation).filter((r) => r !== Relation.References).map((r) => <option key={r} value={r}>{words(r)}</option>)}
      </select>
      <input {...combobox} aria-label="Link to" placeholder="[[ link to …" value={text} dir="auto" aria-expanded={offered.length > 0} aria-controls="offered" aria-activedescendant={offered[at] ? `offer${at}` : undefined}
        onInput={(e) => void type(e.currentTarget.value)} onKeyDown={keys} onBlur={() => setTimeout(() => setOffered([]), 150)} />
      <ul id="offered" role="listbox" aria-label="Entities to link" hidden={offered.length === 0}>{offered.map((e, i) => (
        <li key={e.id} id={`offer${i}`} role="option" aria-selected={i === at} onMouseDown={(event) => { event.preventDefault(); void choose(e); }}><Mark kind={e.kind} /> <bdi>{e.label}</bdi></li>
      ))}</ul>
      {problem && <p class="problem" role="alert">{problem}</p>}
    </div>
  );
}
