// The import of files that are dropped on the page or chosen: first a preview, which
// writes nothing, then the import.
import type { AsyncZippable } from 'fflate';
import { useState } from 'preact/hooks';
import { token } from '../client';
import type { Kind } from '../gql/graphql';
import { count, kinds } from '../kinds';
import { to } from '../route';

// A Dropped is a file with its path below what was dropped.
interface Dropped {
  path: string;
  file: File;
}

// A Report is what the server answers to an import.
interface Report {
  kinds: Partial<Record<Lowercase<Kind>, number>> & { edge?: number };
  rejected: number;
  rejects: { line: number; place?: string; field: string; reason: string }[] | null;
  conflicts: { kind: string; id: string; field: string }[] | null;
  counts: Record<string, number>;
  written: object | null;
}

interface Preview {
  name: string;
  body: Blob;
  type: string;
  report: Report;
  imported: boolean;
}

export function Drop({ onImported }: { onImported: () => void }) {
  const [preview, setPreview] = useState<Preview>();
  const [state, setState] = useState('');
  const [over, setOver] = useState(false);
  const attempt = async (what: string, work: () => Promise<void>) => {
    setState(what);
    try {
      await work();
      setState('');
    } catch (error) {
      setState(`Not imported: ${(error as Error).message}`);
    }
  };
  const look = (files: Promise<Dropped[]>) => attempt('Reading …', async () => {
    setPreview(undefined);
    const packed = await pack(await files);
    setPreview({ ...packed, report: await send(packed, true), imported: false });
  });
  const write = (given: Preview) => attempt('Importing …', async () => {
    setPreview({ ...given, report: await send(given, false), imported: true });
    onImported();
  });
  const chosen = (event: { currentTarget: HTMLInputElement }) => void look(Promise.resolve([...event.currentTarget.files ?? []].map((file) => ({ path: file.webkitRelativePath || file.name, file }))));
  return (
    <section class={over ? 'drop over' : 'drop'} aria-label="Import" onDragOver={(e) => { e.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)}
      onDrop={(e) => { e.preventDefault(); setOver(false); if (e.dataTransfer) void look(filesOf(e.dataTransfer)); }}>
      <h2>Import once</h2>
      <p>Drop a file or a folder here: Markdown, an Obsidian vault, an export of a tracker, CSV, NDJSON. You see what becomes of it before anything is written.</p>
      <p class="actions">
        <label class="file">Choose files <input type="file" multiple onChange={chosen} /></label>
        <label class="file">Choose a folder <input type="file" {...{ webkitdirectory: true }} onChange={chosen} /></label>
      </p>
      <p role="status" class={state.startsWith('Not') ? 'problem' : 'hint'}>{state}</p>
      {preview && <Shown preview={preview} onImport={() => void write(preview)} />}
    </section>
  );
}

function Shown({ preview, onImport }: { preview: Preview; onImport: () => void }) {
  const { report, imported, name } = preview;
  const entries = Object.entries(report.kinds) as [string, number][];
  return (
    <div class="preview">
      <h3>{imported ? 'Imported' : 'Would be imported'} from <bdi>{name}</bdi></h3>
      <p class="counts">{entries.map(([kind, n]) => <span key={kind}>{kind === 'edge' ? count(n, 'edge') : count(n, kinds[kind.toUpperCase() as Kind]?.name ?? kind, kinds[kind.toUpperCase() as Kind]?.plural ?? kind)}</span>)}</p>
      {imported && <p class="counts">{Object.entries(report.counts).filter(([, n]) => n > 0).map(([what, n]) => <span key={what}>{n.toLocaleString('en')} {what}</span>)}</p>}
      {report.rejected > 0 && <p class="warning">{count(report.rejected, 'line is', 'lines are')} rejected; the others are imported.</p>}
      <ul>{report.rejects?.slice(0, 20).map((r) => <li key={r.line}>{r.place || `line ${r.line}`}: {r.field && `${r.field}: `}{r.reason}</li>)}</ul>
      {imported ? <p><a href={to('projects')}>See the projects</a></p> : <button type="button" class="main" onClick={onImport}>Import</button>}
    </div>
  );
}

// filesOf returns what was dropped, with the files below folders.
async function filesOf(transfer: DataTransfer): Promise<Dropped[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((e) => e !== null);
  return (await Promise.all(entries.map(below))).flat();
}

async function below(entry: FileSystemEntry): Promise<Dropped[]> {
  if (/^\.git$|^node_modules$/.test(entry.name)) return [];
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ''), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const all: FileSystemEntry[] = [];
  for (;;) { // a reader returns some entries at a time
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return (await Promise.all(all.map(below))).flat();
    all.push(...some);
  }
}

// zipBegins is the earliest time that a ZIP can have.
const zipBegins = Date.UTC(1980, 0, 2);

// pack returns the files as the body of an import: NDJSON as it is, others as a ZIP.
async function pack(files: Dropped[]): Promise<{ name: string; body: Blob; type: string }> {
  const first = files[0];
  if (!first) throw new Error('there is no file in it');
  if (files.length === 1 && /\.ndjson(\.gz)?$/.test(first.path)) {
    return { name: first.file.name, body: first.file, type: first.path.endsWith('.gz') ? 'application/gzip' : 'application/x-ndjson' };
  }
  const { zip } = await import('fflate');
  const entries: AsyncZippable = {};
  for (const { path, file } of files) entries[path] = [new Uint8Array(await file.arrayBuffer()), { mtime: Math.max(file.lastModified, zipBegins) }];
  const bytes = await new Promise<Uint8Array>((resolve, reject) => zip(entries, { level: 6, consume: true }, (error, data) => (error ? reject(error) : resolve(data))));
  return { name: first.path.split('/')[0]!, body: new Blob([bytes as BlobPart]), type: 'application/zip' };
}

async function send({ body, type, name }: { body: Blob; type: string; name: string }, dryRun: boolean): Promise<Report> {
  const headers: Record<string, string> = { 'Content-Type': type };
  if (token()) headers.Authorization = `Bearer ${token()}`;
  const parameters = new URLSearchParams({ dryRun: String(dryRun), onError: 'skip', ...(type === 'application/zip' ? { project: name.replace(/\.\w+$/, '') } : {}) });
  const response = await fetch(`/import?${parameters}`, { method: 'POST', headers, body });
  const line = (await response.text()).split('\n')[0] ?? '';
  const answer = JSON.parse(line || '{}') as Report & { errors?: { message: string }[] };
  if (answer.errors?.[0]) throw new Error(answer.errors[0].message);
  if (!answer.kinds) throw new Error(`the server answered with status ${response.status}`);
  return answer;
}
