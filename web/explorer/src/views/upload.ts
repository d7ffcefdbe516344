// Files and folders as the body of an import: NDJSON as it is, all else as an archive,
// whose format the server finds.

// Given is what was dropped or chosen: files with their paths below a folder.
export interface Given {
  name: string;
  files: [path: string, file: File][];
}

export interface Upload {
  name: string;
  body: Blob;
  type: string;
  parameters: Record<string, string>;
}

// skipped are folders that no importer reads.
const skipped = new Set(['.git', 'node_modules']);

// most is the most bytes that are read: a server takes no larger import unless it is
// started so.
const most = 256 << 20;

// chosen returns the files of an input; those of a folder are below it.
export async function chosen(list: FileList | null): Promise<Given> {
  const files = [...(list ?? [])].map((file): [string, File] => [file.webkitRelativePath.split('/').slice(1).join('/') || file.name, file]);
  const inside = files.filter(([path]) => !path.split('/').some((part) => skipped.has(part)));
  return { name: list?.[0]?.webkitRelativePath.split('/')[0] || list?.[0]?.name || '', files: inside };
}

// dropped returns the files of what was dropped on the page: a folder, or a file.
export function dropped(data: DataTransfer | null): Promise<Given> {
  const entry = data?.items[0]?.webkitGetAsEntry(); // only now: the event ends before a promise is done
  return entry ? below(entry) : chosen(data?.files ?? null);
}

async function below(entry: FileSystemEntry): Promise<Given> {
  const files: Given['files'] = [];
  const add = async (one: FileSystemEntry, path: string) => {
    if (one.isFile) files.push([path, await new Promise<File>((resolve, reject) => (one as FileSystemFileEntry).file(resolve, reject))]);
    else if (!skipped.has(one.name)) for (const inner of await entriesOf(one as FileSystemDirectoryEntry)) await add(inner, path ? `${path}/${inner.name}` : inner.name);
  };
  await add(entry, entry.isFile ? entry.name : '');
  return { name: entry.name, files };
}

// entriesOf returns the entries of a folder, of which browsers give some at a time.
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

// isNDJSON reports whether a file is of the import format. Trackers also write files of
// JSON by line, without kinds.
async function isNDJSON(path: string, file: File): Promise<boolean> {
  if (/\.ndjson(\.gz)?$|\.jsonl\.gz$/.test(path)) return true;
  return path.endsWith('.jsonl') && /"kind"\s*:/.test(await file.slice(0, 4096).text());
}

// packed returns what was given as the body of an import, into a project that is named
// like it unless another name is given.
export async function packed({ name, files }: Given, project: string): Promise<Upload> {
  if (files.length === 0) throw new Error('there is no file in it');
  const size = files.reduce((sum, [, file]) => sum + file.size, 0);
  if (size > most) throw new Error(`it has ${Math.round(size / 1e6)} MB, and at most ${most >> 20} MiB are taken: use the command line`);
  const [path, only] = files[0]!;
  if (files.length === 1 && await isNDJSON(path, only)) {
    return { name, body: only, type: path.endsWith('.gz') ? 'application/gzip' : 'application/x-ndjson', parameters: {} };
  }
  const { zipSync } = await import('fflate');
  const contents: Record<string, Uint8Array> = {};
  for (const [at, file] of files) contents[at] = new Uint8Array(await file.arrayBuffer());
  const body = new Blob([zipSync(contents, { level: 1 }) as Uint8Array<ArrayBuffer>]);
  return { name, body, type: 'application/zip', parameters: { project: project || name.replace(/\.[^.]*$/, '') } };
}
