// How a question was read as a query: in words, with what it does not use, and as a
// list whose conditions can be changed.
import type { Document } from './context';
import { go, to } from '../route';
import { Chips, type Filter } from './chips';

type Reading = Document['readings'][number];

export function ReadAs({ document, project }: { document: Document; project: string }) {
  const { readAs, readings } = document;
  const others = readings.filter((r) => r.text !== readAs?.text);
  if (!readAs && others.length === 0) return null;
  return (
    <div class="readas">
      {readAs && <One reading={readAs} project={project} />}
      {others.length > 0 && <details><summary>{readAs ? 'other ways to read it' : 'ways to read it as a list'} ({others.length})</summary>{others.slice(0, 5).map((r) => <One key={r.text} reading={r} project={project} />)}</details>}
    </div>
  );
}

// One is a reading. A change of a condition opens the list with it.
function One({ reading, project }: { reading: Reading; project: string }) {
  const filter = reading.filter ? JSON.parse(reading.filter) as Filter : undefined;
  const list = (changed: Filter) => to('list', project, { kind: reading.kind ?? '', filter: JSON.stringify(changed) });
  return (
    <div class="chips">
      <span class="hint">Read as</span> <strong>{reading.text}</strong>
      {reading.kind && filter && <Chips filter={filter} onChange={(changed) => go(list(changed))} />}
      {reading.kind && filter && <a href={list(filter)}>open as a table</a>}
      {reading.unused.length > 0 && <span class="alarm">not used: {reading.unused.join(', ')}</span>}
    </div>
  );
}
