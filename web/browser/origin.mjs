// A page of another origin reads, pages, filters and revalidates over CORS in a
// browser, and a page of an origin that is not allowed cannot:
// node origin.mjs PATH/TO/dossier
// The browser is $CHROMIUM, else /usr/bin/chromium.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

// pageServer serves an empty page at an origin of its own.
async function pageServer() {
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>A board</title><main></main>'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const [allowed, other] = [await pageServer(), await pageServer()];
const dossier = spawn(process.argv[2] ?? './dossier', ['demo', '--listen', '127.0.0.1:0', '--cors-origin', allowed.origin], { stdio: ['ignore', 'pipe', 'ignore'] });
const [line] = await once(createInterface(dossier.stdout), 'line');
const url = `${line.match(/http:\/\/[^ ]*:[0-9]+/)[0]}/graphql`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

const tally = { passed: 0, failed: 0 };
function check(what, got, want) {
  const same = JSON.stringify(got) === JSON.stringify(want);
  tally[same ? 'passed' : 'failed'] += 1;
  console.log(same ? `ok    ${what}` : `FAIL  ${what}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
}

// board runs in the page.
async function board(url) {
  const list = `query ($filter: TaskFilter, $after: String) {
    tasks(filter: $filter, first: 20, after: $after) { totalCount nodes { id title state } pageInfo { hasNextPage endCursor } }
  }`;
  async function ask(query, variables) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()).data;
  }
  async function all(filter) {
    const tasks = [];
    for (let after = null, more = true; more; ) {
      const page = (await ask(list, { filter, after })).tasks;
      tasks.push(...page.nodes);
      ({ hasNextPage: more, endCursor: after } = page.pageInfo);
      if (!more && new Set(tasks.map(({ id }) => id)).size !== page.totalCount) throw new Error('some tasks are missing');
    }
    return tasks;
  }
  const query = new URLSearchParams({ query: '{ projects { nodes { id label cut } } }' });
  const first = await fetch(`${url}?${query}`);
  const projects = (await first.json()).data.projects.nodes.length;
  const again = await fetch(`${url}?${query}`, { headers: { 'If-None-Match': first.headers.get('ETag') }, cache: 'no-store' });
  const tasks = await all(null);
  document.querySelector('main').textContent = tasks.map(({ title }) => title).join('\n');
  return {
    projects,
    paged: tasks.length > 20,
    states: [...new Set((await all({ states: ['BLOCKED'] })).map(({ state }) => state))],
    again: again.status,
  };
}

// agent runs in the page.
async function agent(url) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'Mcp-Protocol-Version': '2025-06-18' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  return (await response.text()).includes('get_context_document');
}

try {
  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(allowed.origin);
  check('a page of an allowed origin reads, pages, filters and gets a 304', await page.evaluate(board, url), {
    projects: 3, paged: true, states: ['BLOCKED'], again: 304,
  });
  check('a page of an allowed origin is an agent', await page.evaluate(agent, url.replace('graphql', 'mcp')), true);
  await page.goto(other.origin);
  check('a page of another origin reads nothing', await page.evaluate(board, url).catch((error) => /Failed to fetch/.test(error.message)), true);
} finally {
  await browser.close();
  dossier.kill('SIGTERM');
  allowed.close();
  other.close();
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed > 0 ? 1 : 0);
