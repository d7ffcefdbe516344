// Opens every view of running servers in both widths and schemes, with the checks
// that hold for any data, and keeps a picture of each:
// node tour.mjs FOLDER NAME=http://127.0.0.1:8080 …
// It measures, too: the first view, the budget slider, how soon two boards show what an
// agent changes, a graph of 500 entities, and the memory after 100 navigations.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inaccessible, launch, unfit, unreachable, watch } from './checks.mjs';

const [folder, ...servers] = process.argv.slice(2);
const browser = await launch('--js-flags=--expose-gc');
mkdirSync(folder, { recursive: true });
let failed = 0;

function report(what, problems) {
  failed += problems.length > 0 ? 1 : 0;
  console.log(problems.length > 0 ? `FAIL  ${what}: ${problems.join('; ')}` : `ok    ${what}`);
}

async function asked(origin, query) {
  const response = await fetch(`${origin}/graphql`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query }) });
  return (await response.json()).data;
}

async function viewsOf(origin) {
  const { projects, tasks, documents } = await asked(origin, '{ projects(first: 1) { nodes { id } } tasks(first: 1) { nodes { id title } } documents(first: 1) { nodes { id } } }');
  const [project, task, document] = [projects, tasks, documents].map((page) => page.nodes[0]);
  return {
    first: '/', projects: '/explorer/projects', calls: '/explorer/calls', sources: '/explorer/sources', records: '/explorer/records', lenses: '/explorer/lenses', connect: '/explorer/connect',
    ...(project ? { project: `/explorer/project/${project.id}`, graph: `/explorer/graph/${project.id}`, list: `/explorer/list/${project.id}?kind=TASK` } : {}),
    ...(task ? { task: `/explorer/entity/${task.id}`, compare: `/explorer/context?q=${encodeURIComponent(task.title.slice(0, 200))}&compare=on&budget2=300` } : {}),
    ...(document ? { document: `/explorer/entity/${document.id}` } : {}),
  };
}

async function look(page, origin, name, path, watched) {
  watched.length = 0;
  await page.goto(origin + path);
  await page.waitForLoadState('networkidle', { timeout: 20_000 }).catch(() => {});
  await page.waitForFunction(() => !/Loading …|Asking …/.test(document.querySelector('main')?.innerText ?? 'Loading …'), undefined, { timeout: 20_000 });
  return [...watched, ...await unfit(page), ...await inaccessible(page)];
}

async function tour(server, origin) {
  const views = await viewsOf(origin);
  for (const [width, colorScheme] of [[1440, 'light'], [390, 'dark'], [1440, 'dark'], [390, 'light']]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    const watched = [];
    watch(page, origin, watched);
    for (const [name, path] of Object.entries(views)) {
      const problems = await look(page, origin, name, path, watched).catch((error) => [error.message.split('\n')[0]]);
      await page.screenshot({ path: join(folder, `${server}-${name}-${width}-${colorScheme}.png`) });
      if (colorScheme === 'light') problems.push(...await unreachable(page));
      report(`${server}, ${name} at ${width}, ${colorScheme}`, problems);
    }
    await context.close();
  }
  await measure(server, origin, views);
}

async function measure(server, origin, views) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => {
    globalThis.shifted = 0;
    new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) globalThis.shifted += e.value; }).observe({ type: 'layout-shift', buffered: true });
  });
  const page = await context.newPage();
  let bytes = 0;
  let largest = 0;
  page.on('requestfinished', async (r) => { bytes += (await r.sizes()).responseBodySize; });
  page.on('response', async (r) => { largest = Math.max(largest, (await r.body().catch(() => '')).length); });
  const begun = Date.now();
  await page.goto(origin);
  const ready = await page.waitForSelector('.prompt, .empty', { timeout: 20_000 }).catch(() => null);
  const first = Date.now() - begun;
  await page.waitForTimeout(300);
  console.log(`      ${server}: first view ${first} ms, ${Math.round(bytes / 1000)} kB, layout shift ${(await page.evaluate(() => globalThis.shifted)).toFixed(3)}`);
  if (ready && views.task) console.log(`      ${server}: slider ${await slider(page)}`);
  if (views.task) console.log(`      ${server}: ${await board(page, origin + views.project)}`);
  if (views.task) console.log(`      ${server}: live ${await live(context, origin, views)}`);
  if (views.graph) console.log(`      ${server}: ${await frames(page, origin + views.graph)}`);
  if (views.task) console.log(`      ${server}: memory ${await memory(page, origin, views)}`);
  console.log(`      ${server}: the largest answer has ${Math.round(largest / 1000)} kB`);
  await context.close();
}

// board opens a board, and all its cards.
async function board(page, address) {
  const begun = Date.now();
  await page.goto(address);
  await page.locator('.card').first().waitFor();
  const first = Date.now() - begun;
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {});
  const some = await page.locator('.card').count();
  const more = page.getByRole('button', { name: 'more', exact: true });
  if (await more.count() === 0) return `board: ${some} cards, the first after ${first} ms`;
  const clicked = Date.now();
  await more.first().click();
  await page.waitForFunction((n) => document.querySelectorAll('.card').length > n, some, { polling: 5 });
  await page.waitForFunction(() => ![...document.querySelectorAll('.column button')].some((b) => b.textContent === 'more'), undefined, { polling: 5 });
  const all = Date.now() - clicked;
  await page.locator('.column ul').first().hover();
  const counting = page.evaluate(countFrames);
  for (let i = 0; i < 60; i++) await page.mouse.wheel(0, 60);
  return `board: ${some} cards, the first after ${first} ms; ${await page.locator('.card').count()} cards ${all} ms after the click for more, ${await counting} frames a second while a column is scrolled`;
}

