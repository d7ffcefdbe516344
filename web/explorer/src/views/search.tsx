// Search over everything that the client may read, from every view.
import { useEffect, useRef, useState } from 'preact/hooks';
import { graphql } from '../gql';
import { Name, useQuery } from '../parts';
import { go, to } from '../route';

const searchQuery = graphql(`
  query Search($query: String!) {
    search(query: $query, first: 12) { total hits { snippet entity { id kind label stateKey } project { id label } } }
  }
`);

// The types of Preact ask for a datalist beside this role.
const combobox: object = { role: 'combobox' };

export function Search() {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { data } = useQuery(searchQuery, { query: text.trim() }, { skip: text.trim().length < 2, wait: 120 });
  const hits = (text.trim().length > 1 && data?.search?.hits) || [];
  useEffect(() => {
    const focus = (e: KeyboardEvent) => {
      const at = e.composedPath()[0] as HTMLElement; // also within the editor
      if (e.key === '/' && !at.isContentEditable && !/^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName)) {
        e.preventDefault();
        input.current?.focus();
      }
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  const show = (i: number) => {
    const hit = hits[i];
    if (!hit) return;
    setOpen(false);
    setText('');
    go(hit.entity.kind === 'PROJECT' ? to('project', hit.entity.id) : to('entity', hit.entity.id));
  };
  const keys = (e: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => setAt(Math.min(at + 1, hits.length - 1)), ArrowUp: () => setAt(Math.max(at - 1, 0)),
      Enter: () => show(at), Escape: () => setOpen(false),
    };
    const move = moves[e.key];
    if (!move || !open) return;
    e.preventDefault();
    move();
  };
  return (
    <div class="search">
      <input ref={input} type="search" {...combobox} aria-label="Search everything" placeholder="Search  /" value={text} aria-expanded={open && hits.length > 0} aria-controls="hits" aria-activedescendant={hits[at] ? `hit${at}` : undefined}
        onInput={(e) => { setText(e.currentTarget.value); setAt(0); setOpen(true); }} onFocus={() => setOpen(true)} onBlur={() => setTimeout(() => setOpen(false), 150)} onKeyDown={keys} />
      <ul id="hits" role="listbox" aria-label="Hits" hidden={!open || hits.length === 0}>{hits.map((h, i) => (
        <li key={h.entity.id} id={`hit${i}`} role="option" aria-selected={i === at} onMouseDown={(e) => { e.preventDefault(); show(i); }}>
          <Name entity={h.entity} /> <span class="hint">{h.project.label}</span>
          <p class="cut hint" dir="auto">{h.snippet}</p>
        </li>
      ))}</ul>
    </div>
  );
}
