// Opens the explorer of a running server in a browser and uses it as a reader
// would: node explorer.mjs http://127.0.0.1:8080 [--screenshots FOLDER]
// The server must have entities and need no sign-in. The browser is $CHROMIUM,
// else /usr/bin/chromium.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { screenshots: { type: 'string' } } });
const origin = new URL(positionals[0] ?? 'http://127.0.0.1:8080').origin;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

const complaints = [];
const strangers = [];

async function open(width, colorScheme) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && complaints.push(m.text()));
  page.on('pageerror', (e) => complaints.push(e.message));
  context.on('response', (r) => r.status() >= 400 && complaints.push(`${r.status()} ${r.url()}`));
  context.on('request', (r) => /^https?:/.test(r.url()) && new URL(r.url()).origin !== origin && strangers.push(r.url()));
  return page;
}

const tally = { passed: 0, failed: 0 };
async function check(what, action) {
  try {
    await action();
    tally.passed += 1;
    console.log(`ok    ${what}`);
  } catch (error) {
    tally.failed += 1;
    console.log(`FAIL  ${what}: ${error.message}`);
  }
}

function expect(holds, text) {
  if (!holds) throw new Error(text);
}

async function asked(query) {
  const response = await fetch(`${origin}/graphql`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query }) });
  return (await response.json()).data;
}

// accessible expects no violation that axe calls serious or critical.
async function accessible(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const serious = violations.filter((v) => ['serious', 'critical'].includes(v.impact));
  expect(serious.length === 0, serious.map((v) => `${v.id}: ${v.nodes[0].html}`).join('; '));
}

const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

const store = await asked('{ projects(first: 1) { nodes { id label } } tasks(first: 1) { nodes { id title state } } }');
const project = store.projects.nodes[0];
const task = store.tasks.nodes[0];
const views = {
  context: `/explorer/context?q=${encodeURIComponent(task.title)}`, projects: '/explorer/projects', project: `/explorer/project/${project.id}`,
  entity: `/explorer/entity/${task.id}`, graph: `/explorer/graph/${project.id}`, connect: '/explorer/connect',
};
const ready = {
  context: '.prompt', projects: '.cards li', project: '.card', entity: '.facts', graph: '.drawing canvas', connect: 'pre',
};

const page = await open(1440, 'light');
await check('/ leads to an example that is answered', async () => {
  await page.goto(origin);
  await page.waitForSelector('.prompt');
  expect(new URL(page.url()).searchParams.get('q'), `no question in ${page.url()}`);
  expect((await page.locator('.prompt').innerText()).startsWith('# Context'), 'the prompt text is not shown');
  expect(await page.locator('.pieces tbody tr').count() > 0, 'no piece has a reason');
});
await check('the prompt text is that of GraphQL', async () => {
  await page.goto(origin + views.context);
  await page.waitForSelector('.prompt');
  const { contextDocument } = await asked(`{ contextDocument(input: {start: {topic: ${JSON.stringify(task.title)}}, maxTokens: 2000}) { text } }`);
  expect((await page.locator('.prompt').textContent()).trimEnd() === contextDocument.text.trimEnd(), 'the texts differ');
});
await check('the budget slider asks again', async () => {
  const before = await page.locator('.budget output').innerText();
  await page.locator('.budget input').fill('200');
  await page.waitForFunction((was) => {
    const now = document.querySelector('.budget output').textContent;
    return now !== was && now.includes(' of ');
  }, before);
  await page.waitForFunction(() => document.querySelector('.side').getAttribute('aria-busy') === 'false');
  const [used, limit] = (await page.locator('.budget output').innerText()).replaceAll(',', '').match(/\d+/g).map(Number);
  expect(limit < 500 && used <= limit, `${used} of ${limit} tokens`);
});
await check('two settings side by side mark what differs', async () => {
  await page.goto(`${origin}${views.context}&compare=on&budget2=200`);
  await page.waitForFunction(() => document.querySelectorAll('.prompt').length === 2);
  await page.waitForSelector('.prompt .only');
});
await check('a reason opens its path', async () => {
  await page.goto(origin + views.context);
  await page.locator('.pieces button').first().click();
  await page.waitForSelector('.paths');
});
await check('search finds by keyboard', async () => {
  await page.locator('body').click({ position: { x: 5, y: 300 } });
  await page.keyboard.press('/');
  await page.keyboard.type(task.title);
  await page.waitForSelector('#hits li');
  await page.keyboard.press('Enter');
  await page.waitForURL(/explorer\/(entity|project)\//);
});
await check('back returns to the view before', async () => {
  await page.goBack();
  await page.waitForSelector('.question');
});
await check('a state is changed in place', async () => {
  await page.goto(origin + views.entity);
  const state = page.getByLabel('State');
  await state.waitFor();
  const before = await state.inputValue();
  const other = before === 'in_progress' ? 'todo' : 'in_progress';
  await state.selectOption(other);
  await page.waitForSelector('.history li:nth-child(2), .history li code');
  const changed = await asked(`{ entity(id: "${task.id}") { stateKey } }`);
  expect(changed.entity.stateKey === other, `the state is ${changed.entity.stateKey}`);
  await state.selectOption(before);
  await page.waitForFunction((was) => document.querySelector('select.state').value === was, before);
});
await check('an unknown page and an unknown entity say so', async () => {
  await page.goto(`${origin}/explorer/nowhere`);
  await page.waitForSelector('.problem');
  await page.goto(`${origin}/explorer/entity/00000000-0000-4000-8000-000000000000`);
  await page.waitForSelector('.problem');
});

for (const [width, scheme] of [[1440, 'light'], [1440, 'dark'], [390, 'light'], [390, 'dark']]) {
  const sized = await open(width, scheme);
  for (const [name, path] of Object.entries(views)) {
    await check(`${name} at ${width}, ${scheme}`, async () => {
      await sized.goto(origin + path);
      await sized.waitForSelector(ready[name]);
      await sized.waitForTimeout(300);
      expect(await fits(sized), 'the page is wider than the window');
      await accessible(sized);
      if (values.screenshots) await sized.screenshot({ path: join(values.screenshots, `${name}-${width}-${scheme}.png`) });
    });
  }
  await sized.context().close();
}
await check('no console message and no failed request', () => expect(complaints.length === 0, complaints.join('; ')));
await check('no request to another host', () => expect(strangers.length === 0, strangers.join('; ')));

await browser.close();
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed > 0 ? 1 : 0;
