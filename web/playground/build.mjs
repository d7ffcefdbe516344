// Builds the playground into ../dist/playground, every file gzipped, with the
// same bytes from the same lock file wherever it runs.
// With --check it changes nothing and fails when the committed files differ.
import { mkdtemp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'fflate'; // zlib's output depends on the version of Node
import { build } from 'vite';

const source = dirname(fileURLToPath(import.meta.url));
const target = join(source, '..', 'dist', 'playground');

// filesBelow gives the content of every file below a folder by its relative path.
async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name)).sort();
  return new Map(await Promise.all(paths.map(async (p) => [p.slice(folder.length + 1), await readFile(p)])));
}

async function built() {
  const folder = await mkdtemp(join(tmpdir(), 'playground-'));
  try {
    await build({ root: source, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
    const files = await filesBelow(folder);
    return new Map([...files].map(([path, content]) => [`${path}.gz`, gzipSync(content, { level: 9, mtime: 0 })]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function replace(files) {
  await rm(target, { recursive: true, force: true });
  for (const [path, content] of files) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), content);
  }
}

async function compare(files) {
  const committed = await filesBelow(target);
  const paths = new Set([...files.keys(), ...committed.keys()]);
  const stale = [...paths].filter((p) => !committed.get(p)?.equals(files.get(p) ?? Buffer.of()));
  stale.sort().forEach((path) => console.error(`differs from a fresh build: dist/playground/${path}`));
  process.exitCode = stale.length > 0 ? 1 : 0;
}

const files = await built();
await (process.argv.includes('--check') ? compare(files) : replace(files));
const size = [...files.values()].reduce((sum, content) => sum + content.length, 0);
console.log(`${files.size} files, ${size} bytes gzipped`);
