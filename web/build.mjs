// Builds a page into dist/PAGE, every file gzipped, with the same bytes from the
// same lock file wherever it runs. With --check it changes nothing and fails if
// the committed files differ. Vite and fflate are handed in, because each page
// has its own packages: zlib's output depends on the version of Node, fflate's
// does not.
import { mkdtemp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = dirname(fileURLToPath(import.meta.url));

// filesBelow returns the content of every file below a folder by its relative path.
async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name)).sort();
  return new Map(await Promise.all(paths.map(async (p) => [p.slice(folder.length + 1), await readFile(p)])));
}

async function built(page, { build, gzipSync }) {
  const folder = await mkdtemp(join(tmpdir(), `${page}-`));
  try {
    await build({ root: join(web, page), logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
    const files = await filesBelow(folder);
    return new Map([...files].map(([path, content]) => [`${path}.gz`, gzipSync(content, { level: 9, mtime: 0 })]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function replace(target, files) {
  await rm(target, { recursive: true, force: true });
  for (const [path, content] of files) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), content);
  }
}

async function compare(page, target, files) {
  const committed = await filesBelow(target);
  const paths = new Set([...files.keys(), ...committed.keys()]);
  const stale = [...paths].filter((p) => !committed.get(p)?.equals(files.get(p) ?? Buffer.of()));
  stale.sort().forEach((path) => console.error(`differs from a fresh build: dist/${page}/${path}`));
  process.exitCode = stale.length > 0 ? 1 : 0;
}

// run builds a page by its folder, or compares it if the program has --check.
export async function run(page, tools) {
  const target = join(web, 'dist', page);
  const files = await built(page, tools);
  await (process.argv.includes('--check') ? compare(page, target, files) : replace(target, files));
  const size = [...files.values()].reduce((sum, content) => sum + content.length, 0);
  console.log(`${files.size} files, ${size} bytes gzipped`);
}
