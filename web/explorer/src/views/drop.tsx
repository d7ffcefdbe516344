// The import of files that are dropped on the page or chosen: first a preview, which
// writes nothing, then the import.
import { useState } from 'preact/hooks';
import { token } from '../client';
import type { Kind } from '../gql/graphql';
import { count, kinds } from '../kinds';
import { server, to } from '../route';

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
  const look = (file: File | undefined) => attempt('Reading …', async () => {
    setPreview(undefined);
    const body = packed(file);
    setPreview({ ...body, report: await send(body, true), imported: false });
  });
  const write = (given: Preview) => attempt('Importing …', async () => {
    setPreview({ ...given, report: await send(given, false), imported: true });
    onImported();
  });
  return (
    <section class={over ? 'drop over' : 'drop'} aria-label="Import" onDragOver={(e) => { e.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)}
      onDrop={(e) => { e.preventDefault(); setOver(false); void look(e.dataTransfer?.files[0]); }}>
      <h2>Import once</h2>
      <p>Drop a file of NDJSON here, plain or gzip. You see what becomes of it before anything is written. For other formats, and for folders: <code>dossier import PATH --server {server}</code></p>
      <p class="actions">
        <label class="file">Choose a file <input type="file" accept=".ndjson,.jsonl,.gz" onChange={(e) => void look(e.currentTarget.files?.[0])} /></label>
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

// packed returns a file as the body of an import.
function packed(file: File | undefined): { name: string; body: Blob; type: string } {
  if (!file) throw new Error('there is no file in it');
  if (!/\.(ndjson|jsonl)(\.gz)?$/.test(file.name)) {
    throw new Error(`${file.name} is no NDJSON. Read it with the command line, which takes folders of Markdown, vaults, CSV and exports of trackers: dossier import ${file.name} --server ${server}`);
  }
  return { name: file.name, body: file, type: file.name.endsWith('.gz') ? 'application/gzip' : 'application/x-ndjson' };
}

async function send({ body, type }: { body: Blob; type: string }, dryRun: boolean): Promise<Report> {
  const headers: Record<string, string> = { 'Content-Type': type };
  if (token()) headers.Authorization = `Bearer ${token()}`;
  const parameters = new URLSearchParams({ dryRun: String(dryRun), onError: 'skip' });
  const response = await fetch(`${server}/import?${parameters}`, { method: 'POST', headers, body });
  const line = (await response.text()).split('\n')[0] ?? '';
  const answer = JSON.parse(line || '{}') as Report & { errors?: { message: string }[] };
  if (answer.errors?.[0]) throw new Error(answer.errors[0].message);
  if (!answer.kinds) throw new Error(`the server answered with status ${response.status}`);
  return answer;
}
