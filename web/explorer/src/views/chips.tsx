// A filter of GraphQL as chips, one for each condition: to be changed, taken away and
// added.
import { useState } from 'preact/hooks';
import { words } from '../kinds';
import { useNames } from '../parts';

export type Filter = Record<string, unknown>;

// spaced returns the name of a field in words: ownerName as owner name.
const spaced = (name: string) => name.replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`);

// textOf returns a condition in words.
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (value !== null && typeof value === 'object') return Object.entries(value).map(([name, part]) => conditionText(name, part)).join(' and ');
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return text.slice(0, 16).replace('T', ' ').replace(' 00:00', '');
  return /^[A-Z][A-Z_]+$/.test(text) ? words(text) : text;
}

function conditionText(name: string, value: unknown): string {
  if ((name === 'and' || name === 'or') && Array.isArray(value)) return value.map((part) => `(${textOf(part)})`).join(` ${name} `);
  if (name === 'not') return `not (${textOf(value)})`;
  if (typeof value === 'boolean') return value ? spaced(name) : `not ${spaced(name)}`;
  return `${spaced(name)}: ${textOf(value)}`;
}

// written returns a value as it is edited, and read what was written: lists with
// commas, other values as JSON, and as a text what is no JSON.
const written = (value: unknown) => (Array.isArray(value) && value.every((v) => typeof v === 'string') ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value));

function read(text: string, was?: unknown): unknown {
  if (Array.isArray(was) && !text.trim().startsWith('[')) return text.split(',').map((part) => part.trim()).filter(Boolean);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

// lists are the conditions whose value is a list.
const lists = new Set(['states', 'ids', 'externalIds', 'types', 'missing', 'owners', 'impacts']);

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export function Chips({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const names = new Map(useNames(JSON.stringify(filter).match(id) ?? []).map((e) => [e.id, e.label]));
  const text = (name: string, value: unknown) => conditionText(name, value).replace(id, (found) => names.get(found) ?? found.slice(0, 8));
  const [editing, setEditing] = useState('');
  const set = (name: string, value: unknown) => {
    setEditing('');
    const { [name]: _, ...others } = filter;
    onChange(value === undefined ? others : { ...filter, [name]: value });
  };
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const [name = '', ...rest] = String(new FormData(form).get('condition')).split(':');
    const value = rest.join(':').trim();
    form.reset();
    if (name.trim()) set(name.trim(), value === '' ? true : read(value, lists.has(name.trim()) ? [] : undefined));
  };
  return (
    <div class="chips" role="group" aria-label="Conditions">
      {Object.entries(filter).map(([name, value]) => (editing === name ? (
        <form key={name} class="inline" onSubmit={(e) => { e.preventDefault(); set(name, read(String(new FormData(e.currentTarget).get('value')), value)); }} onKeyDown={(e) => e.key === 'Escape' && setEditing('')}>
          <label>{spaced(name)} <input name="value" defaultValue={written(value)} ref={(input) => input?.focus()} /></label><button>Set</button>
        </form>
      ) : (
        <span key={name} class="chip">
          <button type="button" class="link" onClick={() => (typeof value === 'boolean' ? set(name, !value) : setEditing(name))}>{text(name, value)}</button>
          <button type="button" class="remove" aria-label={`Without ${text(name, value)}`} onClick={() => set(name, undefined)}>×</button>
        </span>
      )))}
      <form class="inline" onSubmit={add}><input name="condition" class="condition" aria-label="Another condition" placeholder="and … states: BLOCKED" /><button>Add</button></form>
    </div>
  );
}