// countFrames counts the frames of two seconds in a page.
function countFrames() {
  return new Promise((resolve) => {
    let n = 0;
    const begun = performance.now();
    const next = () => { n += 1; performance.now() - begun < 2000 ? requestAnimationFrame(next) : resolve(Math.round((n * 1000) / (performance.now() - begun))); };
    requestAnimationFrame(next);
  });
}

// live has an agent move a task between two states, and returns the times until two
// boards show it.
async function live(context, origin, views) {
  const { tasks } = await asked(origin, `{ tasks(projectId: "${views.project.split('/').at(-1)}", first: 1, filter: { states: [BLOCKED, IN_PROGRESS, TODO] }, orderBy: { field: PRIORITY, direction: ASC }) { nodes { id stateKey } } }`);
  const task = tasks.nodes[0];
  if (!task) return 'no task to move';
  const boards = [await context.newPage(), await context.newPage()];
  for (const board of boards) await board.goto(origin + views.project);
  for (const board of boards) await board.locator('.card').first().waitFor();
  await boards[0].waitForTimeout(1500);
  for (const board of boards) await board.evaluate(noteColumns, task.id);
  const times = [];
  for (let i = 0; i < 20; i++) {
    const state = i % 2 === 0 ? 'done' : task.stateKey;
    const begun = Date.now();
    await fetch(`${origin}/mcp`, {
      method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: i, method: 'tools/call', params: { name: 'update_entities', arguments: { entities: [{ id: task.id, state_key: state }] } } }),
    });
    for (const board of boards) {
      const seen = await board.waitForFunction((column) => globalThis.column === column && globalThis.moved, state.replace('_', ' '));
      times.push(await seen.jsonValue() - begun);
    }
    await boards[0].waitForTimeout(1000);
  }
  for (const board of boards) await board.close();
  times.sort((a, b) => a - b);
  return `p50 ${times[20]} ms, p95 ${times[38]} ms after the agent asks`;
}

// noteColumns keeps in a page which column a task is in, and since when.
function noteColumns(id) {
  const note = () => {
    const column = document.querySelector(`.column a[href$="${id}"]`)?.closest('.column').getAttribute('aria-label');
    if (!column || column === globalThis.column) return;
    globalThis.column = column;
    globalThis.moved = Date.now();
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
  note();
}

// slider moves the slider 40 times and returns the times to the text.
async function slider(page) {
  const times = await page.evaluate(async () => {
    const input = document.querySelector('.budget input');
    const taken = [];
    for (let i = 0; i < 40; i++) {
      const begun = performance.now();
      input.value = String(150 + ((i * 137) % 700));
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => { setTimeout(resolve, 0); });
      while (document.querySelector('.side').getAttribute('aria-busy') !== 'false') await new Promise((resolve) => { setTimeout(resolve, 2); });
      taken.push(performance.now() - begun);
    }
    return taken.sort((a, b) => a - b);
  });
  return `p50 ${Math.round(times[20])} ms, p95 ${Math.round(times[38])} ms`;
}

// frames drags the largest graph for two seconds and counts frames.
async function frames(page, address) {
  await page.goto(`${address}?nodes=500&depth=4`);
  await page.waitForSelector('.drawing canvas', { timeout: 20_000 });
  await page.waitForTimeout(1500);
  const size = await page.locator('.graph > p[role="status"]').innerText();
  const box = await page.locator('.drawing').boundingBox();
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  const counting = page.evaluate(countFrames);
  for (let i = 0; i < 60; i++) await page.mouse.move(box.x + 40 + i * 5, box.y + 40 + (i % 20) * 5);
  await page.mouse.up();
  return `graph of ${size.slice(0, 40)}: ${await counting} frames a second while it is dragged`;
}

async function memory(page, origin, views) {
  const used = async () => {
    await page.evaluate(() => globalThis.gc?.());
    const client = await page.context().newCDPSession(page);
    await client.send('HeapProfiler.collectGarbage');
    const { usedSize } = await client.send('Runtime.getHeapUsage');
    await client.detach();
    return usedSize / 1e6;
  };
  const paths = [views.project, views.task, '/explorer/projects', views.list, '/explorer/context?q=what+is+blocked%3F'].filter(Boolean);
  const visit = async (path) => {
    await page.evaluate((to) => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')); }, path);
    await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {});
  };
  await page.goto(origin + views.project);
  for (const path of paths) await visit(path);
  const before = await used();
  for (let i = 0; i < 100; i++) await visit(paths[i % paths.length]);
  return `${before.toFixed(1)} MB before and ${(await used()).toFixed(1)} MB after 100 navigations`;
}

for (const given of servers) {
  const [name, origin] = given.split(/=(.*)/);
  await tour(name, new URL(origin).origin).catch((error) => report(name, [error.message.split('\n')[0]]));
}
await browser.close();
process.exitCode = failed > 0 ? 1 : 0;
