// The import of files and folders that are dropped on the page or chosen: first a
// preview, which writes nothing, then the import.
import { useRef, useState } from 'preact/hooks';
import { token } from '../client';
import type { Kind } from '../gql/graphql';
import { count, kinds } from '../kinds';
import { server, to } from '../route';
import { chosen, dropped, packed, type Given, type Upload } from './upload';

// A Report is what the server answers to an import.
interface Report {
  kinds: Partial<Record<Lowercase<Kind>, number>> & { edge?: number };
  rejected: number;
  rejects: { line: number; place?: string; field: string; reason: string }[] | null;
  conflicts: { kind: string; id: string; field: string }[] | null;
  counts: Record<string, number>;
  notes?: string[];
  others?: string[]; // formats of a folder that need further requests
  written: object | null;
}

interface Preview {
  upload: Upload;
  reports: Report[]; // of the format that is found first, then of the others
  imported: boolean;
}

export function Drop({ onImported }: { onImported: () => void }) {
  const [preview, setPreview] = useState<Preview>();
  const [state, setState] = useState('');
  const [over, setOver] = useState(false);
  const project = useRef<HTMLInputElement>(null);
  const attempt = async (what: string, work: () => Promise<void>) => {
    setState(what);
    try {
      await work();
      setState('');
    } catch (error) {
      setState(`Not imported: ${(error as Error).message}`);
    }
  };
  const look = (given: Promise<Given>) => attempt('Reading …', async () => {
    setPreview(undefined);
    const upload = await packed(await given, project.current?.value.trim() ?? '');
    setPreview({ upload, reports: await sendAll(upload, true), imported: false });
  });
  const write = ({ upload }: Preview) => attempt('Importing …', async () => {
    setPreview({ upload, reports: await sendAll(upload, false), imported: true });
    onImported();
  });
  return (
    <section class={over ? 'drop over' : 'drop'} aria-label="Import" onDragOver={(e) => { e.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)}
      onDrop={(e) => { e.preventDefault(); setOver(false); void look(dropped(e.dataTransfer)); }}>
      <h2>Import once</h2>
      <p>Drop a folder or a file here: notes in Markdown, decisions, tables, exports of trackers, or NDJSON. You see what becomes of it before anything is written.</p>
      <p class="actions">
        <label class="file">Choose a file <input type="file" onChange={(e) => void look(chosen(e.currentTarget.files))} /></label>
        <label class="file">Choose a folder <input type="file" ref={(input) => input?.setAttribute('webkitdirectory', '')} onChange={(e) => void look(chosen(e.currentTarget.files))} /></label>
        <label>Project <input ref={project} placeholder="named like the folder" maxLength={200} dir="auto" /></label>
      </p>
      <p class="hint">The same by the command line, again and again: <code>dossier import PATH --server {server}</code></p>
      <p role="status" class={state.startsWith('Not') ? 'problem' : 'hint'}>{state}</p>
      {preview?.reports.map((report, i) => <Shown key={i} name={preview.upload.name} report={report} imported={preview.imported} />)}
      {preview && (preview.imported ? <p><a href={to('projects')}>See the projects</a></p> : <button type="button" class="main" onClick={() => void write(preview)}>Import</button>)}
    </section>
  );
}

function Shown({ name, report, imported }: { name: string; report: Report; imported: boolean }) {
  const entries = Object.entries(report.kinds) as [string, number][];
  return (
    <div class="preview">
      <h3>{imported ? 'Imported' : 'Would be imported'} from <bdi>{name}</bdi></h3>
      <p class="counts">{entries.map(([kind, n]) => <span key={kind}>{kind === 'edge' ? count(n, 'edge') : count(n, kinds[kind.toUpperCase() as Kind]?.name ?? kind, kinds[kind.toUpperCase() as Kind]?.plural ?? kind)}</span>)}</p>
      <p class="counts hint">{Object.entries(report.counts).filter(([, n]) => n > 0).map(([what, n]) => <span key={what}>{n.toLocaleString('en')} {what === 'kept' ? 'kept as changed or deleted here' : what}</span>)}</p>
      {report.rejected > 0 && <p class="warning">{count(report.rejected, 'line is', 'lines are')} rejected; the others are imported.</p>}
      <ul>{report.rejects?.slice(0, 20).map((r) => <li key={r.line}>{r.place || `line ${r.line}`}: {r.field && `${r.field}: `}{r.reason}</li>)}</ul>
      {report.notes && <details open={report.notes.length < 10}><summary>{count(report.notes.length, 'note')}</summary><ul>{report.notes.map((note) => <li key={note} dir="auto">{note}</li>)}</ul></details>}
    </div>
  );
}

// sendAll sends an upload once for each format that it has.
async function sendAll(upload: Upload, dryRun: boolean): Promise<Report[]> {
  const first = await send(upload, dryRun, {});
  const reports = [first];
  for (const from of first.others ?? []) reports.push(await send(upload, dryRun, { from }));
  return reports;
}

async function send({ body, type, parameters }: Upload, dryRun: boolean, further: Record<string, string>): Promise<Report> {
  const headers: Record<string, string> = { 'Content-Type': type };
  if (token()) headers.Authorization = `Bearer ${token()}`;
  const all = new URLSearchParams({ dryRun: String(dryRun), onError: 'skip', ...parameters, ...further });
  const response = await fetch(`${server}/import?${all}`, { method: 'POST', headers, body });
  const line = (await response.text()).split('\n')[0] ?? '';
  const answer = JSON.parse(line || '{}') as Report & { errors?: { message: string }[] };
  if (answer.errors?.[0]) throw new Error(answer.errors[0].message);
  if (!answer.kinds) throw new Error(`the server answered with status ${response.status}`);
  return answer;
}
